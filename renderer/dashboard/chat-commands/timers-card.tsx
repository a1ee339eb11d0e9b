import { AlarmClock, Pencil, Plus, Save, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import {
  type ChatTimer,
  TIMER_CHATS_MOST,
  TIMER_MINUTES,
} from '../../../shared/contract/chat-commands.ts';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { LineField, NumberField } from '../../ui/fields.tsx';
import { CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { type ChangeSettings, freeId } from './command-edits.ts';

const fresh = (timers: readonly ChatTimer[]): ChatTimer => ({
  id: freeId(timers, 'timer'),
  text: '',
  minutes: 20,
  chats: 10,
  on: true,
});

interface TimersProps {
  readonly timers: readonly ChatTimer[];
  readonly onChange: ChangeSettings;
}

/** Messages that come by themselves while the channel is live. */
export function TimersCard({ timers, onChange }: TimersProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [open, setOpen] = useState<ChatTimer | null>(null);
  const show = (timer: ChatTimer | null) => {
    dashboard.forget('chat-commands.set#timers');
    setOpen(timer);
  };
  const save = async (timer: ChatTimer) => {
    const isKnown = timers.some(({ id }) => id === timer.id);
    const next = isKnown
      ? timers.map((each) => (each.id === timer.id ? timer : each))
      : [...timers, timer];
    if (await onChange({ timers: next }, 'timers')) setOpen(null);
  };
  return (
    <Card icon={AlarmClock} title={t('chat-commands.timers')}>
      <p className="card-text">{t('chat-commands.timers-about')}</p>
      {timers.length === 0 && !open ? (
        <p className="card-note">{t('chat-commands.timers-none')}</p>
      ) : null}
      <ul className="lined-rows show-rows">
        {timers.map((timer) => (
          <li key={timer.id}>
            <span className="words">
              <span>{timer.text}</span>
              <span className="card-note">
                {t('chat-commands.timer-row', { minutes: timer.minutes, chats: timer.chats })}
              </span>
            </span>
            {timer.on ? null : <Badge>{t('chat-commands.off')}</Badge>}
            <CoreIconButton
              icon={Pencil}
              label={t('chat-commands.timer-edit', { text: timer.text })}
              onPress={() => show(timer)}
            />
            <CoreIconButton
              icon={Trash2}
              label={t('chat-commands.timer-remove', { text: timer.text })}
              onPress={() =>
                void onChange({ timers: timers.filter(({ id }) => id !== timer.id) }, 'timers')
              }
            />
          </li>
        ))}
      </ul>
      {open ? (
        <TimerForm
          key={open.id}
          timer={open}
          onSave={(timer) => void save(timer)}
          onCancel={() => show(null)}
        />
      ) : (
        <>
          <ActionProblem action="chat-commands.set#timers" />
          <div className="card-row">
            <CoreButton icon={Plus} onPress={() => show(fresh(timers))}>
              {t('chat-commands.timer-add')}
            </CoreButton>
          </div>
        </>
      )}
    </Card>
  );
}

interface FormProps {
  readonly timer: ChatTimer;
  readonly onSave: (timer: ChatTimer) => void;
  readonly onCancel: () => void;
}

function TimerForm({ timer, onSave, onCancel }: FormProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState(timer);
  const set = (change: Partial<ChatTimer>) => setDraft((now) => ({ ...now, ...change }));
  return (
    <fieldset
      className="show-form apart"
      aria-label={t(`chat-commands.timer-${timer.text ? 'change' : 'new'}`)}
    >
      <LineField
        label={t('chat-commands.timer-text')}
        value={draft.text}
        max={CHAT_MESSAGE_MAX}
        onChange={(text) => set({ text })}
      />
      <NumberField
        label={t('chat-commands.timer-minutes')}
        value={draft.minutes}
        min={TIMER_MINUTES.least}
        max={TIMER_MINUTES.most}
        unit={t('chat-commands.minutes')}
        onChange={(minutes) => set({ minutes: Math.round(minutes) })}
      />
      <NumberField
        label={t('chat-commands.timer-chats')}
        value={draft.chats}
        min={0}
        max={TIMER_CHATS_MOST}
        unit={t('chat-commands.chats')}
        onChange={(chats) => set({ chats: Math.round(chats) })}
      />
      <Switch label={t('chat-commands.on')} on={draft.on} onChange={(on) => set({ on })} />
      <div className="card-row">
        <CoreButton
          action="chat-commands.set#timers"
          variant="primary"
          icon={Save}
          disabled={draft.text.trim() === ''}
          onPress={() => onSave(draft)}
        >
          {t('chat-commands.save')}
        </CoreButton>
        <Button icon={X} onPress={onCancel}>
          {t('chat-commands.cancel')}
        </Button>
      </div>
      <ActionProblem action="chat-commands.set#timers" />
    </fieldset>
  );
}
