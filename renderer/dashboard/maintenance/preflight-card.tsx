import {
  CircleCheck,
  CircleHelp,
  CircleX,
  ClipboardCheck,
  type LucideIcon,
  TriangleAlert,
  Volume2,
} from 'lucide-react';
import type { Finding, Preflight } from '../../../shared/contract/maintenance.ts';
import { actionOf, selectCare, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import type { Tone } from '../../ui/tone.ts';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { FixButton } from './fix-button.tsx';

const LOOKS: Readonly<
  Record<Finding['state'], { readonly icon: LucideIcon; readonly tone: Tone }>
> = {
  ok: { icon: CircleCheck, tone: 'live' },
  warn: { icon: TriangleAlert, tone: 'warn' },
  fail: { icon: CircleX, tone: 'error' },
  unknown: { icon: CircleHelp, tone: 'neutral' },
};

const selectRun = actionOf('care.preflight');

/** One button before going live: what was looked at, and the one thing to do about each. */
export function PreflightCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const desk = useSelect(selectCare)?.preflight;
  const { phase } = useSelect(selectRun);
  const running = desk?.running === true || phase === 'pending';
  const findings = desk?.findings ?? [];
  return (
    <Card
      icon={ClipboardCheck}
      title={t('preflight.title')}
      className="preflight"
      aside={desk ? <Verdict desk={desk} /> : null}
    >
      <div className="preflight-head">
        <p className="card-text" role="status">
          <When desk={desk ?? null} running={running} />
        </p>
        <Button
          variant="primary"
          icon={ClipboardCheck}
          busy={running}
          disabled={!reachable}
          onPress={() => void dashboard.ask('care.preflight', {})}
        >
          {t(findings.length > 0 ? 'preflight.again' : 'preflight.run')}
        </Button>
      </div>
      <ActionProblem action="care.preflight" />
      {findings.length > 0 ? (
        <ul className="findings" aria-label={t('preflight.list')}>
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </ul>
      ) : null}
      {desk?.asksSound ? <SoundQuestion /> : null}
      {reachable ? null : <Callout tone="warn" icon={TriangleAlert} title={t('upkeep.offline')} />}
    </Card>
  );
}

function Verdict({ desk }: { readonly desk: Preflight }) {
  const { t } = useWords();
  if (desk.at === null || desk.running) return null;
  const count = desk.findings.filter(({ state }) => state !== 'ok').length;
  return count === 0 ? (
    <Badge tone="live" icon={CircleCheck}>
      {t('preflight.all-well')}
    </Badge>
  ) : (
    <Badge tone="warn" icon={TriangleAlert}>
      {t('preflight.to-do', { count })}
    </Badge>
  );
}

interface WhenProps {
  readonly desk: Preflight | null;
  readonly running: boolean;
}

function When({ desk, running }: WhenProps) {
  const { t, time } = useWords();
  if (running) return <>{t('preflight.running')}</>;
  if (desk?.at === null || desk === null) return <>{t('preflight.text')}</>;
  return <>{t('preflight.at', { time: time(desk.at) })}</>;
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { t, pick } = useWords();
  const { icon: Icon, tone } = LOOKS[finding.state];
  return (
    <li className={`finding tone-${tone}`} data-finding={finding.id} data-state={finding.state}>
      <Icon
        size={20}
        className="finding-icon"
        role="img"
        aria-label={t(`preflight.state-${finding.state}`)}
      />
      <div className="finding-words">
        <h3>{t(`preflight.id-${finding.id}`)}</h3>
        <p>{pick(finding.what)}</p>
      </div>
      {finding.fix ? <FixButton finding={finding} fix={finding.fix} /> : null}
    </li>
  );
}

const selectAnswer = actionOf('care.sound-heard');

/** Nobody but the streamer can tell whether a sound was heard. */
function SoundQuestion() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(selectAnswer);
  const answer = (heard: boolean) => void dashboard.ask('care.sound-heard', { heard });
  return (
    <Callout tone="accent" icon={Volume2} role="status" title={t('preflight.heard-ask')}>
      <div className="card-row sound-answers">
        <Button variant="primary" busy={phase === 'pending'} onPress={() => answer(true)}>
          {t('preflight.heard-yes')}
        </Button>
        <Button onPress={() => answer(false)}>{t('preflight.heard-no')}</Button>
      </div>
      <ActionProblem action="care.sound-heard" />
    </Callout>
  );
}
