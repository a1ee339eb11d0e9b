import { CircleCheck, CircleX, Info, type LucideIcon, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Tone } from './badge.tsx';

interface CalloutProps {
  readonly tone: Tone;
  /** Left out: the tone's own. */
  readonly icon?: LucideIcon;
  /** The icon's name if it carries meaning; without it the icon is decorative. */
  readonly iconName?: string;
  readonly spinning?: boolean;
  readonly title: ReactNode;
  readonly text?: ReactNode;
  readonly aside?: ReactNode;
  /** `alert` is announced at once. */
  readonly role?: 'status' | 'alert';
  readonly children?: ReactNode;
}

const ICONS: Readonly<Partial<Record<Tone, LucideIcon>>> = {
  live: CircleCheck,
  warn: TriangleAlert,
  error: CircleX,
};

export function Callout(props: CalloutProps) {
  const { tone, iconName, spinning = false, title, text, aside, role } = props;
  const { icon: Icon = ICONS[tone] ?? Info } = props;
  const naming = iconName ? { role: 'img', 'aria-label': iconName } : { 'aria-hidden': true };
  return (
    <div className={`callout tone-${tone}`} role={role}>
      <Icon size={16} className={`callout-icon ${spinning ? 'spinning' : ''}`} {...naming} />
      <div className="callout-body">
        <p className="callout-title">{title}</p>
        {text ? <p className="callout-text">{text}</p> : null}
        {props.children}
      </div>
      {aside ? <div className="callout-aside">{aside}</div> : null}
    </div>
  );
}
