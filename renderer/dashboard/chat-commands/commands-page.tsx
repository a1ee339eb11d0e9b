import { Bot, FileUp, MessageCircleReply, Pencil, Plus, Save, Trash2, X } from 'lucide-react';
import { useState } from 'react';
import {
  BOTS_MOST,
  type ChatCommandRule,
  type ChatCommandsState,
  COMMAND_NAME_MOST,
  COMMAND_USERS,
  COOLDOWN_MOST,
} from '../../../shared/contract/chat-commands.ts';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { selectChatCommands, selectReachable } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField, Switch } from '../../ui/choices.tsx';
import { Empty } from '../../ui/empty.tsx';
import { EntriesField, LineField, NumberField } from '../../ui/fields.tsx';
import { FileButton } from '../../ui/file-button.tsx';
import { CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { FollowersNote } from '../show/followers-note.tsx';
import { QuietNote } from '../show/quiet-note.tsx';
import { TryButton } from '../show/try-button.tsx';
import { type ChangeSettings, freeId } from './command-edits.ts';
import { TimersCard } from './timers-card.tsx';

/** Chat commands, and messages that come by themselves. */
export function CommandsPage() {
  const dashboard = useDashboard();
  const state = useSelect(selectChatCommands);
  const reachable = useSelect(selectReachable);
  if (!state) return null;
  const { settings } = state;
  const change: ChangeSettings = async (part, list) =>
    (await dashboard.ask('chat-commands.set', { ...settings, ...part }, list)) !== null;
  return (
    <div className="show-page columns" data-stale={!reachable}>
      <div className="flow">
        <CommandsCard state={state} onChange={change} />
        <TimersCard timers={settings.timers} onChange={change} />
      </div>
      <div className="flow">
        <QuietNote />
        <BotsCard state={state} onChange={change} />
        <ImportCard />
      </div>
    </div>
  );
}

interface CommandsProps {
  readonly state: ChatCommandsState;
  readonly onChange: ChangeSettings;
}

const fresh = (commands: readonly ChatCommandRule[]): ChatCommandRule => ({
  id: freeId(commands, 'command'),
  names: [],
  text: '',
  users: 'everyone',
  cooldown: 5,
  viewerCooldown: 15,
  on: true,
});

function CommandsCard({ state: { settings, uses }, onChange }: CommandsProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [open, setOpen] = useState<ChatCommandRule | null>(null);
  const show = (command: ChatCommandRule | null) => {
    dashboard.forget('chat-commands.set#commands');
    setOpen(command);
  };
  const { commands } = settings;
  const save = async (command: ChatCommandRule) => {
    const isKnown = commands.some(({ id }) => id === command.id);
    const next = isKnown
      ? commands.map((each) => (each.id === command.id ? command : each))
      : [...commands, command];
    if (await onChange({ commands: next }, 'commands')) setOpen(null);
  };
  const showMe = async () => {
    const name = t('show.try-command');
    const sample = { ...fresh([]), names: [name], text: t('show.try-command-text') };
    if (!(await onChange({ commands: [sample] }, 'commands'))) return;
    const message = t('show.try-say', { name });
    await dashboard.ask('live.send', { message, senderType: 'APP' });
  };
  return (
    <Card icon={MessageCircleReply} title={t('chat-commands.title')}>
      <p className="card-text">{t('chat-commands.about')}</p>
      {commands.length === 0 && !open ? (
        <Empty
          icon={MessageCircleReply}
          title={t('chat-commands.none')}
          text={t('chat-commands.none-text')}
        />
      ) : null}
      <ul className="lined-rows show-rows">
        {commands.map((command) => (
          <CommandRow
            key={command.id}
            command={command}
            uses={uses[command.id] ?? 0}
            onEdit={() => show(command)}
            onRemove={() =>
              void onChange(
                { commands: commands.filter(({ id }) => id !== command.id) },
                'commands',
              )
            }
          />
        ))}
      </ul>
      {open ? (
        <CommandForm
          key={open.id}
          command={open}
          onSave={(command) => void save(command)}
          onCancel={() => show(null)}
        />
      ) : (
        <>
          <ActionProblem action="chat-commands.set#commands" />
          <div className="card-row">
            <CoreButton icon={Plus} onPress={() => show(fresh(commands))}>
              {t('chat-commands.add')}
            </CoreButton>
            {commands.length === 0 ? (
              <TryButton action="chat-commands.set" onPress={() => void showMe()} />
            ) : null}
          </div>
        </>
      )}
    </Card>
  );
}

interface RowProps {
  readonly command: ChatCommandRule;
  readonly uses: number;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

function CommandRow({ command: { names, text, on }, uses, onEdit, onRemove }: RowProps) {
  const { t } = useWords();
  const name = names[0] ?? '';
  return (
    <li>
      <span className="words">
        <strong>{names.map((each) => `!${each}`).join(' ')}</strong>
        <span className="card-note">{text}</span>
      </span>
      {on ? null : <Badge>{t('chat-commands.off')}</Badge>}
      <span className="card-note">{t('chat-commands.used', { count: uses })}</span>
      <CoreIconButton icon={Pencil} label={t('chat-commands.edit', { name })} onPress={onEdit} />
      <CoreIconButton
        icon={Trash2}
        label={t('chat-commands.remove', { name })}
        onPress={onRemove}
      />
    </li>
  );
}

interface FormProps {
  readonly command: ChatCommandRule;
  readonly onSave: (command: ChatCommandRule) => void;
  readonly onCancel: () => void;
}

function CommandForm({ command, onSave, onCancel }: FormProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState(command);
  const set = (change: Partial<ChatCommandRule>) => setDraft((now) => ({ ...now, ...change }));
  const isWhole = draft.names.length > 0 && draft.text.trim() !== '';
  return (
    <fieldset
      className="show-form apart"
      aria-label={t(`chat-commands.${command.text ? 'change' : 'new'}`)}
    >
      <EntriesField
        label={t('chat-commands.names')}
        note={t('chat-commands.names-note')}
        value={draft.names}
        max={COMMAND_NAME_MOST}
        most={10}
        rows={2}
        onChange={(names) => set({ names: names.map((name) => name.replace(/^[!！]+/, '')) })}
      />
      <LineField
        label={t('chat-commands.text')}
        note={t('chat-commands.text-note')}
        value={draft.text}
        max={CHAT_MESSAGE_MAX}
        onChange={(text) => set({ text })}
      />
      <SelectField
        label={t('chat-commands.users')}
        choices={COMMAND_USERS.map((value) => ({
          value,
          label: t(`chat-commands.users-${value}`),
        }))}
        chosen={draft.users}
        onChoose={(users) => set({ users })}
      />
      {draft.users === 'followers' ? <FollowersNote /> : null}
      <NumberField
        label={t('chat-commands.cooldown')}
        value={draft.cooldown}
        min={0}
        max={COOLDOWN_MOST}
        unit={t('chat-commands.seconds')}
        onChange={(cooldown) => set({ cooldown: Math.round(cooldown) })}
      />
      <NumberField
        label={t('chat-commands.viewer-cooldown')}
        value={draft.viewerCooldown}
        min={0}
        max={COOLDOWN_MOST}
        unit={t('chat-commands.seconds')}
        onChange={(viewerCooldown) => set({ viewerCooldown: Math.round(viewerCooldown) })}
      />
      <Switch label={t('chat-commands.on')} on={draft.on} onChange={(on) => set({ on })} />
      <div className="card-row">
        <CoreButton
          action="chat-commands.set#commands"
          variant="primary"
          icon={Save}
          disabled={!isWhole}
          onPress={() => onSave(draft)}
        >
          {t('chat-commands.save')}
        </CoreButton>
        <Button icon={X} onPress={onCancel}>
          {t('chat-commands.cancel')}
        </Button>
      </div>
      <ActionProblem action="chat-commands.set#commands" />
    </fieldset>
  );
}

function BotsCard({ state: { settings, mutedCount }, onChange }: CommandsProps) {
  const { t } = useWords();
  const [draft, setDraft] = useState<readonly string[] | null>(null);
  const bots = draft ?? settings.bots;
  return (
    <Card icon={Bot} title={t('chat-commands.bots')}>
      <EntriesField
        label={t('chat-commands.bots')}
        note={t('chat-commands.bots-note')}
        value={bots}
        max={40}
        most={BOTS_MOST}
        onChange={setDraft}
      />
      <div className="card-row">
        <CoreButton
          icon={Save}
          disabled={draft === null}
          onPress={() =>
            void onChange({ bots: [...bots] }, 'bots').then((done) => done && setDraft(null))
          }
        >
          {t('chat-commands.save')}
        </CoreButton>
      </div>
      <ActionProblem action="chat-commands.set#bots" />
      {mutedCount > 0 ? (
        <p className="card-note" role="status">
          {t('chat-commands.muted', { count: mutedCount })}
        </p>
      ) : null}
    </Card>
  );
}

function ImportCard() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [done, setDone] = useState<{ added: number; skipped: number } | null>(null);
  const take = async (file: File) => {
    const csv = await file.text();
    setDone(await dashboard.ask('chat-commands.import', { csv }));
  };
  return (
    <Card icon={FileUp} title={t('chat-commands.import')}>
      <p className="card-text">{t('chat-commands.import-note')}</p>
      <div className="card-row">
        <FileButton
          text={t('chat-commands.import')}
          accept=".csv,.txt"
          onFiles={([file]) => void take(file)}
        />
      </div>
      {done ? (
        <p className="card-note" role="status">
          {t('chat-commands.imported', done)}
        </p>
      ) : null}
      <ActionProblem action="chat-commands.import" />
    </Card>
  );
}
