import { KeyRound, Trash2 } from 'lucide-react';
import { useState } from 'react';
import {
  SPEECH_SERVICE_IDS,
  SPEECH_SERVICES,
  type SpeechConnection,
  type SpeechServiceId,
} from '../../../shared/contract/speech.ts';
import { SelectField } from '../../ui/choices.tsx';
import { TextField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

interface HostedServiceProps {
  readonly connected: Omit<SpeechConnection, 'key'> | null;
  readonly onChanged: () => void;
}

/** A voice service with the streamer's own key, which is entered once and never shown. */
export function HostedService({ connected, onChanged }: HostedServiceProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const remove = async () => {
    if ((await dashboard.ask('speech.disconnect', {})) !== null) onChanged();
  };
  return (
    <Fold title={t('speech.hosted')} className="hosted-service">
      <div className="stack">
        <p className="card-note">{t('speech.hosted-text')}</p>
        {connected ? (
          <div className="card-row">
            <span>
              {t('speech.hosted-on', { service: t(`speech.service-${connected.service}`) })}
            </span>
            <CoreButton icon={Trash2} action="speech.disconnect" onPress={() => void remove()}>
              {t('speech.hosted-remove')}
            </CoreButton>
          </div>
        ) : (
          <ServiceForm onChanged={onChanged} />
        )}
        <ActionProblem action="speech.connect" />
        <ActionProblem action="speech.disconnect" />
      </div>
    </Fold>
  );
}

function ServiceForm({ onChanged }: Pick<HostedServiceProps, 'onChanged'>) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [service, setService] = useState<SpeechServiceId>('openai');
  const [account, setAccount] = useState('');
  const [key, setKey] = useState('');
  const kind = SPEECH_SERVICES[service].account;
  // A server of one's own may need no key.
  const isReady =
    (kind === null || account.trim() !== '') && (key.trim() !== '' || service === 'own');
  const connect = async () => {
    const connection = {
      service,
      account: kind === null ? '' : account.trim(),
      key: key.trim(),
    };
    if ((await dashboard.ask('speech.connect', connection)) === null) return;
    setKey('');
    onChanged();
  };
  return (
    <>
      <SelectField
        label={t('speech.service')}
        choices={SPEECH_SERVICE_IDS.map((value) => ({
          value,
          label: t(`speech.service-${value}`),
        }))}
        chosen={service}
        onChoose={setService}
      />
      {kind === null ? null : (
        <TextField
          label={t(`speech.account-${kind}`)}
          note={t(`speech.account-${kind}-note`)}
          value={account}
          onChange={setAccount}
        />
      )}
      <TextField
        label={t('speech.key')}
        note={t('speech.key-note')}
        value={key}
        covered
        onChange={setKey}
      />
      <div className="card-row">
        <CoreButton
          icon={KeyRound}
          action="speech.connect"
          disabled={!isReady}
          onPress={() => void connect()}
        >
          {t('speech.connect')}
        </CoreButton>
      </div>
    </>
  );
}
