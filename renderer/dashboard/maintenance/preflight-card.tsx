import {
  CircleCheck,
  CircleHelp,
  CircleX,
  ClipboardCheck,
  ClipboardList,
  ClipboardX,
  TriangleAlert,
  Volume2,
} from 'lucide-react';
import { useState } from 'react';
import type { Finding, FixName, Preflight } from '../../../shared/contract/maintenance.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import {
  type Dashboard,
  type PartOf,
  selectDesktop,
  selectMaintenance,
  selectReachable,
  selectStatus,
  type View,
} from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton, CoreButton } from '../action-button.tsx';
import { useDashboard, usePage, usePending, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** How a checked point looks. */
export const STATE_STYLES = {
  ok: { icon: CircleCheck, tone: 'live' },
  warn: { icon: TriangleAlert, tone: 'warn' },
  fail: { icon: CircleX, tone: 'error' },
  unknown: { icon: CircleHelp, tone: 'neutral' },
} as const;

export function PreflightCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const preflight = useSelect(selectMaintenance)?.preflight ?? null;
  const pending = usePending('maintenance.preflight');
  const running = preflight?.running === true || pending;
  const findings = preflight?.findings ?? [];
  return (
    <Card
      icon={ClipboardCheck}
      title={t('preflight.title')}
      aside={preflight ? <Verdict preflight={preflight} /> : null}
    >
      <div className="ends preflight-head">
        <p className="card-text" role="status">
          <When at={preflight?.at ?? null} running={running} />
        </p>
        <CoreButton
          action="maintenance.preflight"
          variant="primary"
          icon={ClipboardCheck}
          busy={running}
          onPress={() => void dashboard.ask('maintenance.preflight', {})}
        >
          {t(findings.length > 0 ? 'preflight.again' : 'preflight.run')}
        </CoreButton>
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
      {reachable ? null : <Callout tone="warn" title={t('upkeep.offline')} />}
    </Card>
  );
}

function Verdict({ preflight }: { readonly preflight: Preflight }) {
  const { t } = useWords();
  if (preflight.at === null || preflight.running) return null;
  const count = preflight.findings.filter(({ state }) => state !== 'ok').length;
  const isWell = count === 0;
  return (
    <Badge tone={isWell ? 'live' : 'warn'} icon={isWell ? CircleCheck : TriangleAlert}>
      {isWell ? t('preflight.all-well') : t('preflight.to-do', { count })}
    </Badge>
  );
}

function When({ at, running }: Pick<Preflight, 'at' | 'running'>) {
  const { t, time } = useWords();
  if (running) return t('preflight.running');
  return at === null ? t('preflight.text') : t('preflight.at', { time: time(at) });
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
        <h3 className="subtitle">{t(`preflight.id-${finding.id}`)}</h3>
        <p>{pick(finding.what)}</p>
      </div>
      {finding.fix ? <FixButton finding={finding} fix={finding.fix} /> : null}
    </li>
  );
}

/** Only the streamer knows whether the sound was audible. */
function SoundQuestion() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const answer = (heard: boolean) => void dashboard.ask('maintenance.sound-heard', { heard });
  return (
    <Callout tone="accent" icon={Volume2} role="status" title={t('preflight.heard-ask')}>
      <div className="card-row answers">
        <ActionButton
          action="maintenance.sound-heard"
          variant="primary"
          onPress={() => answer(true)}
        >
          {t('preflight.heard-yes')}
        </ActionButton>
        <Button onPress={() => answer(false)}>{t('preflight.heard-no')}</Button>
      </div>
      <ActionProblem action="maintenance.sound-heard" />
    </Callout>
  );
}

interface Fix {
  /** The action that fixes the finding; null if this page does it. */
  readonly action: ActionName | null;
  readonly run: (dashboard: Dashboard) => unknown;
}

function fixBy(name: 'reconnect' | 'test-sound' | 'open-folder' | 'preflight'): Fix {
  const action = `maintenance.${name}` as const;
  return { action, run: (dashboard) => dashboard.ask(action, {}) };
}

function fixIn<V extends View>(view: V, part?: PartOf<V>): Fix {
  return { action: null, run: (dashboard) => dashboard.show(view, part) };
}

const FIXES: Readonly<Record<Exclude<FixName, 'copy-overlay'>, Fix>> = {
  'sign-in': { action: 'sign-in', run: (dashboard) => dashboard.startSignIn() },
  grant: { action: 'grant', run: (dashboard) => dashboard.grantScopes() },
  reconnect: fixBy('reconnect'),
  'test-sound': fixBy('test-sound'),
  'open-folder': fixBy('open-folder'),
  'check-again': fixBy('preflight'),
  'open-stream': fixIn('stream'),
  'open-connection': fixIn('settings', 'connection'),
  'open-overlay': fixIn('overlay'),
  'open-obs': fixIn('settings', 'obs'),
};

function FixButton({ finding, fix }: { readonly finding: Finding; readonly fix: FixName }) {
  const { t } = useWords();
  const { dashboard, host } = usePage();
  const overlayUrl = useSelect(selectStatus)?.overlay.url ?? '';
  const canOpenFolder = useSelect(selectMaintenance)?.place?.canOpenFolder === true;
  const reachable = useSelect(selectReachable);
  const [copied, setCopied] = useState<boolean | null>(null);
  const copy: Fix = {
    action: null,
    run: async () => setCopied(await host.copyText(overlayUrl)),
  };
  const { action, run } = fix === 'copy-overlay' ? copy : FIXES[fix];
  const pending = usePending(action);
  // A headless computer can only show the path.
  if (fix === 'open-folder' && !canOpenFolder) {
    return (
      <p className="card-note">
        <a href="#upkeep-place">{t('preflight.elsewhere')}</a>
      </p>
    );
  }
  return (
    <div className="finding-fix">
      <Button
        label={`${t(`preflight.fix-${fix}`)} (${t(`preflight.id-${finding.id}`)})`}
        busy={pending}
        disabled={action !== null && !reachable}
        onPress={() => void run(dashboard)}
      >
        {t(`preflight.fix-${fix}`)}
      </Button>
      {copied === null ? null : (
        <p className="card-note" role="status">
          {t(copied ? 'preflight.copied' : 'preflight.copy-failed')}
        </p>
      )}
      {action === null || action === 'maintenance.preflight' ? null : (
        <ActionProblem action={action} />
      )}
    </div>
  );
}

const NOT_CHECKED = { tone: 'neutral', icon: ClipboardList } as const;
const WELL = { tone: 'live', icon: ClipboardCheck } as const;
const TO_DO = { tone: 'warn', icon: ClipboardX } as const;

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
      onClick={() => dashboard.show('settings', 'app')}
    >
      <Icon size={16} aria-hidden />
    </button>
  );
}
