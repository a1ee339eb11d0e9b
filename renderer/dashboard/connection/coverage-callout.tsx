import {
  CircleCheck,
  CirclePause,
  LoaderCircle,
  type LucideIcon,
  TriangleAlert,
} from 'lucide-react';
import type { Lifeline } from '../../../shared/lifeline.ts';
import type { PageKey } from '../../../shared/locales/index.ts';
import { summaryOf } from '../../stores/dashboard-lifeline.ts';
import { selectLifeline } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import type { Tone } from '../../ui/tone.ts';
import { useNow, useSelect, useWords } from '../context.ts';
import { Lasting } from '../lasting.tsx';
import { reasonText } from '../reason-text.ts';
import { type Coverage, isCovered, useCoverage } from './coverage.ts';

interface Look {
  readonly tone: Tone;
  readonly icon: LucideIcon;
  readonly title: PageKey;
  readonly text: PageKey;
}

type Quiet = Exclude<Coverage, 'missing' | 'unknown'>;

const LOOKS: Readonly<Record<Quiet, Look>> = {
  covered: { tone: 'live', icon: CircleCheck, title: 'line.covered', text: 'line.covered-text' },
  'covered-partly': {
    tone: 'live',
    icon: CircleCheck,
    title: 'line.covered-partly',
    text: 'line.covered-text',
  },
  first: { tone: 'accent', icon: LoaderCircle, title: 'line.first', text: 'line.first-text' },
  off: { tone: 'neutral', icon: CirclePause, title: 'line.off', text: 'line.off-text' },
};

interface CoverageCalloutProps {
  /** Also what the sentence rests on. */
  readonly detailed: boolean;
}

/** Whether all is well, in one sentence; and since when it is not. */
export function CoverageCallout({ detailed }: CoverageCalloutProps) {
  const { t } = useWords();
  const coverage = useCoverage();
  const lifeline = useSelect(selectLifeline);
  // The page says at its top that nothing is known.
  if (coverage === 'unknown') return null;
  if (coverage === 'missing') return <Missing openGap={lifeline?.openGap ?? null} />;
  const { tone, icon, title, text } = LOOKS[coverage];
  return (
    <Callout
      tone={tone}
      icon={icon}
      role="status"
      title={t(title)}
      text={detailed || !isCovered(coverage) ? t(text) : null}
    >
      {lifeline && isCovered(coverage) ? <Summary lifeline={lifeline} /> : null}
    </Callout>
  );
}

function Missing({ openGap }: Pick<Lifeline, 'openGap'>) {
  const words = useWords();
  const { t, time } = words;
  if (!openGap) return null;
  const reason = reasonText(openGap.reason, words) ?? '';
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      title={<span role="status">{t('line.open-title')}</span>}
      text={t('line.open-text', { time: time(openGap.from), reason })}
      aside={
        <strong className="callout-figure">
          <Lasting since={openGap.from} />
        </strong>
      }
    />
  );
}

const MINUTE = 60_000;

function Summary({ lifeline }: { readonly lifeline: Lifeline }) {
  const { t, stretch } = useWords();
  const { count, missedMs } = summaryOf(lifeline, useNow(MINUTE));
  return (
    <p className="callout-text">
      {count === 0
        ? t('line.summary-none')
        : t('line.summary', { count, duration: stretch(missedMs) })}
    </p>
  );
}
