import { Eye, EyeOff, Minus, Pencil, Plus, SquarePen, Trash2, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { CounterRow } from '../../../shared/contract/counters.ts';
import { Badge } from '../../ui/badge.tsx';
import { Grip, type Reorder, useReorder } from '../../ui/reorder.tsx';
import { ActionDialog, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ReorderAnnouncer } from '../reorder-announcer.tsx';
import { CounterEdit, CounterSet } from './counter-form.tsx';

/** The counters in their order, each with its buttons. */
export function CounterList({ counters }: { readonly counters: readonly CounterRow[] }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reorder = useReorder({
    ids: counters.map(({ id }) => String(id)),
    onMove: (id, to) => void dashboard.ask('counters.move', { counter: Number(id), to }),
  });
  const nameOf = (id: string) => counters.find((each) => String(each.id) === id)?.name ?? '';
  return (
    <>
      <ol ref={reorder.list} className="counters" aria-label={t('counters.list')}>
        {counters.map((counter) => (
          <Row key={counter.id} counter={counter} alone={counters.length < 2} reorder={reorder} />
        ))}
      </ol>
      <ReorderAnnouncer news={reorder.news} nameOf={nameOf} />
      <ActionProblem action="counters.add" />
      <ActionProblem action="counters.set" />
      <ActionProblem action="counters.undo" />
      <ActionProblem action="counters.show" />
      <ActionProblem action="counters.move" />
    </>
  );
}

interface RowProps {
  readonly counter: CounterRow;
  readonly alone: boolean;
  readonly reorder: Reorder;
}

type Asked = 'set' | 'edit' | 'remove';

function Row({ counter, alone, reorder }: RowProps) {
  const { t, number } = useWords();
  const dashboard = useDashboard();
  const [asked, setAsked] = useState<Asked | null>(null);
  const { id, name, value, target, shown } = counter;
  const add = (by: number) => void dashboard.ask('counters.add', { counter: id, by });
  return (
    <li className="counter-row" {...reorder.rowProps(String(id))}>
      <div className="counter-line">
        <Grip
          label={t('order.grip', { name })}
          hint={t('order.hint')}
          disabled={alone}
          grip={reorder.gripProps(String(id))}
        />
        <span className="words">
          <bdi className="cut counter-name">{name}</bdi>
          {target === null ? null : (
            <span className="card-note counter-goal">
              {t('counters.of', { target })}
              {value >= target ? <Badge tone="accent">{t('counters.reached')}</Badge> : null}
            </span>
          )}
        </span>
        <span className="counter-sum">
          <CoreIconButton
            icon={Minus}
            label={t('counters.minus', { name })}
            onPress={() => add(-1)}
          />
          <strong className="counter-value" role="status" aria-label={`${name} ${number(value)}`}>
            {number(value)}
          </strong>
          <CoreIconButton icon={Plus} label={t('counters.plus', { name })} onPress={() => add(1)} />
        </span>
      </div>
      <div className="counter-line counter-more">
        <span className="words">
          <Latest counter={counter} />
        </span>
        <Buttons counter={counter} asked={asked} onAsk={setAsked} shown={shown} />
      </div>
      {target === null ? null : (
        <span className="counter-track">
          <span
            className="counter-bar"
            style={{ transform: `scaleX(${Math.max(0, Math.min(1, value / target))})` }}
          />
        </span>
      )}
      {asked === 'set' ? <CounterSet counter={counter} onDone={() => setAsked(null)} /> : null}
      {asked === 'edit' ? <CounterEdit counter={counter} onDone={() => setAsked(null)} /> : null}
      {asked === 'remove' ? (
        <ActionDialog
          action="counters.remove"
          title={t('counters.remove-ask', { name })}
          text={t('counters.remove-text')}
          confirm={t('counters.remove-do')}
          cancel={t('counters.remove-keep')}
          icon={Trash2}
          onConfirm={() => void dashboard.ask('counters.remove', { counter: id })}
          onClose={() => setAsked(null)}
        />
      ) : null}
    </li>
  );
}

interface ButtonsProps {
  readonly counter: CounterRow;
  readonly shown: boolean;
  readonly asked: Asked | null;
  readonly onAsk: (what: Asked | null) => void;
}

function Buttons({ counter: { id, name, last }, shown, asked, onAsk }: ButtonsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const toggle = (what: Asked) => onAsk(asked === what ? null : what);
  return (
    <span className="counter-buttons">
      <CoreIconButton
        icon={Undo2}
        label={t('counters.undo', { name })}
        disabled={last === null}
        onPress={() => void dashboard.ask('counters.undo', { counter: id })}
      />
      <CoreIconButton
        icon={SquarePen}
        label={t('counters.set', { name })}
        pressed={asked === 'set'}
        onPress={() => toggle('set')}
      />
      <CoreIconButton
        icon={shown ? Eye : EyeOff}
        label={t('counters.show', { name })}
        pressed={shown}
        onPress={() => void dashboard.ask('counters.show', { counter: id, shown: !shown })}
      />
      <CoreIconButton
        icon={Pencil}
        label={t('counters.edit', { name })}
        pressed={asked === 'edit'}
        onPress={() => toggle('edit')}
      />
      <CoreIconButton
        icon={Trash2}
        label={t('counters.remove', { name })}
        onPress={() => onAsk('remove')}
      />
    </span>
  );
}

/** The change that undoing takes back. */
function Latest({ counter: { last } }: { readonly counter: CounterRow }) {
  const { t } = useWords();
  if (!last) return null;
  const { from, to, source, name } = last;
  const key = source === 'chat' && name === '' ? 'chat-nobody' : source;
  return <span className="card-note cut">{t(`counters.last-${key}`, { from, to, name })}</span>;
}
