import { KeyRound, Plus } from 'lucide-react';
import { useState } from 'react';
import {
  API_KEY_NAME_MOST,
  API_ORIGINS_MOST,
  API_SCOPES,
  type ApiScope,
  ORIGIN,
} from '../../../shared/contract/doors.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Check } from '../../ui/choices.tsx';
import { EntriesField, LineField } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

const MOST_ORIGIN_CHARS = 300;

interface Draft {
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  readonly origins: readonly string[];
}

const EMPTY: Draft = { name: '', scopes: ['events:read'], origins: [] };

/** Makes a key, and shows it this once. */
export function NewKeyCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(EMPTY);
  const [made, setMade] = useState<{ readonly name: string; readonly key: string } | null>(null);
  const create = async () => {
    const answer = await dashboard.ask('doors.create-key', {
      name: draft.name,
      scopes: [...draft.scopes],
      origins: [...draft.origins],
    });
    if (!answer) return;
    setMade({ name: draft.name, key: answer.key });
    setDraft(EMPTY);
  };
  if (made) {
    return (
      <Card icon={KeyRound} title={t('doors.created', { name: made.name })}>
        <Callout tone="warn" role="alert" title={t('doors.created-text')} />
        <AddressField label={t('doors.key')} address={made.key} copyLabel={t('doors.copy-key')} />
        <div className="card-row">
          <Button onPress={() => setMade(null)}>{t('doors.done')}</Button>
        </div>
      </Card>
    );
  }
  return <KeyForm draft={draft} onChange={setDraft} onCreate={() => void create()} />;
}

interface KeyFormProps {
  readonly draft: Draft;
  readonly onChange: (draft: Draft) => void;
  readonly onCreate: () => void;
}

function KeyForm({ draft, onChange, onCreate }: KeyFormProps) {
  const { t } = useWords();
  const { name, scopes, origins } = draft;
  const wrong = origins.find((origin) => !ORIGIN.test(origin.toLowerCase()));
  const isReady = name.trim() !== '' && scopes.length > 0 && wrong === undefined;
  const toggle = (scope: ApiScope, on: boolean) =>
    onChange({
      ...draft,
      scopes: API_SCOPES.filter((each) => (each === scope ? on : scopes.includes(each))),
    });
  return (
    <Card icon={Plus} title={t('doors.new')}>
      <p className="card-text">{t('doors.new-text')}</p>
      <LineField
        label={t('doors.name')}
        value={name}
        max={API_KEY_NAME_MOST}
        placeholder={t('doors.name-example')}
        onChange={(text) => onChange({ ...draft, name: text })}
      />
      <fieldset className="picks door-picks">
        <legend>{t('doors.scopes')}</legend>
        {API_SCOPES.map((scope) => (
          <Check
            key={scope}
            label={t(`doors.scope-${scope}`)}
            checked={scopes.includes(scope)}
            onChange={(on) => toggle(scope, on)}
          />
        ))}
      </fieldset>
      <EntriesField
        label={t('doors.origins')}
        note={
          wrong === undefined ? t('doors.origins-note') : t('doors.origin-wrong', { origin: wrong })
        }
        faulty={wrong !== undefined}
        value={origins}
        max={MOST_ORIGIN_CHARS}
        most={API_ORIGINS_MOST}
        onChange={(list) => onChange({ ...draft, origins: list })}
      />
      <div className="card-row">
        <CoreButton
          action="doors.create-key"
          variant="primary"
          icon={Plus}
          disabled={!isReady}
          onPress={onCreate}
        >
          {t('doors.create')}
        </CoreButton>
      </div>
      <ActionProblem action="doors.create-key" />
    </Card>
  );
}
