import { type CSSProperties, memo, type ReactNode } from 'react';
import type { PlayingAlert } from '../../shared/alerts.ts';
import { assertNever } from '../../shared/events.ts';
import type { AlertLook } from '../../shared/overlay/alert-look.ts';
import type { StagedAlert } from '../stores/overlay-store.ts';
import { AlertLookContext } from './alert-frame.tsx';
import { AlertMedia } from './alert-media.tsx';
import { DonationAlert, TogetherAlert } from './donation-alert.tsx';
import { DrawAlert } from './draws.tsx';
import { PurchaseAlert } from './purchases.tsx';
import { SubscriptionAlert } from './subscription-alert.tsx';

interface AlertStageProps {
  /** null: an empty stage. */
  readonly staged: StagedAlert | null;
  readonly align?: 'theme' | 'top' | 'middle' | 'bottom';
  /** Whether this page is the one that plays sound. */
  readonly sounds?: boolean;
}

/** Shows alerts one at a time, with entrance and exit. */
export function AlertStage({ staged, align = 'top', sounds = false }: AlertStageProps): ReactNode {
  return (
    <section className="sl-stage" data-align={align} aria-live="polite">
      {staged === null ? null : <Showing key={staged.showing} staged={staged} sounds={sounds} />}
    </section>
  );
}

interface ShowingProps {
  readonly staged: StagedAlert;
  readonly sounds: boolean;
}

function Showing({ staged: { alert, phase }, sounds }: ShowingProps): ReactNode {
  const isHeard = sounds && phase === 'in';
  const look = isHeard ? alert.look : { ...alert.look, videoVolume: null };
  const { level, picturePlace, entrance, exit } = look;
  const isFull = isFullScreen(look);
  return (
    <>
      {takesCanvas(look) ? (
        <div className="sl-curtain" data-level={level} data-phase={phase} aria-hidden="true">
          {isFull ? <AlertMedia look={look} className="sl-alert-full" /> : null}
        </div>
      ) : null}
      <div
        className="sl-stage-slot"
        data-alert-id={alert.alertId}
        data-phase={phase}
        data-level={level}
        data-narrow={level === 'small' || undefined}
        data-entrance={entrance}
        data-exit={exit}
      >
        {picturePlace === 'above' ? <AlertMedia look={look} className="sl-alert-above" /> : null}
        <AlertCard alert={{ ...alert, look }} />
      </div>
      {level === 'grand' ? <Sparks /> : null}
    </>
  );
}

/** Whether it reaches over the whole canvas, and so lies above every other widget. */
export function takesCanvas(look: AlertLook): boolean {
  return look.level === 'grand' || isFullScreen(look);
}

const isFullScreen = ({ picturePlace, image }: AlertLook): boolean =>
  picturePlace === 'full' && image !== null;

const SPARKS = Array.from({ length: 36 }, (_, at) => at);

/** Small things that fly once; each theme has its own. */
const Sparks = memo(function Sparks(): ReactNode {
  return (
    <div className="sl-curtain sl-sparks" aria-hidden="true">
      {SPARKS.map((at) => (
        <i
          className="sl-spark"
          key={at}
          // Neighbours fly differently far, without an order that the eye would find.
          style={{ '--at': at, '--far': ((at * 0.618) % 1) * 5 } as CSSProperties}
        />
      ))}
    </div>
  );
});

type ShownAlert = Pick<PlayingAlert, 'event' | 'tally' | 'look'>;

/** Without animation, which the stage adds. */
export function AlertCard({ alert }: { readonly alert: ShownAlert }): ReactNode {
  return <AlertLookContext value={alert.look}>{cardOf(alert)}</AlertLookContext>;
}

function cardOf({ event, tally, look }: ShownAlert): ReactNode {
  switch (event.kind) {
    case 'DONATION':
      if (look.together !== null) return <TogetherAlert donations={look.together} />;
      return <DonationAlert event={event} />;
    case 'SUBSCRIPTION':
      return <SubscriptionAlert event={event} />;
    case 'DROPS':
      return <DrawAlert event={event} tally={tally} />;
    case 'GOODS_PURCHASE':
      return <PurchaseAlert event={event} />;
    default:
      return assertNever(event);
  }
}
