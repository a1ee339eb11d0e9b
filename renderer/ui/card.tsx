import type { LucideIcon } from 'lucide-react';
import { type ReactNode, useId } from 'react';

interface CardProps {
  readonly id?: string;
  readonly icon: LucideIcon;
  readonly title: string;
  readonly aside?: ReactNode;
  readonly className?: string;
  readonly children: ReactNode;
}

export function Card({ id, icon: Icon, title, aside, className = '', children }: CardProps) {
  const titleId = useId();
  return (
    <section id={id} className={`card ${className}`} aria-labelledby={titleId}>
      <div className="card-head">
        <Icon size={16} aria-hidden className="card-icon" />
        <h2 id={titleId}>{title}</h2>
        {aside ? <div className="card-aside">{aside}</div> : null}
      </div>
      {children}
    </section>
  );
}

/** Scrolls to a card and focuses it. Does nothing if it is not rendered. */
export function goToCard(id: string): void {
  const card = document.getElementById(id);
  if (!card) return;
  card.tabIndex = -1;
  card.focus({ preventScroll: true });
  card.scrollIntoView({ block: 'start' });
}
