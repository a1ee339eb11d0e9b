import { Hash, MessageSquareText } from 'lucide-react';
import type { CountersState } from '../../../shared/contract/counters.ts';
import { selectCounters, selectReachable } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { QuietNote } from '../show/quiet-note.tsx';
import { WidgetNote } from '../show/widget-note.tsx';
import { NewCounterCard } from './counter-form.tsx';
import { CounterList } from './counter-list.tsx';
import './counters.css';

/** The counters with their buttons, and what adds another one. */
export function CountersPage() {
  const { t } = useWords();
  const state = useSelect(selectCounters);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { counters } = state;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        {counters.length > 0 ? (
          <Card icon={Hash} title={t('counters.list')}>
            <CounterList counters={counters} />
          </Card>
        ) : null}
        <NewCounterCard isFirst={counters.length === 0} />
      </div>
      <div className="flow">
        <WidgetNote kind="counters" />
        <ChatCard state={state} />
        <QuietNote />
      </div>
    </div>
  );
}

function ChatCard({ state }: { readonly state: CountersState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { managers, answer, counters } = state;
  const set = (change: Partial<Pick<CountersState, 'managers' | 'answer'>>) =>
    void dashboard.ask('counters.settings', { managers, answer, ...change });
  const [first] = counters;
  const example = first ? `!${first.name}` : t('counters.by-chat-example');
  return (
    <Card icon={MessageSquareText} title={t('counters.by-chat')}>
      <p className="card-text">{t('counters.by-chat-text', { example })}</p>
      <Switch
        label={t('counters.managers')}
        text={t('counters.managers-text')}
        on={managers}
        onChange={(on) => set({ managers: on })}
      />
      <Switch
        label={t('counters.answer')}
        text={t('counters.answer-text')}
        on={answer}
        onChange={(on) => set({ answer: on })}
      />
      <ActionProblem action="counters.settings" />
    </Card>
  );
}
