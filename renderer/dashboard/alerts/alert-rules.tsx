import { ArrowDown, ArrowUp, ChevronRight, ListChecks, Plus, Trash2, Undo2 } from 'lucide-react';
import { type ReactNode, useEffect, useId, useRef, useState } from 'react';
import type { Rule } from '../../../shared/overlay/alert-rules.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { selectOverlay } from '../../stores/dashboard-store.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Grip, type Reorder, useReorder } from '../../ui/reorder.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { MediaCard } from '../media/media-card.tsx';
import { usePaced } from '../paced-setting.ts';
import { ActionProblem } from '../problems.tsx';
import { ReorderAnnouncer } from '../reorder-announcer.tsx';
import { movedBy, placedAt } from '../reordered.ts';
import { TestFormCard } from '../test-events/test-form-card.tsx';
import { RuleEditor } from './rule-editor.tsx';
import {
  changedRule,
  newRule,
  PRESETS,
  placeFor,
  RULES_MOST,
  type Rules,
  ruleName,
  withoutRule,
  withRule,
} from './rule-edits.ts';

function AlertRules(): ReactNode {
  const overlay = useSelect(selectOverlay);
  return overlay ? <RulesCard overlay={overlay} /> : null;
}

function RulesCard({ overlay }: { readonly overlay: OverlaySettings }) {
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
      <p className="card-note">{t('rules.text')}</p>
      {rules.length === 0 ? <p className="card-text">{t('rules.empty')}</p> : null}
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
      <AddRule
        rules={rules}
        onChange={change}
        onAdded={(rule) => {
          setOpen(rule.id);
          setFresh(rule.id);
          setRemoved(null);
        }}
      />
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
          onClick={() => onOpen(!open)}
        >
          <ChevronRight size={16} aria-hidden />
          <bdi className="cut">{name}</bdi>
          {enabled ? null : <span className="reorder-off">{t('rules.off')}</span>}
        </button>
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
  const { host } = usePage();
  const full = rules.length >= RULES_MOST;
  return (
    <fieldset className="rules-add card-row">
      <legend>{t('rules.add')}</legend>
      {PRESETS.map((preset) => (
        <Button
          key={preset}
          icon={Plus}
          disabled={full}
          label={t('rules.add-one', { name: t(`preset.${preset}`) })}
          onPress={() => {
            const rule = newRule(preset, rules, host.random);
            onChange((now) => withRule(now, rule, placeFor(now, rule)));
            onAdded(rule);
          }}
        >
          {t(`preset.${preset}`)}
        </Button>
      ))}
      {full ? <p className="card-note">{t('rules.full', { count: RULES_MOST })}</p> : null}
    </fieldset>
  );
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

export function AlertMaking() {
  return (
    <div className="alert-making columns">
      <AlertRules />
      <TestFormCard />
      <MediaCard />
    </div>
  );
}
