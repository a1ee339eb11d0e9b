import { LoaderCircle, type LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface EmptyProps {
  readonly icon: LucideIcon;
  readonly title: string;
  readonly text?: string;
  readonly role?: 'status';
  readonly className?: string;
  readonly children?: ReactNode;
}

/** Stands where there is nothing to show. */
export function Empty({ icon: Icon, title, text, role, className = '', children }: EmptyProps) {
  return (
    <div className={`empty ${className}`} role={role}>
      <Icon size={32} aria-hidden className={Icon === LoaderCircle ? 'spinning' : undefined} />
      <p className="empty-title">{title}</p>
      {text ? <p className="empty-text">{text}</p> : null}
      {children}
    </div>
  );
}

/** Stands where something is being read for the first time. */
export function Waiting(props: Pick<EmptyProps, 'title' | 'className'>) {
  return <Empty {...props} icon={LoaderCircle} role="status" />;
}
