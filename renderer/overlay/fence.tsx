import { Component, type ReactNode } from 'react';

export interface FenceProps {
  /** A new value lets a part that failed try again. */
  readonly of: unknown;
  readonly children: ReactNode;
}

interface FenceState {
  readonly failedOn: { readonly of: unknown } | null;
}

/**
 * Keeps one widget's failure to itself: on a broadcast the others stay, and nothing of the error is
 * shown to viewers. The widget comes back with the next thing it has to draw.
 */
export class Fence extends Component<FenceProps, FenceState> {
  override readonly state: FenceState = { failedOn: null };

  static getDerivedStateFromProps(props: FenceProps, state: FenceState): FenceState | null {
    return state.failedOn && state.failedOn.of !== props.of ? { failedOn: null } : null;
  }

  override componentDidCatch(): void {
    this.setState({ failedOn: { of: this.props.of } });
  }

  override render(): ReactNode {
    return this.state.failedOn ? null : this.props.children;
  }
}
