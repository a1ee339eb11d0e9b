import { type ReactNode, useRef } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import { chanceText } from '../../shared/overlay/wheel-chance.ts';
import { OneLine, orElse, SLOT, SlotText } from './alert-parts.tsx';
import { useFittedSize } from './fitted-size.ts';
import { cutWhole } from './rich-text.tsx';
import { WheelDisc } from './wheel-disc.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

type WheelView = NonNullable<ShowViews['wheel']>;
type Turn = NonNullable<WheelView['turn']>;

interface WheelBoardProps {
  readonly wheel: WheelView;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
}

const TITLE_MAX = 80;
/** Characters of the commitment that viewers can compare at a glance. */
const PROOF_SHOWN = 16;
/** Longer names are written smaller. */
const NAME_SHORT = 9;

/** Largest first. */
const SIZES = ['tall', 'wide', 'line'] as const;

/** A wheel with its chances, turning, and where it stopped. */
export function WheelBoard({ wheel, ahead }: WheelBoardProps): ReactNode {
  const { t, number } = useWords();
  const panel = useRef<HTMLElement>(null);
  const { title, turn, slices, weight, waiting, commitment } = wheel;
  useFittedSize(panel, SIZES);
  const turns = turn !== null && turn.result === null;
  return (
    <WidgetPanel
      panel={panel}
      className="sl-wheel"
      title={cutWhole(orElse(title, t('wheel.title')), TITLE_MAX)}
      aside={turns ? t('wheel.turning') : null}
    >
      <div className="sl-wheel-round">
        <WheelDisc
          key={`${wheel.id}/${turn?.n ?? 0}`}
          slices={slices}
          weight={weight}
          turn={turn}
          ahead={ahead}
        />
        <svg className="sl-wheel-frame" viewBox="-100 -100 200 200" aria-hidden="true">
          <circle className="sl-wheel-rim" r="98" />
          <circle className="sl-wheel-hub" r="11" />
          <path className="sl-wheel-pointer" d="M-7-100H7L0-87Z" />
        </svg>
      </div>
      {turn?.result ? <Result key={turn.n} turn={turn} weight={weight} /> : null}
      <p className="sl-wheel-foot">
        <span>{chancesOf(wheel, t, number)}</span>
        {waiting > 0 ? (
          <span className="sl-wheel-waiting">
            {t('wheel.waiting', { count: waiting, n: number(waiting) })}
          </span>
        ) : null}
        <span>{t('draw.proof', { value: groups(commitment.slice(0, PROOF_SHOWN)) })}</span>
      </p>
    </WidgetPanel>
  );
}

type Words = ReturnType<typeof useWords>;

/** How many there are, and between what their chances are. */
function chancesOf(wheel: WheelView, t: Words['t'], number: Words['number']): string {
  const { sectionCount, least, most, weight } = wheel;
  const sections = t('wheel.sections', { count: sectionCount, n: number(sectionCount) });
  const chance = (of: number) => chanceText(of, weight, number);
  const [low, high] = [chance(least), chance(most)];
  if (low === high) return `${sections} · ${t('wheel.each', { chance: low })}`;
  return `${sections} · ${t('wheel.range', { low, high })}`;
}

/** In fours, as people compare them. */
function groups(digits: string): string {
  return digits.replace(/(.{4})(?=.)/g, '$1 ');
}

interface ResultProps extends Pick<WheelView, 'weight'> {
  readonly turn: Turn;
}

function Result({ turn: { result, name, by }, weight }: ResultProps): ReactNode {
  const { t, number } = useWords();
  if (!result) return null;
  return (
    <div className="sl-wheel-result" data-long={[...result.name].length > NAME_SHORT || undefined}>
      {name !== null || by === 'donation' ? (
        <p className="sl-wheel-for">
          <SlotText sentence={t('wheel.for', { name: SLOT })}>
            <OneLine text={orElse(name, t('anonymous'))} className="sl-wheel-who" />
          </SlotText>
        </p>
      ) : null}
      <strong className="sl-wheel-won" dir="auto">
        {result.name}
      </strong>
      <span className="sl-wheel-chance">{chanceText(result.weight, weight, number)}</span>
    </div>
  );
}
