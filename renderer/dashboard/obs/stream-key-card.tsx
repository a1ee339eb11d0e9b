import { CircleCheck, KeyRound, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { ObsState, ObsStreamTarget } from '../../../shared/contract/obs.ts';
import { selectStatus } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { TextField } from '../../ui/fields.tsx';
import { ActionDialog, CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { useReading } from '../query.ts';
import { useMissingScopes } from '../stream/use-writing.ts';

/** The check before a broadcast leads here. */
export const STREAM_KEY_CARD = 'obs-stream-key';

const MINUTE = 60_000;
const SERVER = /^rtmps?:\/\/[^\s/@?#]+(\/[^\s?#]*)?$/i;

interface KeyProps {
  readonly obs: ObsState;
}

/** The stream key goes from the platform into OBS: asked for first, shown nowhere, put back by a press. */
export function StreamKeyCard({ obs }: KeyProps) {
  const { t } = useWords();
  const [done, setDone] = useState<'changed' | 'same' | 'back-done' | null>(null);
  // Another reading whenever OBS streams to something else because of us.
  const { value: target, problem } = useReading(
    `obs ${obs.streamKey.putAt}`,
    'obs.stream-target',
    {},
  );
  return (
    <Card id={STREAM_KEY_CARD} icon={KeyRound} title={t('obs.key-title')}>
      <p className="card-text">{t('obs.key-text')}</p>
      {target === null ? null : (
        <PutIn key={target.server} obs={obs} target={target} onDone={setDone} />
      )}
      <ProblemNote problem={problem} />
      {done === null ? null : (
        <p className="obs-right tone-live" role="status">
          <CircleCheck size={16} aria-hidden />
          {t(`obs.key-${done}`)}
        </p>
      )}
      <PutBack obs={obs} onDone={() => setDone('back-done')} />
    </Card>
  );
}

interface PutInProps extends KeyProps {
  readonly target: ObsStreamTarget;
  readonly onDone: (done: 'changed' | 'same' | null) => void;
}

function PutIn({ obs, target, onDone }: PutInProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const why = useHindrance(obs);
  const [typed, setTyped] = useState(target.server ?? '');
  const [judged, setJudged] = useState(false);
  const [asking, setAsking] = useState(false);
  const server = typed.trim();
  const isServer = SERVER.test(server);
  const ask = () => {
    setJudged(true);
    onDone(null);
    if (isServer) setAsking(true);
  };
  const put = async () => {
    const answer = await dashboard.ask('obs.stream-key', { server });
    if (!answer) return;
    setAsking(false);
    onDone(answer.changed ? 'changed' : 'same');
  };
  return (
    <>
      <TextField
        label={t('obs.key-server')}
        value={typed}
        fault={judged && !isServer ? t('obs.key-server-fault') : null}
        note={t('obs.key-server-note')}
        onChange={setTyped}
        onLeave={() => setJudged(typed !== '')}
      />
      <div className="card-row">
        <CoreButton icon={KeyRound} disabled={why !== null} onPress={ask}>
          {t('obs.key-put')}
        </CoreButton>
      </div>
      {why === null ? null : <p className="card-note">{why}</p>}
      {asking ? (
        <ActionDialog
          action="obs.stream-key"
          title={t('obs.key-ask')}
          name={server}
          text={t('obs.key-ask-text')}
          confirm={t('obs.key-put')}
          cancel={t('upkeep.cancel')}
          icon={KeyRound}
          onConfirm={() => void put()}
          onClose={() => setAsking(false)}
        >
          <p className="card-note">
            {target.now === null
              ? t('obs.key-now-none')
              : t('obs.key-now', { service: target.now })}
          </p>
          {obs.elsewhere ? (
            <Callout
              tone="warn"
              title={t('obs.key-elsewhere')}
              text={t('obs.key-elsewhere-text')}
            />
          ) : null}
        </ActionDialog>
      ) : null}
    </>
  );
}

/** Why the key can't be put in now; null: it can. */
function useHindrance({ streaming }: ObsState): string | null {
  const { t } = useWords();
  const isSignedIn = useSelect(selectStatus)?.tokens != null;
  const isMissing = useMissingScopes().includes('READ:LIVE_STREAM_KEY');
  if (!isSignedIn) return t('obs.key-signed-out');
  if (isMissing) return t('obs.key-no-scope', { scope: t('scope.READ:LIVE_STREAM_KEY') });
  return streaming ? t('obs.key-streaming') : null;
}

function PutBack({ obs, onDone }: KeyProps & { readonly onDone: () => void }) {
  const { t, moment } = useWords();
  const dashboard = useDashboard();
  const now = useNow(MINUTE);
  const { putAt } = obs.streamKey;
  if (putAt === null) return <ActionProblem action="obs.stream-key-back" />;
  const putBack = async () => {
    if (await dashboard.ask('obs.stream-key-back', {})) onDone();
  };
  return (
    <div className="apart stack">
      <div className="ends">
        <div className="obs-done">
          <p>{t('obs.key-put-at', { time: moment(putAt, now) })}</p>
          <p className="card-note">{t('obs.key-kept')}</p>
        </div>
        <CoreButton
          action="obs.stream-key-back"
          icon={Undo2}
          disabled={obs.streaming}
          onPress={() => void putBack()}
        >
          {t('obs.key-back')}
        </CoreButton>
      </div>
      <ActionProblem action="obs.stream-key-back" />
    </div>
  );
}
