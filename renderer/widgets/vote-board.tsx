import { Crown, Timer } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { VoteView } from '../../shared/overlay/show-views.ts';
import { OneLine, orElse } from './alert-parts.tsx';
import { clockText, useSecondsLeft } from './countdown.ts';
import { useFittedSize } from './fitted-size.ts';
import { cutWhole } from './rich-text.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

interface VoteBoardProps {
  readonly vote: VoteView;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
  /** Whether it is visible: nothing ticks while it is hidden. */
  readonly visible: boolean;
}

const TITLE_MAX = 80;

/** Largest first. */
const SIZES = ['full', 'tight', 'short', 'line'] as const;

/** A vote with a bar an option: how to vote and how it stands, then the result. */
export function VoteBoard({ vote, ahead, visible }: VoteBoardProps): ReactNode {
  const { t, number } = useWords();
  const panel = useRef<HTMLElement>(null);
  const { options, voterCount, weight, endedAt, winners } = vote;
  useFittedSize(panel, SIZES);
  const all = options.reduce((sum, { votes }) => sum + votes, 0);
  const most = Math.max(1, ...options.map(({ votes }) => votes));
  return (
    <WidgetPanel
      panel={panel}
      className="sl-vote"
      title={cutWhole(orElse(vote.title, t('vote.title')), TITLE_MAX)}
      aside={<VoteAside vote={vote} ahead={ahead} visible={visible} />}
    >
      <ol className="sl-vote-options">
        {options.map(({ label, votes }, at) => {
          const won = winners.includes(at);
          const style = { '--ov-share': votes / most } as CSSProperties;
          return (
            // biome-ignore lint/suspicious/noArrayIndexKey: an option is its number
            <li className="sl-vote-option" data-won={won || undefined} key={at} style={style}>
              <span className="sl-vote-fill" />
              {endedAt === null ? <kbd className="sl-vote-key">!{at + 1}</kbd> : null}
              {won ? <Crown className="sl-vote-crown" aria-label={t('vote.won')} /> : null}
              <OneLine text={label} className="sl-vote-label" />
              <span className="sl-vote-votes">
                {t('vote.votes', { count: votes, n: number(votes) })}
              </span>
              <strong className="sl-vote-share">{percentOf(votes, all)}%</strong>
            </li>
          );
        })}
      </ol>
      <p className="sl-vote-foot">
        <span>{t('vote.voters', { count: voterCount, n: number(voterCount) })}</span>
        {weight === 'equal' ? null : <span>{t(`vote.weight-${weight}`)}</span>}
      </p>
    </WidgetPanel>
  );
}

/** Rounded down, so that 100 % is all of them. */
function percentOf(votes: number, all: number): number {
  return all === 0 ? 0 : Math.floor((votes / all) * 100);
}

function VoteAside({ vote, ahead, visible }: VoteBoardProps): ReactNode {
  const { t } = useWords();
  const { endsAt, endedAt, winners } = vote;
  const left = useSecondsLeft(endsAt === null || endedAt !== null ? null : endsAt + ahead, visible);
  if (endedAt !== null) {
    if (winners.length === 0) return t('vote.nobody');
    return t(winners.length > 1 ? 'vote.tie' : 'vote.result');
  }
  if (left === null) return t('vote.open');
  return (
    <span className="sl-vote-time" data-last={left <= 10 || undefined}>
      <Timer aria-hidden="true" />
      {clockText(left)}
    </span>
  );
}
