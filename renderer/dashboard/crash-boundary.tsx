import { RotateCcw } from 'lucide-react';
import { Component, type ReactNode } from 'react';
import { Button } from '../ui/button.tsx';

interface CrashBoundaryProps {
  readonly title: string;
  readonly text: string;
  readonly reloadLabel: string;
  readonly onReload: () => void;
  readonly children: ReactNode;
}

interface CrashBoundaryState {
  readonly crashed: boolean;
}

/** Shows a message and a reload button when rendering fails, instead of a blank page. */
export class CrashBoundary extends Component<CrashBoundaryProps, CrashBoundaryState> {
  override readonly state: CrashBoundaryState = { crashed: false };

  static getDerivedStateFromError(): CrashBoundaryState {
    return { crashed: true };
  }

  override render(): ReactNode {
    if (!this.state.crashed) return this.props.children;
    return (
      <div className="empty" role="alert">
        <p className="empty-title">{this.props.title}</p>
        <p className="empty-text">{this.props.text}</p>
        <Button variant="primary" icon={RotateCcw} onPress={this.props.onReload}>
          {this.props.reloadLabel}
        </Button>
      </div>
    );
  }
}
