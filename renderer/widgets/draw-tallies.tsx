import { Gift } from 'lucide-react';
import type { ReactNode } from 'react';
import type { DrawTally } from '../../shared/events.ts';
import { formatNumber, OneLine, useLanguage } from './alert-parts.tsx';
import { SafeImage } from './safe-image.tsx';
import { useWords } from './widget-words.tsx';

export interface DrawTalliesProps {
  /** Latest round first. */
  readonly tallies: readonly DrawTally[];
  /** How many rewards at most; the others are counted. */
  readonly most?: number;
}

const ROWS = 4;

/** How many have won each reward so far. Not there while nothing was drawn. */
export function DrawTallies({ tallies, most = ROWS }: DrawTalliesProps): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
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
        <p className="sl-tallies-more">
          {t('tally.more', { count: more, n: formatNumber(more, language) })}
        </p>
      ) : null}
    </section>
  );
}

function TallyRow({ tally }: { readonly tally: DrawTally }): ReactNode {
  const { t } = useWords();
  const language = useLanguage();
  const title = tally.rewardTitle.trim() === '' ? t('draw.untitled') : tally.rewardTitle;
  const n = formatNumber(tally.total, language);
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
      <OneLine text={title} className="sl-tally-name" />
      {/* A new total is a new element, so that it comes in with its own small movement. */}
      <strong className="sl-tally-total" key={tally.total}>
        {t('tally.winners', { count: tally.total, n })}
      </strong>
    </li>
  );
}
