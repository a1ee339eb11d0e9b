import {
  type NatsSettings,
  SINK_LOGIN_MOST,
  STREAM_NAME,
  SUBJECT_PREFIX,
} from '../../../shared/contract/sinks.ts';
import { Switch } from '../../ui/choices.tsx';
import { LineField } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';

export interface NatsDraft extends NatsSettings {
  readonly user: string;
  readonly password: string;
}

export const EMPTY_NATS: NatsDraft = {
  stream: 'STAGELIGHT',
  prefix: 'stagelight',
  make: false,
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

const LONGEST_NAME = 60;
const LONGEST_PREFIX = 200;

/** What a stream of NATS needs beside its address. */
export function NatsFields({ draft, isNew, onChange }: NatsFieldsProps) {
  const { t } = useWords();
  const { stream, prefix, make, user, password } = draft;
  const isPrefix = SUBJECT_PREFIX.test(prefix);
  return (
    <>
      <LineField
        label={t('sinks.stream')}
        note={t('sinks.stream-note')}
        faulty={!STREAM_NAME.test(stream)}
        value={stream}
        max={LONGEST_NAME}
        onChange={(text) => onChange({ ...draft, stream: text })}
      />
      <LineField
        label={t('sinks.prefix')}
        note={t(isPrefix ? 'sinks.prefix-note' : 'sinks.stream-note')}
        faulty={!isPrefix}
        value={prefix}
        max={LONGEST_PREFIX}
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
      <LineField
        label={t('sinks.password')}
        covered
        value={password}
        max={SINK_LOGIN_MOST}
        onChange={(text) => onChange({ ...draft, password: text })}
      />
    </>
  );
}
