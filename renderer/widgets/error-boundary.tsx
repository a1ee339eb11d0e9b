import { Component, type ReactNode } from 'react';

interface ErrorBoundaryProps {
  /** A new value lets a part that failed try again. */
  readonly of: unknown;
  readonly children: ReactNode;
}

interface ErrorBoundaryState {
  readonly of: unknown;
  readonly failed: boolean;
}

/**
 * Keeps one part's failure to itself: on a broadcast the others stay, and nothing of the error is
 * shown to viewers. The part comes back with the next thing it has to draw.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override readonly state: ErrorBoundaryState = { of: this.props.of, failed: false };

  static getDerivedStateFromError(): Partial<ErrorBoundaryState> {
    return { failed: true };
  }

  static getDerivedStateFromProps(
    props: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): ErrorBoundaryState | null {
    return state.of === props.of ? null : { of: props.of, failed: false };
  }

  override render(): ReactNode {
    return this.state.failed ? null : this.props.children;
  }
}
