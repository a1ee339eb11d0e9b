import { Check } from 'lucide-react';
import { type CSSProperties, type ReactNode, useEffect, useRef, useState } from 'react';
import {
  compareSums,
  type ExactSum,
  formatSum,
  isAboveZero,
  nearSum,
} from '../../shared/exact-sum.ts';
import type { GoalSettings } from '../../shared/overlay/widgets.ts';
import { BeamIcon, orElse } from './alert-parts.tsx';
import { useFittedSize } from './fitted-size.ts';
import { cutWhole } from './rich-text.tsx';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

interface GoalBarProps {
  readonly settings: GoalSettings;
  /** Beams so far, `settings.start` included. */
  readonly beams: ExactSum;
  /** Whether it is visible: nothing ticks while it is hidden. */
  readonly visible: boolean;
}

const TITLE_MAX = 60;

export function GoalBar({ settings, beams, visible }: GoalBarProps): ReactNode {
  const { t, number, language } = useWords();
  const panel = useRef<HTMLElement>(null);
  useFittedSize(panel, SIZES);
  const left = useTimeLeft(settings.deadline, visible);
  const sum = isAboveZero(beams) ? beams : 0;
  const now = nearSum(sum);
  const share = Math.min(1, now / settings.target);
  const reached = compareSums(sum, settings.target) >= 0;
  // Rounded down, so 100 % appears only when reached.
  const percent = new Intl.NumberFormat(language, { style: 'percent' }).format(
    Math.floor((now / settings.target) * 100) / 100,
  );
  const title = cutWhole(orElse(settings.title, t('goal.title')), TITLE_MAX);
  return (
    <WidgetPanel
      panel={panel}
      className="sl-goal"
      title={title}
      aside={left === null ? null : <LeftWords left={left} />}
    >
      <div
        className="sl-goal-bar"
        role="progressbar"
        aria-label={title}
        aria-valuemin={0}
        aria-valuemax={settings.target}
        aria-valuenow={Math.min(now, settings.target)}
        data-reached={reached || undefined}
      >
        <div className="sl-goal-fill" style={{ '--ov-share': share } as CSSProperties} />
        <p className="sl-goal-percent">{percent}</p>
      </div>
      <p className="sl-goal-words">
        <span className="sl-goal-amount">
          <span className="sl-goal-icon">
            <BeamIcon />
          </span>
          <strong className="sl-goal-now" key={sum}>
            {formatSum(sum, language)}
          </strong>
          <span className="sl-goal-target">
            {t('goal.of', { count: settings.target, n: number(settings.target) })}
          </span>
        </span>
        {reached ? (
          <strong className="sl-goal-reached">
            <Check aria-hidden="true" strokeWidth={3} />
            {t('goal.reached')}
          </strong>
        ) : null}
      </p>
    </WidgetPanel>
  );
}

function LeftWords({ left }: { readonly left: TimeLeft }): ReactNode {
  const { t, number } = useWords();
  if (left.unit === 'over') return t('goal.over');
  const words = { count: left.amount, n: number(left.amount) };
  if (left.unit !== 'hours') return t(`goal.left-${left.unit}`, words);
  if (left.minutes === 0) return t('goal.left-hours-only', words);
  return t('goal.left-hours', { ...words, m: number(left.minutes) });
}

/** Largest first. */
const SIZES = ['full', 'tight', 'short', 'line'] as const;

type TimeLeft =
  | { readonly unit: 'days' | 'minutes' | 'seconds'; readonly amount: number }
  | { readonly unit: 'hours'; readonly amount: number; readonly minutes: number }
  | { readonly unit: 'over' };

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** The remaining time in words: whole days, else started minutes and seconds. */
export function timeLeft(ms: number): TimeLeft {
  if (ms <= 0) return { unit: 'over' };
  if (ms <= MINUTE) return { unit: 'seconds', amount: Math.ceil(ms / SECOND) };
  if (ms >= 2 * DAY) return { unit: 'days', amount: Math.floor(ms / DAY) };
  const minutes = Math.ceil(ms / MINUTE);
  if (minutes < 60) return { unit: 'minutes', amount: minutes };
  return { unit: 'hours', amount: Math.floor(minutes / 60), minutes: minutes % 60 };
}

/** Milliseconds until the words change; null if never. */
export function nextTick(ms: number): number | null {
  if (ms <= 0) return null;
  const step = ms <= MINUTE ? SECOND : MINUTE;
  // At the boundary the old words still apply; they change one millisecond later.
  return ms % step === 0 ? step : ms % step;
}

/** Updated by one timer: once a minute, in the last one once a second, never when hidden. */
function useTimeLeft(deadline: number | null, visible: boolean): TimeLeft | null {
  const [, tick] = useState(0);
  const ms = deadline === null ? 0 : deadline - Date.now();
  useEffect(() => {
    if (deadline === null || !visible) return undefined;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const wait = (): void => {
      const next = nextTick(deadline - Date.now());
      if (next === null) return;
      timer = setTimeout(() => {
        tick((count) => count + 1);
        wait();
      }, next);
    };
    // The value may be stale after being hidden.
    tick((count) => count + 1);
    wait();
    return () => clearTimeout(timer);
  }, [deadline, visible]);
  return deadline === null ? null : timeLeft(ms);
}
