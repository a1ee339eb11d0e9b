import { useState } from 'react';
import type { Finding, FixName } from '../../../shared/contract/maintenance.ts';
import type { ActionName } from '../../stores/dashboard-actions.ts';
import {
  actionOf,
  type Dashboard,
  selectCare,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';

/** What can be asked of the core about a finding; null: it is done on this page. */
const ACTIONS: Readonly<Record<FixName, ActionName | null>> = {
  'sign-in': 'sign-in',
  grant: 'grant',
  reconnect: 'care.reconnect',
  'copy-overlay': null,
  'test-sound': 'care.test-sound',
  'open-stream': null,
  'open-connection': null,
  'open-overlay': null,
  'open-folder': 'care.open-folder',
  'check-again': 'care.preflight',
};

interface FixButtonProps {
  readonly finding: Finding;
  readonly fix: FixName;
}

/** The one thing to do about a finding. */
export function FixButton({ finding, fix }: FixButtonProps) {
  const { t } = useWords();
  const { host } = usePage();
  const dashboard = useDashboard();
  const overlayUrl = useSelect(selectStatus)?.overlay.url ?? '';
  const canOpenFolder = useSelect(selectCare)?.place?.canOpenFolder === true;
  const reachable = useSelect(selectReachable);
  const [copied, setCopied] = useState<boolean | null>(null);
  const action = ACTIONS[fix];
  const { phase } = useSelect(actionOf(action ?? 'care.preflight'));
  const copy = async () => setCopied(await host.copyText(overlayUrl));
  // On a computer where nobody sits the path is all there is.
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
      {action === null || action === 'care.preflight' ? null : <ActionProblem action={action} />}
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
      await dashboard.ask('care.reconnect', {});
      return;
    case 'test-sound':
      await dashboard.ask('care.test-sound', {});
      return;
    case 'open-folder':
      await dashboard.ask('care.open-folder', {});
      return;
    case 'check-again':
      await dashboard.ask('care.preflight', {});
      return;
    case 'open-stream':
      return dashboard.show('stream');
    case 'open-connection':
      return dashboard.show('connection');
    case 'open-overlay':
      return dashboard.show('overlay');
  }
}
