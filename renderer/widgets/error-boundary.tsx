import { Component, type PropsWithChildren, type ReactNode } from 'react';

/** A new value of `of` makes a failed part retry. */
type ErrorBoundaryProps = PropsWithChildren<{ readonly of: unknown }>;

interface ErrorBoundaryState {
  readonly of: unknown;
  readonly failed: boolean;
}

/** A part that fails leaves the others alone and retries with its next content. */
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

/** A part that fails is empty, and leaves the others alone; tried again when what it is of changes. */
export function guarded(of: unknown, part: ReactNode): ReactNode {
  return <ErrorBoundary of={of}>{part}</ErrorBoundary>;
}
