import {
  CircleCheck,
  CircleHelp,
  CircleX,
  ClipboardCheck,
  ClipboardList,
  ClipboardX,
  type LucideIcon,
  TriangleAlert,
  Volume2,
} from 'lucide-react';
import { useState } from 'react';
import type { Finding, FixName, Preflight } from '../../../shared/contract/maintenance.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import {
  actionOf,
  type Dashboard,
  selectDesktop,
  selectMaintenance,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

const STATE_STYLES: Readonly<
  Record<Finding['state'], { readonly icon: LucideIcon; readonly tone: Tone }>
> = {
  ok: { icon: CircleCheck, tone: 'live' },
  warn: { icon: TriangleAlert, tone: 'warn' },
  fail: { icon: CircleX, tone: 'error' },
  unknown: { icon: CircleHelp, tone: 'neutral' },
};

const selectRun = actionOf('maintenance.preflight');

/** The check before going live: findings, each with one fix. */
export function PreflightCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const preflight = useSelect(selectMaintenance)?.preflight;
  const { phase } = useSelect(selectRun);
  const running = preflight?.running === true || phase === 'pending';
  const findings = preflight?.findings ?? [];
  return (
    <Card
      icon={ClipboardCheck}
      title={t('preflight.title')}
      className="preflight"
      aside={preflight ? <Verdict preflight={preflight} /> : null}
    >
      <div className="preflight-head">
        <p className="card-text" role="status">
          <When preflight={preflight ?? null} running={running} />
        </p>
        <Button
          variant="primary"
          icon={ClipboardCheck}
          busy={running}
          disabled={!reachable}
          onPress={() => void dashboard.ask('maintenance.preflight', {})}
        >
          {t(findings.length > 0 ? 'preflight.again' : 'preflight.run')}
        </Button>
      </div>
      <ActionProblem action="maintenance.preflight" />
      {findings.length > 0 ? (
        <ul className="findings" aria-label={t('preflight.list')}>
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </ul>
      ) : null}
      {preflight?.asksSound ? <SoundQuestion /> : null}
      {reachable ? null : <Callout tone="warn" icon={TriangleAlert} title={t('upkeep.offline')} />}
    </Card>
  );
}

function Verdict({ preflight }: { readonly preflight: Preflight }) {
  const { t } = useWords();
  if (preflight.at === null || preflight.running) return null;
  const count = preflight.findings.filter(({ state }) => state !== 'ok').length;
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
  readonly preflight: Preflight | null;
  readonly running: boolean;
}

function When({ preflight, running }: WhenProps) {
  const { t, time } = useWords();
  if (running) return <>{t('preflight.running')}</>;
  if (preflight?.at === null || preflight === null) return <>{t('preflight.text')}</>;
  return <>{t('preflight.at', { time: time(preflight.at) })}</>;
}

function FindingRow({ finding }: { readonly finding: Finding }) {
  const { t, pick } = useWords();
  const { icon: Icon, tone } = STATE_STYLES[finding.state];
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

const selectAnswer = actionOf('maintenance.sound-heard');

/** Only the streamer knows whether the sound was audible. */
function SoundQuestion() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { phase } = useSelect(selectAnswer);
  const answer = (heard: boolean) => void dashboard.ask('maintenance.sound-heard', { heard });
  return (
    <Callout tone="accent" icon={Volume2} role="status" title={t('preflight.heard-ask')}>
      <div className="card-row sound-answers">
        <Button variant="primary" busy={phase === 'pending'} onPress={() => answer(true)}>
          {t('preflight.heard-yes')}
        </Button>
        <Button onPress={() => answer(false)}>{t('preflight.heard-no')}</Button>
      </div>
      <ActionProblem action="maintenance.sound-heard" />
    </Callout>
  );
}

/** The command that fixes a finding; null if this page does it. */
const ACTIONS: Readonly<Record<FixName, ActionName | null>> = {
  'sign-in': 'sign-in',
  grant: 'grant',
  reconnect: 'maintenance.reconnect',
  'copy-overlay': null,
  'test-sound': 'maintenance.test-sound',
  'open-stream': null,
  'open-connection': null,
  'open-overlay': null,
  'open-folder': 'maintenance.open-folder',
  'check-again': 'maintenance.preflight',
};

interface FixButtonProps {
  readonly finding: Finding;
  readonly fix: FixName;
}

/** The fix for a finding. */
function FixButton({ finding, fix }: FixButtonProps) {
  const { t } = useWords();
  const { host } = usePage();
  const dashboard = useDashboard();
  const overlayUrl = useSelect(selectStatus)?.overlay.url ?? '';
  const canOpenFolder = useSelect(selectMaintenance)?.place?.canOpenFolder === true;
  const reachable = useSelect(selectReachable);
  const [copied, setCopied] = useState<boolean | null>(null);
  const action = ACTIONS[fix];
  const { phase } = useSelect(actionOf(action ?? 'maintenance.preflight'));
  const copy = async () => setCopied(await host.copyText(overlayUrl));
  // A headless computer can only show the path.
  if (fix === 'open-folder' && !canOpenFolder) {
    return (
      <p className="finding-note">
        <a href="#upkeep-place">{t('preflight.elsewhere')}</a>
      </p>
    );
  }
  return (
    <div className="finding-fix">
      <Button
        label={`${t(`preflight.fix-${fix}`)} (${t(`preflight.id-${finding.id}`)})`}
        busy={action !== null && phase === 'pending'}
        disabled={action !== null && !reachable}
        onPress={() => void (fix === 'copy-overlay' ? copy() : run(fix, dashboard))}
      >
        {t(`preflight.fix-${fix}`)}
      </Button>
      {copied === null ? null : (
        <p className="finding-note" role="status">
          {t(copied ? 'preflight.copied' : 'preflight.copy-failed')}
        </p>
      )}
      {action === null || action === 'maintenance.preflight' ? null : (
        <ActionProblem action={action} />
      )}
    </div>
  );
}

async function run(fix: Exclude<FixName, 'copy-overlay'>, dashboard: Dashboard): Promise<void> {
  switch (fix) {
    case 'sign-in':
      return dashboard.startSignIn();
    case 'grant':
      return dashboard.grantScopes();
    case 'reconnect':
      await dashboard.ask('maintenance.reconnect', {});
      return;
    case 'test-sound':
      await dashboard.ask('maintenance.test-sound', {});
      return;
    case 'open-folder':
      await dashboard.ask('maintenance.open-folder', {});
      return;
    case 'check-again':
      await dashboard.ask('maintenance.preflight', {});
      return;
    case 'open-stream':
      return dashboard.show('stream');
    case 'open-connection':
      return dashboard.show('connection');
    case 'open-overlay':
      return dashboard.show('overlay');
  }
}

const NOT_CHECKED = { tone: 'neutral', icon: ClipboardList } as const;
const WELL = { tone: 'live', icon: ClipboardCheck } as const;
const TO_DO = { tone: 'warn', icon: ClipboardX } as const;

/** A link to the check before going live, with the number of findings. */
export function PreflightLink() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const preflight = useSelect(selectMaintenance)?.preflight;
  const step = useSelect(selectDesktop)?.setup.step ?? 'done';
  if (!preflight || step !== 'done') return null;
  const open = preflight.findings.filter(
    ({ state }) => state === 'fail' || state === 'warn',
  ).length;
  const { tone, icon: Icon } = preflight.at === null ? NOT_CHECKED : open === 0 ? WELL : TO_DO;
  const found = open > 0 ? `: ${t('preflight.to-do', { count: open })}` : '';
  const label = `${t('preflight.strip')}${found}`;
  return (
    <button
      type="button"
      className={`icon-button preflight-link tone-${tone}`}
      title={label}
      aria-label={label}
      onClick={() => dashboard.show('app')}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
