import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DrawTally, StageEvent } from '../../shared/events.ts';
import { AlertFrame } from './alert-frame.tsx';
import { formatMoment, OneLine, orElse, RollingNumber, SLOT, SlotText } from './alert-parts.tsx';
import { SafeImage } from './safe-image.tsx';
import { useWords } from './widget-words.tsx';

interface DrawTalliesProps {
  /** Latest round first. */
  readonly tallies: readonly DrawTally[];
  /** Maximum rewards shown; the others are counted. */
  readonly most?: number;
}

const ROWS = 4;

/** Winners per reward so far. Hidden before the first draw. */
export function DrawTallies({ tallies, most = ROWS }: DrawTalliesProps): ReactNode {
  const { t, number } = useWords();
  if (tallies.length === 0) return null;
  const more = tallies.length - most;
  return (
    <section className="sl-tallies" aria-label={t('tally.title')}>
      <h2 className="sl-tallies-title">{t('tally.title')}</h2>
      <ul className="sl-tallies-list">
        {tallies.slice(0, most).map((tally) => (
          <TallyRow key={JSON.stringify([tally.campaignId, tally.rewardId])} tally={tally} />
        ))}
      </ul>
      {more > 0 ? (
        <p className="sl-tallies-more">{t('tally.more', { count: more, n: number(more) })}</p>
      ) : null}
    </section>
  );
}

function TallyRow({ tally }: { readonly tally: DrawTally }): ReactNode {
  const { t, number } = useWords();
  return (
    <li className="sl-tally">
      <span className="sl-tally-picture">
        <SafeImage
          className="sl-tally-image"
          url={tally.rewardImageUrl}
          name=""
          fallback={<Gift aria-hidden="true" />}
        />
      </span>
      <OneLine text={orElse(tally.rewardTitle, t('draw.untitled'))} className="sl-tally-name" />
      {/* A new total is a new element, so that it comes in with its own small movement. */}
      <strong className="sl-tally-total" key={tally.total}>
        {t('tally.winners', { count: tally.total, n: number(tally.total) })}
      </strong>
    </li>
  );
}

interface DrawAlertProps {
  readonly event: StageEvent<'DROPS'>;
  /** Totals including this round; null: unknown and omitted. */
  readonly tally: DrawTally | null;
}

/** A finished draw: the reward, this round's winners, the running total, when. */
export function DrawAlert({ event, tally }: DrawAlertProps): ReactNode {
  const { t, number, language } = useWords();
  const { data } = event;
  const title = orElse(data.rewardTitle, t('draw.untitled'));
  const description = data.rewardDescription.trim();
  const drawnAt = data.drawnAt === null ? Number.NaN : Date.parse(data.drawnAt);
  const moment = Number.isNaN(drawnAt) ? (tally?.lastDrawnAt ?? event.receivedAt) : drawnAt;
  const winners = (count: number) => (
    <SlotText sentence={t('draw.winners', { count, n: SLOT })}>
      <span className="sl-count">
        <RollingNumber text={number(count)} />
      </span>
    </SlotText>
  );
  return (
    <AlertFrame
      tone="draw"
      sign={
        <SafeImage
          className="sl-alert-picture"
          url={data.rewardImageUrl}
          name={title}
          fallback={<Gift aria-hidden="true" />}
        />
      }
      label={t('draw.label')}
      hero={<OneLine text={title} className="sl-alert-title" />}
      heroText={title}
      who={
        description === '' ? null : <OneLine text={description} className="sl-alert-description" />
      }
      what={
        <dl className="sl-alert-stats">
          <Stat name={t('draw.round', { count: data.count })} value={winners(data.count)} />
          {tally === null ? null : (
            <Stat name={t('draw.total', { count: tally.total })} value={winners(tally.total)} />
          )}
          <Stat
            name={t('draw.drawn-at')}
            value={formatMoment(moment, event.receivedAt, language)}
          />
        </dl>
      }
    />
  );
}

function Stat({ name, value }: { readonly name: string; readonly value: ReactNode }): ReactNode {
  return (
    <div className="sl-alert-stat">
      <dt className="sl-alert-stat-name">{name}</dt>
      <dd className="sl-alert-stat-value">{value}</dd>
    </div>
  );
}
