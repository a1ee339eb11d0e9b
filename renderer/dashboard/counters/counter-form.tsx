import { Hash, Plus, Save } from 'lucide-react';
import { useState } from 'react';
import {
  COUNTER_NAME_MOST,
  COUNTER_VALUE_MOST,
  COUNTER_WORDS_MOST,
  type CounterConfig,
  type CounterRow,
} from '../../../shared/contract/counters.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { EntriesField, LineField, NumberField } from '../../ui/fields.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../show/try-button.tsx';

const EMPTY: CounterConfig = { name: '', words: [], target: null };
const USUAL_TARGET = 10;

/** Called so in every language; they are also words that work in chat. */
const PRESETS = ['deaths', 'wins', 'losses'] as const;

interface FieldsProps {
  readonly config: CounterConfig;
  readonly onChange: (change: Partial<CounterConfig>) => void;
}

function CounterFields({ config, onChange }: FieldsProps) {
  const { t } = useWords();
  return (
    <>
      <LineField
        label={t('counters.name')}
        value={config.name}
        max={COUNTER_NAME_MOST}
        placeholder={t('counters.name-example')}
        onChange={(name) => onChange({ name })}
      />
      <EntriesField
        label={t('counters.words')}
        note={t('counters.words-note', { most: COUNTER_WORDS_MOST })}
        value={config.words}
        max={COUNTER_NAME_MOST}
        most={COUNTER_WORDS_MOST}
        onChange={(words) => onChange({ words: [...words] })}
      />
      <Switch
        label={t('counters.goal')}
        text={t('counters.goal-text')}
        on={config.target !== null}
        onChange={(on) => onChange({ target: on ? USUAL_TARGET : null })}
      />
      {config.target === null ? null : (
        <NumberField
          label={t('counters.target')}
          value={config.target}
          min={1}
          max={COUNTER_VALUE_MOST}
          onChange={(target) => onChange({ target: Math.round(target) })}
        />
      )}
    </>
  );
}

/** Adds a counter. */
export function NewCounterCard({ isFirst }: { readonly isFirst: boolean }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [config, setConfig] = useState(EMPTY);
  const create = async () => {
    if (await dashboard.ask('counters.create', config)) setConfig(EMPTY);
  };
  const showMe = async () => {
    const name = t('counters.preset-deaths');
    if (!(await dashboard.ask('counters.create', { name, words: [], target: null }))) return;
    const message = t('show.try-say', { name });
    await dashboard.ask('live.send', { message, senderType: 'APP' });
  };
  return (
    <Card icon={Plus} title={t('counters.new')}>
      <p className="card-text">{t(isFirst ? 'counters.none-text' : 'counters.about')}</p>
      <fieldset className="counter-presets card-row">
        <legend>{t('counters.presets')}</legend>
        {PRESETS.map((name) => {
          const label = t(`counters.preset-${name}`);
          const words = label.toLowerCase() === name ? [] : [name];
          return (
            <Button
              key={name}
              icon={Hash}
              onPress={() => setConfig({ ...config, name: label, words })}
            >
              {label}
            </Button>
          );
        })}
      </fieldset>
      <CounterFields
        config={config}
        onChange={(change) => setConfig((now) => ({ ...now, ...change }))}
      />
      <div className="card-row">
        <CoreButton
          action="counters.create"
          variant="primary"
          icon={Plus}
          disabled={config.name.trim() === ''}
          onPress={() => void create()}
        >
          {t('counters.create')}
        </CoreButton>
        {isFirst ? <TryButton action="counters.create" onPress={() => void showMe()} /> : null}
      </div>
      <ActionProblem action="counters.create" />
    </Card>
  );
}

interface EditProps {
  readonly counter: CounterRow;
  readonly onDone: () => void;
}

/** Changes what a counter is called and its goal. */
export function CounterEdit({ counter, onDone }: EditProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { id, name, words, target } = counter;
  const [config, setConfig] = useState<CounterConfig>({ name, words, target });
  const save = async () => {
    if (await dashboard.ask('counters.edit', { ...config, counter: id })) onDone();
  };
  return (
    <div className="counter-form">
      <CounterFields
        config={config}
        onChange={(change) => setConfig((now) => ({ ...now, ...change }))}
      />
      <div className="card-row">
        <CoreButton
          action="counters.edit"
          variant="primary"
          icon={Save}
          disabled={config.name.trim() === ''}
          onPress={() => void save()}
        >
          {t('counters.edit-save')}
        </CoreButton>
        <Button onPress={onDone}>{t('counters.cancel')}</Button>
      </div>
      <ActionProblem action="counters.edit" />
    </div>
  );
}

/** Gives a counter another value. */
export function CounterSet({ counter: { id, value }, onDone }: EditProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState(value);
  const save = async () => {
    if (await dashboard.ask('counters.set', { counter: id, value: draft })) onDone();
  };
  return (
    <form
      className="counter-form"
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
    >
      <NumberField
        label={t('counters.set-value')}
        value={draft}
        min={-COUNTER_VALUE_MOST}
        max={COUNTER_VALUE_MOST}
        onChange={(next) => setDraft(Math.round(next))}
      />
      <div className="card-row">
        <CoreButton action="counters.set" variant="primary" icon={Save} onPress={() => void save()}>
          {t('counters.set-save')}
        </CoreButton>
        <Button onPress={onDone}>{t('counters.cancel')}</Button>
      </div>
    </form>
  );
}
