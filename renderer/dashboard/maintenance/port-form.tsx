import { Save } from 'lucide-react';
import { useEffect, useState } from 'react';
import { type CarePlace, PORT_LIMITS } from '../../../shared/contract/maintenance.ts';
import { actionOf, selectReachable } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { TextField } from '../setup/text-field.tsx';
import { RestartButton } from './restart-button.tsx';

const selectSet = actionOf('care.set-port');

/** The number that is typed; undefined: it is none that can be had. */
export function portOf(text: string): number | null | undefined {
  const typed = text.trim();
  if (typed === '') return null;
  const port = /^\d{1,5}$/.test(typed) ? Number(typed) : Number.NaN;
  return port >= PORT_LIMITS.min && port <= PORT_LIMITS.max ? port : undefined;
}

/** The port of both addresses; it applies with the next start. */
export function PortForm({ place }: { readonly place: CarePlace }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const { phase } = useSelect(selectSet);
  const kept = place.portSetting === null ? '' : String(place.portSetting);
  const [text, setText] = useState(kept);
  const [left, setLeft] = useState(false);
  // What another dashboard sets comes into the field.
  useEffect(() => setText(kept), [kept]);
  const port = portOf(text);
  const fault = left && port === undefined ? t('place.port-fault', { ...PORT_LIMITS }) : null;
  const waits = place.portSetting !== null && place.portSetting !== place.port;
  const save = () => {
    setLeft(true);
    if (port !== undefined) void dashboard.ask('care.set-port', { port });
  };
  return (
    <>
      <TextField
        label={t('place.port')}
        value={text}
        fault={fault}
        note={t('place.port-note', { port: place.port })}
        onChange={setText}
        onLeave={() => setLeft(true)}
        aside={
          <Button
            icon={Save}
            busy={phase === 'pending'}
            disabled={!reachable || text.trim() === kept}
            onPress={save}
          >
            {t('place.port-save')}
          </Button>
        }
      />
      <ActionProblem action="care.set-port" />
      {waits ? (
        <>
          <p className="card-note" role="status">
            {t('place.port-waits')}
          </p>
          <RestartButton place={place} />
        </>
      ) : null}
    </>
  );
}
