import {
  CircleCheck,
  CirclePause,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import {
  type ConnectionHistory,
  type OpenGap,
  SUBSCRIPTION_KINDS,
} from '../../../shared/connection-history.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import {
  firstOpenGap,
  missedKinds,
  type ShownGap,
  summaryOf,
} from '../../stores/dashboard-history.ts';
import { type DashboardState, selectConnectionHistory } from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useNow, useSelect, useWords } from '../context.ts';
import { Elapsed } from '../times.tsx';

/** Whether every event is being received. */
type Coverage =
  /** The app is unreachable. */
  | 'unknown'
  /** Events may be missed right now. */
  | 'missing'
  | 'covered'
  /** Covered as far as the granted permissions go. */
  | 'covered-partly'
  /** Connecting for the first time; no event is expected yet. */
  | 'first'
  /** Signed out or stopped. */
  | 'off';

function coverageOf({ status, connectionHistory, reachable }: DashboardState): Coverage {
  if (!status || !reachable) return 'unknown';
  if (connectionHistory && connectionHistory.openGaps.length > 0) return 'missing';
  switch (status.connection.state) {
    case 'live':
      return status.scopes.missing.length > 0 ? 'covered-partly' : 'covered';
    case 'starting':
    case 'connecting':
    case 'reconnecting':
      return 'first';
    case 'signed-out':
    case 'signing-in':
    case 'stopped':
      return 'off';
  }
}

function isCovered(coverage: Coverage): coverage is 'covered' | 'covered-partly' {
  return coverage === 'covered' || coverage === 'covered-partly';
}

export function useCoverage(): Coverage {
  return useSelect(coverageOf);
}

interface CoverageStyle {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly text: PageKey;
}

const COVERED: CoverageStyle = { tone: 'live', icon: CircleCheck, text: 'line.covered-text' };

const STYLES: Readonly<Record<Exclude<Coverage, 'missing' | 'unknown'>, CoverageStyle>> = {
  covered: COVERED,
  'covered-partly': COVERED,
  first: { tone: 'accent', icon: LoaderCircle, text: 'line.first-text' },
  off: { tone: 'neutral', icon: CirclePause, text: 'line.off-text' },
};

/** The coverage in one sentence, or since when events may be missed and why. */
export function CoverageCallout() {
  const { t } = useWords();
  const coverage = useCoverage();
  const connectionHistory = useSelect(selectConnectionHistory);
  // The top of the page already reports the unreachable app.
  if (coverage === 'unknown') return null;
  if (coverage === 'missing' && connectionHistory) return <Missing history={connectionHistory} />;
  if (coverage === 'missing') return null;
  const { tone, icon, text } = STYLES[coverage];
  return (
    <Callout tone={tone} icon={icon} role="status" title={t(`line.${coverage}`)} text={t(text)}>
      {connectionHistory && isCovered(coverage) ? (
        <Summary connectionHistory={connectionHistory} />
      ) : null}
    </Callout>
  );
}

function Missing({ history }: { readonly history: ConnectionHistory }) {
  const words = useWords();
  const { t, time } = words;
  const first = firstOpenGap(history);
  if (!first) return null;
  const kinds = kindTexts(missedKinds(history));
  const reason = reasonText(first.reason, words) ?? '';
  return (
    <Callout
      tone="warn"
      title={
        <span role="status">{kinds ? t('line.open-kinds', { kinds }) : t('line.open-title')}</span>
      }
      text={t('line.open-text', { time: time(first.from), reason })}
      aside={
        <strong className="callout-figure">
          <Elapsed since={first.from} />
        </strong>
      }
    />
  );
}

/** What these kinds are called; null: it is all of them. */
export function kindTexts(kinds: OpenGap['kinds']): readonly Text[] | null {
  if (kinds.length === SUBSCRIPTION_KINDS.length) return null;
  return kinds.map((kind) => ({ key: `problem.events-${kind}` }) as const);
}

const MINUTE = 60_000;

function Summary({ connectionHistory }: { readonly connectionHistory: ConnectionHistory }) {
  const { t, stretch } = useWords();
  const { count, missedMs } = summaryOf(connectionHistory, useNow(MINUTE));
  return (
    <p className="callout-text">
      {count === 0
        ? t('line.summary-none')
        : t('line.summary', { count, duration: stretch(missedMs) })}
    </p>
  );
}

export function GapsBadge({ count, open }: { readonly count: number; readonly open: boolean }) {
  const { t } = useWords();
  const isFine = count === 0;
  const tone = open ? 'warn' : 'neutral';
  return (
    <Badge tone={isFine ? 'live' : tone} icon={isFine ? CircleCheck : TriangleAlert}>
      {isFine ? t('line.no-gaps') : t('line.gaps', { count })}
    </Badge>
  );
}

interface GapRowProps {
  readonly gap: ShownGap;
  /** The element: a list row, or part of one. */
  readonly as?: 'li' | 'div';
}

export function GapRow({ gap, as: Row = 'li' }: GapRowProps) {
  const words = useWords();
  const { t, time, dateTime, stretch } = words;
  const { from, to, reason } = gap;
  const kinds = kindTexts(gap.kinds);
  const until = to === null ? t('gap.now') : time(to);
  return (
    <Row className="life life-gap tone-warn" data-open={to === null}>
      <TriangleAlert size={16} aria-hidden className="life-icon" />
      <div className="life-body">
        <p className="life-word">
          <strong>{t(to === null ? 'gap.open' : 'gap.name')}</strong>
          <span className="gap-length">
            {to === null ? (
              <Elapsed since={from} />
            ) : (
              t('gap.length', { duration: stretch(to - from) })
            )}
          </span>
        </p>
        <p className="life-reason" title={reason}>
          {reasonText(reason, words)} {kinds ? t('gap.kinds', { kinds }) : t('gap.text')}
        </p>
      </div>
      <time className="life-time" dateTime={new Date(from).toISOString()} title={dateTime(from)}>
        {t('life.span', { from: time(from), to: until })}
      </time>
    </Row>
  );
}

/** Reasons may end in a detail (closed-1006): the longest known prefix counts. null if none. */
export function reasonText(reason: string | null, words: Words): string | null {
  if (reason === null) return null;
  for (let known = reason; known !== ''; known = known.replace(/-?[^-]*$/, '')) {
    const key = `reason.${known}`;
    if (isWord(key)) return words.t(key);
  }
  return words.t('reason.unnamed', { code: reason });
}
