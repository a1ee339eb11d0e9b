import { Play, Plus, Save, SlidersHorizontal, Timer, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import {
  SUBATHON_LIMIT_HOURS,
  SUBATHON_PER_MOST,
  SUBATHON_RULES_MOST,
  SUBATHON_SECONDS_MOST,
  SUBATHON_SORTS,
  SUBATHON_START_MINUTES,
  SUBATHON_TIER_MOST,
  SUBATHON_TITLE_MOST,
  type SubathonConfig,
  type SubathonRule,
  type SubathonView,
} from '../../../shared/contract/subathon.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, Switch } from '../../ui/choices.tsx';
import { LineField, NumberField } from '../../ui/fields.tsx';
import { Fold } from '../../ui/fold.tsx';
import { OpenNumberField } from '../../ui/open-number-field.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { TryButton } from '../show/try-button.tsx';

const CURRENCIES = ['KRW', 'USD', 'JPY'] as const;
const UNCAPPED = { mostEach: null, mostInAll: null } as const;

const FIRST_RULES: Readonly<Record<SubathonRule['by'], SubathonRule>> = {
  donation: { by: 'donation', per: 1_000, seconds: 60, ...UNCAPPED },
  cheering: { by: 'cheering', per: 1_000, seconds: 60, ...UNCAPPED },
  subscription: { by: 'subscription', tier: null, seconds: 300, ...UNCAPPED },
  purchase: { by: 'purchase', currency: 'KRW', per: 10_000, seconds: 300, ...UNCAPPED },
};

const FIRST: SubathonConfig = {
  title: '',
  minutes: 60,
  rules: [FIRST_RULES.donation, FIRST_RULES.cheering, FIRST_RULES.subscription],
  limitHours: null,
  announce: true,
};

/** Sets up the next clock. */
export function NewSubathonCard({ last }: { readonly last: SubathonConfig | null }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [config, setConfig] = useState(last ?? FIRST);
  const set = (change: Partial<SubathonConfig>) => setConfig((now) => ({ ...now, ...change }));
  const { least, most } = SUBATHON_START_MINUTES;
  return (
    <Card icon={Timer} title={t('subathon.new')}>
      <p className="card-text">{t('subathon.about')}</p>
      <LineField
        label={t('subathon.name')}
        value={config.title}
        max={SUBATHON_TITLE_MOST}
        placeholder={t('subathon.untitled')}
        onChange={(title) => set({ title })}
      />
      <div className="subathon-fields">
        <NumberField
          label={t('subathon.start')}
          value={config.minutes}
          min={least}
          max={most}
          unit={t('subathon.minutes-unit')}
          onChange={(minutes) => set({ minutes: Math.round(minutes) })}
        />
        <OpenNumberField
          label={t('subathon.limit')}
          placeholder={t('subathon.no-limit')}
          value={config.limitHours}
          min={SUBATHON_LIMIT_HOURS.least}
          max={SUBATHON_LIMIT_HOURS.most}
          unit={t('subathon.hours-unit')}
          onChange={(limitHours) => set({ limitHours })}
        />
      </div>
      <p className="card-note">{t('subathon.limit-text')}</p>
      <Rules rules={config.rules} onChange={(rules) => set({ rules })} />
      <Switch
        label={t('subathon.announce')}
        text={t('subathon.announce-text')}
        on={config.announce}
        onChange={(announce) => set({ announce })}
      />
      <div className="card-row">
        <CoreButton
          action="subathon.begin"
          variant="primary"
          icon={Play}
          onPress={() => void dashboard.ask('subathon.begin', config)}
        >
          {t('subathon.begin')}
        </CoreButton>
        <TryButton
          action="subathon.begin"
          onPress={() => void dashboard.ask('subathon.begin', FIRST)}
        />
      </div>
      <ActionProblem action="subathon.begin" />
    </Card>
  );
}

/** Other rules for the clock that runs. */
export function RunningRulesCard({ clock: { tallies } }: { readonly clock: SubathonView }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const present = tallies.map(({ rule }) => rule);
  /** null: as they are. */
  const [draft, setDraft] = useState<readonly SubathonRule[] | null>(null);
  const rules = [...(draft ?? present)];
  const save = async () => {
    if (await dashboard.ask('subathon.set-rules', { rules })) setDraft(null);
  };
  return (
    <Card icon={SlidersHorizontal} title={t('subathon.change-rules')}>
      <p className="card-text">{t('subathon.change-rules-text')}</p>
      <Fold title={t('subathon.rules')}>
        <div className="stack">
          <Rules rules={rules} titled={false} onChange={setDraft} />
          <div className="card-row">
            <CoreButton
              action="subathon.set-rules"
              variant="primary"
              icon={Save}
              onPress={() => void save()}
            >
              {t('subathon.save-rules')}
            </CoreButton>
            {draft ? (
              <Button icon={X} onPress={() => setDraft(null)}>
                {t('subathon.cancel')}
              </Button>
            ) : null}
          </div>
          <ActionProblem action="subathon.set-rules" />
        </div>
      </Fold>
    </Card>
  );
}

interface RulesProps {
  readonly rules: SubathonConfig['rules'];
  /** Whether it has a heading of its own. */
  readonly titled?: boolean;
  readonly onChange: (rules: SubathonRule[]) => void;
}

function Rules({ rules, titled = true, onChange }: RulesProps) {
  const { t } = useWords();
  const isFull = rules.length >= SUBATHON_RULES_MOST;
  return (
    <>
      {titled ? <h3>{t('subathon.rules')}</h3> : null}
      <p className="card-note">{t('subathon.rules-text')}</p>
      {rules.map((rule, at) => (
        <RuleFields
          // biome-ignore lint/suspicious/noArrayIndexKey: a rule is its place in the form
          key={at}
          rule={rule}
          number={at + 1}
          onChange={(changed) =>
            onChange(rules.map((each, place) => (place === at ? changed : each)))
          }
          onRemove={() => onChange(rules.filter((_, place) => place !== at))}
        />
      ))}
      <div className="card-row">
        {SUBATHON_SORTS.map((by) => (
          <Button
            key={by}
            icon={Plus}
            disabled={isFull}
            label={t('subathon.rule-add', { sort: t(`subathon.${by}`) })}
            onPress={() => onChange([...rules, FIRST_RULES[by]])}
          >
            {t(`subathon.${by}`)}
          </Button>
        ))}
      </div>
    </>
  );
}

interface RuleProps {
  readonly rule: SubathonRule;
  /** As people count. */
  readonly number: number;
  readonly onChange: (rule: SubathonRule) => void;
  readonly onRemove: () => void;
}

function RuleFields({ rule, number, onChange, onRemove }: RuleProps) {
  const { t } = useWords();
  const name = t('subathon.rule-name', { number, sort: t(`subathon.${rule.by}`) });
  const cap = (label: string, value: number | null, change: (value: number | null) => void) => (
    <OpenNumberField
      label={label}
      placeholder={t('subathon.no-cap')}
      value={value}
      min={1}
      max={SUBATHON_SECONDS_MOST}
      unit={t('subathon.seconds-unit')}
      onChange={change}
    />
  );
  return (
    <fieldset className="subathon-rule" aria-label={name}>
      <div className="subathon-rule-head">
        <strong>{t(`subathon.${rule.by}`)}</strong>
        <IconButton icon={Trash2} label={t('subathon.rule-remove', { name })} onPress={onRemove} />
      </div>
      <div className="subathon-fields">
        <Subject rule={rule} onChange={onChange} />
        <NumberField
          label={t('subathon.adds')}
          value={rule.seconds}
          min={1}
          max={SUBATHON_SECONDS_MOST}
          unit={t('subathon.seconds-unit')}
          onChange={(seconds) => onChange({ ...rule, seconds: Math.round(seconds) })}
        />
      </div>
      <Fold title={t('subathon.caps')} open={rule.mostEach !== null || rule.mostInAll !== null}>
        <div className="subathon-fields">
          {cap(t('subathon.most-each'), rule.mostEach, (mostEach) =>
            onChange({ ...rule, mostEach }),
          )}
          {cap(t('subathon.most-in-all'), rule.mostInAll, (mostInAll) =>
            onChange({ ...rule, mostInAll }),
          )}
        </div>
      </Fold>
    </fieldset>
  );
}

/** What the rule counts. */
function Subject({ rule, onChange }: Pick<RuleProps, 'rule' | 'onChange'>) {
  const { t } = useWords();
  if (rule.by === 'subscription') {
    return (
      <OpenNumberField
        label={t('subathon.tier')}
        placeholder={t('subathon.any-tier')}
        value={rule.tier}
        min={0}
        max={SUBATHON_TIER_MOST}
        onChange={(tier) => onChange({ ...rule, tier })}
      />
    );
  }
  const per = (
    <NumberField
      label={t('subathon.per')}
      value={rule.per}
      min={1}
      max={SUBATHON_PER_MOST}
      unit={rule.by === 'purchase' ? rule.currency : t('subathon.beams-unit')}
      onChange={(value) => onChange({ ...rule, per: Math.round(value) })}
    />
  );
  if (rule.by !== 'purchase') return per;
  const known: readonly string[] = CURRENCIES;
  const codes = known.includes(rule.currency) ? CURRENCIES : [...CURRENCIES, rule.currency];
  return (
    <>
      <SelectField
        label={t('subathon.currency')}
        choices={codes.map((value) => ({ value, label: value }))}
        chosen={rule.currency}
        onChoose={(currency) => onChange({ ...rule, currency })}
      />
      {per}
    </>
  );
}
