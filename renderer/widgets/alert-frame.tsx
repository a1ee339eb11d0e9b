import type { ReactNode } from 'react';
import { heroSize } from './hero-size.ts';

export type AlertTone = 'donation' | 'cheering' | 'subscription' | 'draw' | 'purchase';

export interface AlertFrameProps {
  readonly tone: AlertTone;
  /** The picture on the coloured end: an icon, or what the platform sent. */
  readonly sign: ReactNode;
  /** What kind of alert this is, in a word or two. */
  readonly label: ReactNode;
  /** Smaller words beside the label. */
  readonly aside?: ReactNode;
  /** The one thing to be seen first. */
  readonly hero: ReactNode;
  /** The hero's text, to be measured: longer ones are set smaller. */
  readonly heroText: string;
  /** One line: who. */
  readonly who?: ReactNode;
  /** One block: what. */
  readonly what?: ReactNode;
}

/** The shape that every alert has: a coloured sign, a hero, who, and below that, what. */
export function AlertFrame(props: AlertFrameProps): ReactNode {
  const { tone, sign, label, aside, hero, heroText, who, what } = props;
  return (
    <article className="sl-alert" data-tone={tone}>
      <div className="sl-alert-band">
        <div className="sl-alert-sign">{sign}</div>
        <div className="sl-alert-lead">
          <p className="sl-alert-label">
            <span className="sl-alert-kind">{label}</span>
            {aside ? <span className="sl-alert-aside">{aside}</span> : null}
          </p>
          <p className="sl-alert-hero" data-size={heroSize(heroText)}>
            {hero}
          </p>
          {who ? <p className="sl-alert-who">{who}</p> : null}
        </div>
      </div>
      {what ? <div className="sl-alert-what">{what}</div> : null}
    </article>
  );
}
