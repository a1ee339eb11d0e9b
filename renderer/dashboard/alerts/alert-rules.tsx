import {
  ArrowDown,
  ArrowUp,
  ChartNoAxesColumnIncreasing,
  ChevronRight,
  ListChecks,
  Plus,
  Trash2,
  Undo2,
} from 'lucide-react';
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react';
import type { Rule } from '../../../shared/overlay/alert-rules.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Grip, type Reorder, useReorder } from '../../ui/reorder.tsx';
import { useDashboard, usePage, useWords } from '../context.ts';
import { usePaced } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { ReorderAnnouncer } from '../reorder-announcer.tsx';
import { movedBy, placedAt } from '../reordered.ts';
import { takeOwnAlert } from './own-alert.ts';
import { RuleEditor } from './rule-editor.tsx';
import {
  BIG_BEAMS,
  changedRule,
  newRule,
  PRESETS,
  type Preset,
  placeFor,
  RULES_MOST,
  type Rules,
  withoutRule,
  withRule,
} from './rule-edits.ts';
import { coveringRule } from './rule-test.ts';
import { missingTiers, withTiers } from './rule-tiers.ts';
import { ruleName, ruleSentence } from './rule-words.ts';

/** The rules in their order, and what makes new ones. */
export function RulesCard({ overlay }: { readonly overlay: OverlaySettings }) {
  const words = useWords();
  const { t } = words;
  const [open, setOpen] = useState<string | null>(null);
  const [removed, setRemoved] = useState<{ rule: Rule; index: number } | null>(null);
  // The rule added or restored last; it receives the focus.
  const [fresh, setFresh] = useState<string | null>(null);
  const { rules, change } = useRules(overlay);
  const reorder = useReorder({
    ids: rules.map(({ id }) => id),
    onMove: (id, to) => change((now) => placedAt(now, id, to)),
  });
  const nameOf = (id: string) => {
    const rule = rules.find((each) => each.id === id);
    return rule ? ruleName(rule, words) : '';
  };
  const bringBack = () => {
    if (!removed) return;
    change((now) => withRule(now, removed.rule, removed.index));
    setFresh(removed.rule.id);
    setRemoved(null);
  };
  return (
    <Card icon={ListChecks} title={t('rules.title')} className="rules-card">
      <p className="card-note">{t(rules.length === 0 ? 'rules.empty' : 'rules.text')}</p>
      <AddRule
        rules={rules}
        onChange={change}
        onAdded={(rule) => {
          setOpen(rule.id);
          setFresh(rule.id);
          setRemoved(null);
        }}
      />
      <ol
        ref={reorder.list}
        className="rules stack"
        aria-label={t('rules.order')}
        hidden={rules.length === 0}
      >
        {rules.map((rule, index) => (
          <RuleRow
            key={rule.id}
            rule={rule}
            index={index}
            rules={rules}
            onChange={change}
            reorder={reorder}
            open={rule.id === open}
            fresh={rule.id === fresh}
            onOpen={(isOpen) => setOpen(isOpen ? rule.id : null)}
            onRemove={() => {
              setRemoved({ rule, index });
              setFresh(null);
              change((now) => withoutRule(now, rule.id));
            }}
          />
        ))}
      </ol>
      <ReorderAnnouncer news={reorder.news} nameOf={nameOf} />
      <div role="status">
        {removed ? (
          <Callout
            tone="neutral"
            icon={Trash2}
            title={t('rules.removed', { name: ruleName(removed.rule, words) })}
            aside={
              <Button icon={Undo2} onPress={bringBack}>
                {t('rules.bring-back')}
              </Button>
            }
          />
        ) : null}
      </div>
      <ActionProblem action="overlay.set#rules" />
    </Card>
  );
}

interface RuleRowProps {
  readonly rule: Rule;
  readonly index: number;
  readonly rules: Rules;
  readonly onChange: ChangeRules;
  readonly reorder: Reorder;
  readonly open: boolean;
  /** Just added: takes the focus. */
  readonly fresh: boolean;
  readonly onOpen: (open: boolean) => void;
  readonly onRemove: () => void;
}

function RuleRow(props: RuleRowProps) {
  const { rule, index, rules, onChange: change, reorder, open, fresh, onOpen, onRemove } = props;
  const words = useWords();
  const { t } = words;
  const editor = useId();
  const opener = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (fresh) opener.current?.focus();
  }, [fresh]);
  const { id, enabled } = rule;
  const name = ruleName(rule, words);
  return (
    <li className="rule" data-open={open} data-enabled={enabled} {...reorder.rowProps(id)}>
      <div className="rule-head">
        <Grip
          label={t('order.grip', { name })}
          hint={t('order.hint')}
          disabled={rules.length < 2}
          grip={reorder.gripProps(id)}
        />
        <button
          ref={opener}
          type="button"
          className="rule-name reorder-name"
          aria-expanded={open}
          aria-controls={open ? editor : undefined}
          aria-label={t('rules.open', { name })}
          aria-describedby={`${editor}says`}
          onClick={() => onOpen(!open)}
        >
          <ChevronRight size={16} aria-hidden />
          <bdi className="cut">{name}</bdi>
          {enabled ? null : <span className="reorder-off">{t('rules.off')}</span>}
        </button>
        <span id={`${editor}says`} className="rule-says">
          {ruleSentence(rule, words)}
        </span>
        <input
          type="checkbox"
          role="switch"
          className="switch-track"
          checked={enabled}
          aria-checked={enabled}
          aria-label={t('rules.on', { name })}
          onChange={(event) => {
            const on = event.currentTarget.checked;
            change((now) => changedRule(now, id, (each) => ({ ...each, enabled: on })));
          }}
        />
        <IconButton
          icon={ArrowUp}
          label={t('rules.up', { name })}
          disabled={index === 0}
          onPress={() => change((now) => movedBy(now, id, -1))}
        />
        <IconButton
          icon={ArrowDown}
          label={t('rules.down', { name })}
          disabled={index === rules.length - 1}
          onPress={() => change((now) => movedBy(now, id, 1))}
        />
        <IconButton icon={Trash2} label={t('rules.remove', { name })} onPress={onRemove} />
      </div>
      {open ? (
        <RuleEditor
          id={editor}
          rule={rule}
          rules={rules}
          onChange={(make) => change((now) => changedRule(now, id, make))}
        />
      ) : null}
    </li>
  );
}

interface AddRuleProps {
  readonly rules: Rules;
  readonly onChange: ChangeRules;
  readonly onAdded: (rule: Rule) => void;
}

function AddRule({ rules, onChange, onAdded }: AddRuleProps) {
  const { t } = useWords();
  const { dashboard, host } = usePage();
  const full = rules.length >= RULES_MOST;
  const add = useEffectEvent((preset: Preset) => {
    const rule = newRule(preset, rules, host.random);
    onChange((now) => withRule(now, rule, placeFor(now, rule)));
    onAdded(rule);
  });
  useEffect(() => {
    if (takeOwnAlert(dashboard)) add('big-donation');
  }, [dashboard]);
  return (
    <fieldset className="rules-add card-row">
      <legend>{t('rules.add')}</legend>
      {PRESETS.map((preset) => {
        const name = t(`preset.${preset}`, { from: BIG_BEAMS });
        return (
          <Button
            key={preset}
            icon={Plus}
            disabled={full}
            label={t('rules.add-one', { name })}
            onPress={() => add(preset)}
          >
            {name}
          </Button>
        );
      })}
      <AddTiers rules={rules} onChange={onChange} />
      {full ? <p className="card-note">{t('rules.full', { count: RULES_MOST })}</p> : null}
    </fieldset>
  );
}

/** Four rules at one press; of those that are there, it says so. */
function AddTiers({ rules, onChange }: Omit<AddRuleProps, 'onAdded'>) {
  const { t, language } = useWords();
  const { host } = usePage();
  const [made, setMade] = useState<{ count: number; above: Rule | null } | null>(null);
  const press = () => {
    const missing = missingTiers(rules).length;
    const next = withTiers(rules, host.random);
    const added = next.filter((rule) => !rules.includes(rule));
    setMade({ count: missing, above: coveringRule(next, added, language) });
    if (missing > 0) onChange((now) => withTiers(now, host.random));
  };
  return (
    <>
      <Button
        icon={ChartNoAxesColumnIncreasing}
        disabled={rules.length + missingTiers(rules).length > RULES_MOST}
        title={t('tiers.text')}
        onPress={press}
      >
        {t('tiers.add')}
      </Button>
      <p className="card-note tiers-told" role="status">
        {made ? <TiersMade {...made} /> : null}
      </p>
    </>
  );
}

function TiersMade({ count, above }: { readonly count: number; readonly above: Rule | null }) {
  const words = useWords();
  const { t } = words;
  const said = count === 0 ? t('tiers.there') : t('tiers.added', { count });
  if (!above) return said;
  return `${said} ${t('rule-test.covered', { name: ruleName(above, words) })}`;
}

type ChangeRules = ReturnType<typeof useRules>['change'];

/** The rules as shown, including unconfirmed changes. */
function useRules(overlay: OverlaySettings) {
  const dashboard = useDashboard();
  const paced = usePaced<Rules>(overlay, (rules) =>
    dashboard.setOverlay({ rules: [...rules] }, 'rules'),
  );
  return {
    rules: paced.wanted()?.value ?? overlay.rules,
    /** Changes the current rules, which may be newer than the rendered ones. */
    change(make: (rules: Rules) => Rules) {
      const known = dashboard.store.getState().overlay?.rules ?? [];
      const now = paced.wanted()?.value ?? known;
      const next = make(now);
      if (next !== now) paced.want(next);
    },
  };
}
