import { KeyRound, Pencil, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  LEAST_BEAMS_MOST,
  type NewSink,
  SENT_KINDS,
  SINK_ADDRESS_MOST,
  SINK_KINDS,
  SINK_NAME_MOST,
  type SinkKind,
  type SinkRow,
} from '../../../shared/contract/sinks.ts';
import { assertNever } from '../../../shared/events.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Check, SelectField, Switch } from '../../ui/choices.tsx';
import { LineField, NumberField } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import {
  EMPTY_NATS,
  isNatsReady,
  type NatsDraft,
  NatsFields,
  natsLoginOf,
  natsSettingsOf,
} from './nats-fields.tsx';

/** What a webhook is signed with, while it can be seen. */
export interface Secret {
  readonly name: string;
  readonly secret: string;
}

interface SecretCardProps {
  readonly secret: Secret;
  readonly onClose: () => void;
}

export function SecretCard({ secret: { name, secret }, onClose }: SecretCardProps) {
  const { t } = useWords();
  return (
    <Card icon={KeyRound} title={t('sinks.secret-title', { name })}>
      <Callout tone="warn" role="alert" title={t('sinks.secret-text')} />
      <AddressField label={t('sinks.secret')} address={secret} copyLabel={t('sinks.copy-secret')} />
      <div className="card-row">
        <Button onPress={onClose}>{t('sinks.secret-done')}</Button>
      </div>
    </Card>
  );
}

interface Draft extends Pick<SinkRow, 'kind' | 'name' | 'nearby'> {
  readonly address: string;
  readonly kinds: SinkRow['filter']['kinds'];
  readonly leastBeams: number;
  readonly nats: NatsDraft;
}

const EMPTY: Draft = {
  kind: 'webhook',
  name: '',
  address: '',
  nearby: false,
  kinds: [...SENT_KINDS],
  leastBeams: 0,
  nats: EMPTY_NATS,
};

function draftOf({ kind, name, nearby, filter, nats }: SinkRow): Draft {
  return { kind, name, nearby, address: '', ...filter, nats: { ...EMPTY_NATS, ...nats } };
}

function newSinkOf({ kind, name, address, nearby, kinds, leastBeams, nats }: Draft): NewSink {
  const common = { name, filter: { kinds, leastBeams } };
  switch (kind) {
    case 'webhook':
      return { kind, ...common, address, nearby };
    case 'discord':
      return { kind, ...common, address };
    case 'file':
      return { kind, ...common };
    case 'nats': {
      const login = natsLoginOf(nats);
      return { kind, ...common, address, nearby, nats: natsSettingsOf(nats), login };
    }
    default:
      return assertNever(kind);
  }
}

/** What of a sink stays where its fields are left empty. */
function keptOrNew({ kind, address, nats }: Draft) {
  const { user, password } = nats;
  return {
    address: address.trim() === '' ? null : address,
    nats: kind === 'nats' ? natsSettingsOf(nats) : null,
    login: user.trim() === '' && password === '' ? null : natsLoginOf(nats),
  };
}

function isReady(draft: Draft, isNew: boolean): boolean {
  const { kind, name, address, kinds, nats } = draft;
  if (name.trim() === '' || kinds.length === 0) return false;
  if (isNew && kind !== 'file' && address.trim() === '') return false;
  return kind !== 'nats' || isNatsReady(nats);
}

interface SinkFormProps {
  /** null: for a new one. */
  readonly row: SinkRow | null;
  readonly onSecret: (secret: Secret) => void;
  readonly onClose: () => void;
}

/** Makes a sink, or changes one. */
export function SinkForm({ row, onSecret, onClose }: SinkFormProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(row ? draftOf(row) : EMPTY);
  const { kind, name, nearby, kinds, leastBeams } = draft;
  const add = async () => {
    const answer = await dashboard.ask('sinks.add', newSinkOf(draft));
    if (!answer) return;
    setDraft({ ...EMPTY, kind });
    if (answer.secret !== null) onSecret({ name, secret: answer.secret });
  };
  const change = async (id: string) => {
    const wanted = { id, name, filter: { kinds, leastBeams }, nearby };
    const answer = await dashboard.ask('sinks.change', { ...wanted, ...keptOrNew(draft) }, id);
    if (answer !== null) onClose();
  };
  const action = row ? (`sinks.change#${row.id}` as const) : 'sinks.add';
  return (
    <Card
      icon={row ? Pencil : Plus}
      title={row ? t('sinks.edit-of', { name: row.name }) : t('sinks.new')}
    >
      <SinkFields draft={draft} isNew={row === null} onChange={setDraft} />
      <div className="card-row">
        <CoreButton
          action={action}
          variant="primary"
          disabled={!isReady(draft, row === null)}
          onPress={() => void (row ? change(row.id) : add())}
        >
          {t(row ? 'sinks.save' : 'sinks.add')}
        </CoreButton>
        {row ? (
          <Button variant="ghost" onPress={onClose}>
            {t('sinks.cancel')}
          </Button>
        ) : null}
      </div>
      <ActionProblem action={action} />
    </Card>
  );
}

interface SinkFieldsProps {
  readonly draft: Draft;
  readonly isNew: boolean;
  readonly onChange: (draft: Draft) => void;
}

function SinkFields({ draft, isNew, onChange }: SinkFieldsProps) {
  const { t } = useWords();
  const { kind, name, address, nearby, kinds, leastBeams, nats } = draft;
  const toggle = (which: (typeof SENT_KINDS)[number], on: boolean) =>
    onChange({
      ...draft,
      kinds: SENT_KINDS.filter((each) => (each === which ? on : kinds.includes(each))),
    });
  return (
    <>
      {isNew ? (
        <SelectField<SinkKind>
          label={t('sinks.kind')}
          note={t(`sinks.note-${kind}`)}
          chosen={kind}
          choices={SINK_KINDS.map((value) => ({ value, label: t(`sinks.kind-${value}`) }))}
          onChoose={(chosen) => onChange({ ...draft, kind: chosen })}
        />
      ) : null}
      <LineField
        label={t('sinks.name')}
        value={name}
        max={SINK_NAME_MOST}
        onChange={(text) => onChange({ ...draft, name: text })}
      />
      {kind === 'file' ? null : (
        <LineField
          label={t(kind === 'nats' ? 'sinks.servers' : 'sinks.address')}
          note={isNew ? undefined : t('sinks.address-keep')}
          value={address}
          max={SINK_ADDRESS_MOST}
          placeholder={kind === 'nats' ? t('sinks.servers-form') : 'https://'}
          onChange={(text) => onChange({ ...draft, address: text })}
        />
      )}
      {kind === 'nats' ? (
        <NatsFields
          draft={nats}
          isNew={isNew}
          onChange={(next) => onChange({ ...draft, nats: next })}
        />
      ) : null}
      {kind === 'webhook' || kind === 'nats' ? (
        <Switch
          label={t('sinks.nearby')}
          text={t('sinks.nearby-text')}
          on={nearby}
          onChange={(on) => onChange({ ...draft, nearby: on })}
        />
      ) : null}
      <fieldset className="picks door-picks">
        <legend>{t('sinks.kinds')}</legend>
        {SENT_KINDS.map((each) => (
          <Check
            key={each}
            label={t(`sinks.event-${each}`)}
            checked={kinds.includes(each)}
            onChange={(on) => toggle(each, on)}
          />
        ))}
      </fieldset>
      <NumberField
        label={t('sinks.least')}
        value={leastBeams}
        min={0}
        max={LEAST_BEAMS_MOST}
        unit={t('sinks.beams')}
        onChange={(value) => onChange({ ...draft, leastBeams: value })}
      />
    </>
  );
}
