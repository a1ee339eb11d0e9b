import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';

interface BadgeProps {
  readonly tone?: Tone;
  readonly icon?: LucideIcon;
  readonly title?: string;
  readonly children: ReactNode;
}

export function Badge({ tone = 'neutral', icon: Icon, title, children }: BadgeProps) {
  return (
    <span className={`badge tone-${tone}`} title={title}>
      {Icon ? <Icon size={12} aria-hidden /> : null}
      {children}
    </span>
  );
}

/** A colour's meaning, always paired with a word or a named icon. */
export type Tone = 'neutral' | 'accent' | 'live' | 'warn' | 'error' | 'money';
