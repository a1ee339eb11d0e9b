import { Crown, Hourglass, Timer } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import { OneLine, orElse, SLOT, SlotText } from './alert-parts.tsx';
import { clockText, useSecondsLeft } from './countdown.ts';
import { useFittedSize } from './fitted-size.ts';
import { cutWhole } from './rich-text.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

type DrawView = NonNullable<ShowViews['draw']>;
type DrawnView = DrawView['drawn'][number];

interface DrawBoardProps {
  readonly draw: DrawView;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
  /** Whether it is visible: nothing ticks while it is hidden. */
  readonly visible: boolean;
}

const TITLE_MAX = 80;
/** Characters of the commitment that viewers can compare at a glance. */
const PROOF_SHOWN = 16;
const WINNERS_SHOWN = 24;
/** Fewer names leave gaps in the reel. */
const REEL_LEAST = 8;

/** Largest first. */
const SIZES = ['full', 'tight', 'short', 'line'] as const;

/** A draw: how to enter and how many did, then the reel of names, then who it is. */
export function DrawBoard({ draw, ahead, visible }: DrawBoardProps): ReactNode {
  const { t, number } = useWords();
  const panel = useRef<HTMLElement>(null);
  const { phase, entrantCount, commitment, drawn } = draw;
  useFittedSize(panel, SIZES);
  const shown = drawn.filter(({ state }) => state !== 'missed');
  const entrants = t('draw.entrants', { count: entrantCount, n: number(entrantCount) });
  const isEntering = phase === 'open' || phase === 'closed';
  return (
    <WidgetPanel
      panel={panel}
      className="sl-draw"
      title={cutWhole(orElse(draw.title, t('draw.title')), TITLE_MAX)}
      aside={<DrawAside draw={draw} ahead={ahead} visible={visible} />}
    >
      {isEntering ? <Entering draw={draw} entrants={entrants} /> : null}
      {phase === 'drawing' ? <Reel names={draw.names} /> : null}
      {shown.length > 0 ? <Winners shown={shown} /> : null}
      {phase === 'waiting' ? <p className="sl-draw-call">{t('draw.answer')}</p> : null}
      <p className="sl-draw-foot">
        {isEntering ? <span>{winnersOf(draw, t, number)}</span> : <span>{entrants}</span>}
        <span>{t('draw.proof', { value: groups(commitment.slice(0, PROOF_SHOWN)) })}</span>
      </p>
    </WidgetPanel>
  );
}

type Words = ReturnType<typeof useWords>;

function winnersOf({ winners, subscribersOnly }: DrawView, t: Words['t'], number: Words['number']) {
  const wins = t('draw.wins', { count: winners, n: number(winners) });
  return subscribersOnly ? `${wins} · ${t('draw.subscribers')}` : wins;
}

/** In fours, as people compare them. */
function groups(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}

interface EnteringProps {
  readonly draw: DrawView;
  readonly entrants: string;
}

function Entering({ draw: { entry, names }, entrants }: EnteringProps): ReactNode {
  const { t, number } = useWords();
  return (
    <>
      <p className="sl-draw-enter">
        {entry.by === 'keyword' ? (
          <SlotText sentence={t('draw.by-keyword', { keyword: SLOT })}>
            <kbd className="sl-draw-key">
              <OneLine text={entry.keyword} className="sl-draw-word" />
            </kbd>
          </SlotText>
        ) : (
          t(`draw.by-${entry.by}`, { n: number(entry.by === 'donation' ? entry.beams : 0) })
        )}
      </p>
      <p className="sl-draw-count">{entrants}</p>
      {names.length > 0 ? (
        <p className="sl-draw-newest">
          {names.map((name, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat
            <OneLine key={at} text={name} className="sl-draw-new" />
          ))}
        </p>
      ) : null}
    </>
  );
}

/** Names that run by; who is drawn is not known to the page yet. */
function Reel({ names }: { readonly names: readonly string[] }): ReactNode {
  const count = Math.max(REEL_LEAST, names.length);
  const once = Array.from({ length: count }, (_, at) => names[at % names.length] ?? '');
  const style = { '--ov-names': count } as CSSProperties;
  return (
    <div className="sl-draw-reel" aria-hidden="true">
      <div className="sl-draw-strip" style={style}>
        {[...once, ...once].map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the strip never changes its order
          <OneLine key={at} text={name} className="sl-draw-passing" />
        ))}
      </div>
    </div>
  );
}

function manyOf(count: number): 'one' | 'few' | 'many' | 'crowd' {
  if (count === 1) return 'one';
  if (count <= 4) return 'few';
  return count <= 12 ? 'many' : 'crowd';
}

function Winners({ shown }: { readonly shown: readonly DrawnView[] }): ReactNode {
  const { t, number } = useWords();
  const more = shown.length - WINNERS_SHOWN;
  return (
    <ol className="sl-draw-winners" data-many={manyOf(shown.length)}>
      {shown.slice(0, more > 0 ? WINNERS_SHOWN - 1 : WINNERS_SHOWN).map((one) => (
        <li className="sl-draw-winner" data-state={one.state} key={one.entrant}>
          {one.state === 'won' ? (
            <Crown aria-label={t('draw.answered')} />
          ) : (
            <Hourglass aria-label={t('draw.waiting')} />
          )}
          <OneLine text={orElse(one.name, t('anonymous'))} className="sl-draw-name" />
        </li>
      ))}
      {more > 0 ? (
        <li className="sl-draw-more">{t('draw.more', { count: more + 1, n: number(more + 1) })}</li>
      ) : null}
    </ol>
  );
}

function DrawAside({ draw, ahead, visible }: DrawBoardProps): ReactNode {
  const { t, number } = useWords();
  const until = deadlineOf(draw);
  const left = useSecondsLeft(until === null ? null : until + ahead, visible);
  const won = draw.drawn.filter(({ state }) => state === 'won').length;
  if (draw.phase === 'over' && won > 1) return t('draw.results', { count: won, n: number(won) });
  if (left === null) return t(`draw.${signOf(draw)}`);
  return (
    <span className="sl-draw-time" data-last={left <= 10 || undefined}>
      <Timer aria-hidden="true" />
      {clockText(left)}
    </span>
  );
}

/** When entries close, or the first answer has to be there. */
function deadlineOf({ phase, closesAt, drawn }: DrawView): number | null {
  if (phase === 'open') return closesAt;
  if (phase !== 'waiting') return null;
  const untils = drawn.flatMap(({ state, until }) =>
    state === 'waiting' && until !== null ? [until] : [],
  );
  return untils.length === 0 ? null : Math.min(...untils);
}

function signOf({ phase, drawn }: DrawView) {
  if (phase !== 'over') return phase;
  if (drawn.length === 0) return 'called-off';
  return drawn.some(({ state }) => state === 'won') ? 'result' : 'nobody';
}
