import {
  type NatsSettings,
  SINK_LOGIN_MOST,
  STREAM_NAME,
  SUBJECT_PREFIX,
} from '../../../shared/contract/sinks.ts';
import { Switch } from '../../ui/choices.tsx';
import { LineField, TextField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

export interface NatsDraft extends NatsSettings {
  readonly user: string;
  readonly password: string;
}

export const EMPTY_NATS: NatsDraft = {
  stream: 'STAGELIGHT',
  prefix: 'stagelight',
  make: true,
  user: '',
  password: '',
};

export const natsSettingsOf = ({ stream, prefix, make }: NatsDraft): NatsSettings => ({
  stream,
  prefix,
  make,
});

export const natsLoginOf = ({ user, password }: NatsDraft) => ({ user, password });

export function isNatsReady({ stream, prefix }: NatsDraft): boolean {
  return STREAM_NAME.test(stream) && SUBJECT_PREFIX.test(prefix);
}

interface NatsFieldsProps {
  readonly draft: NatsDraft;
  readonly isNew: boolean;
  readonly onChange: (draft: NatsDraft) => void;
}

/** What a stream of NATS needs beside its address. */
export function NatsFields({ draft, isNew, onChange }: NatsFieldsProps) {
  const { t } = useWords();
  const { stream, prefix, make, user, password } = draft;
  return (
    <>
      <TextField
        label={t('sinks.stream')}
        note={t('sinks.stream-note')}
        fault={STREAM_NAME.test(stream) ? null : t('sinks.stream-note')}
        value={stream}
        onChange={(text) => onChange({ ...draft, stream: text })}
      />
      <TextField
        label={t('sinks.prefix')}
        note={t('sinks.prefix-note')}
        fault={SUBJECT_PREFIX.test(prefix) ? null : t('sinks.stream-note')}
        value={prefix}
        onChange={(text) => onChange({ ...draft, prefix: text })}
      />
      <Switch
        label={t('sinks.make')}
        text={t('sinks.make-text')}
        on={make}
        onChange={(on) => onChange({ ...draft, make: on })}
      />
      <LineField
        label={t('sinks.user')}
        note={t(isNew ? 'sinks.user-note' : 'sinks.login-keep')}
        value={user}
        max={SINK_LOGIN_MOST}
        onChange={(text) => onChange({ ...draft, user: text })}
      />
      <TextField
        label={t('sinks.password')}
        covered
        value={password}
        onChange={(text) => onChange({ ...draft, password: text })}
      />
    </>
  );
}
