import { FlaskConical, ListChecks } from 'lucide-react';
import { useState } from 'react';
import type { DesktopState } from '../../../shared/desktop.ts';
import { selectDesktop, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useGo } from './step-frame.tsx';
import { hasApplication, keepLeft, leftAt, type Reminder, reminderOf } from './steps.ts';

export function SetupReminder() {
  const { host } = usePage();
  const setup = useSelect(selectDesktop)?.setup;
  const status = useSelect(selectStatus);
  const [left, setLeft] = useState(() => leftAt(host));
  if (!setup) return null;
  const reminder = reminderOf(setup, status, left);
  if (!reminder) return null;
  const forget = () => {
    keepLeft(host, null);
    setLeft(null);
  };
  return (
    <div className="reminder stack">
      {reminder.kind === 'demo' ? (
        <InDemo setup={setup} />
      ) : (
        <GoOn
          at={reminder.at}
          onForget={left === null || reminder.at !== 'overlay' ? null : forget}
        />
      )}
      <ActionProblem action="setup.go" />
    </div>
  );
}

function InDemo({ setup }: { readonly setup: DesktopState['setup'] }) {
  const { t } = useWords();
  const go = useGo();
  return (
    <Callout
      tone="accent"
      icon={FlaskConical}
      title={t('resume.demo')}
      text={t(hasApplication(setup) ? 'resume.demo-text-kept' : 'resume.demo-text')}
      aside={
        <>
          <Button variant="ghost" onPress={() => go('overlay')}>
            {t('resume.overlay-go')}
          </Button>
          <Button variant="primary" onPress={() => go('application')}>
            {t('welcome.connect')}
          </Button>
        </>
      }
    />
  );
}

interface GoOnProps {
  readonly at: Extract<Reminder, { kind: 'go-on' }>['at'];
  /** null if it cannot be dismissed, because no event would ever arrive without the setup. */
  readonly onForget: (() => void) | null;
}

function GoOn({ at, onForget }: GoOnProps) {
  const { t } = useWords();
  const go = useGo();
  return (
    <Callout
      tone="accent"
      icon={ListChecks}
      title={t('resume.title')}
      text={t(`resume.${at}`)}
      aside={
        <>
          {onForget ? (
            <Button variant="ghost" onPress={onForget}>
              {t('resume.dismiss')}
            </Button>
          ) : null}
          <Button variant="primary" onPress={() => go(at)}>
            {t('resume.go')}
          </Button>
        </>
      }
    />
  );
}
