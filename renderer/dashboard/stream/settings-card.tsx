import { Save, Undo2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { LIVE_FIELDS, type LiveFields, type StreamState } from '../../../shared/contract/stream.ts';
import { actionOf, selectStream } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { CategoryField } from './category-field.tsx';
import { Conflict } from './field-words.tsx';
import {
  changeOf,
  conflictsOf,
  type LiveDraft,
  type LiveFieldName,
  openEdits,
  shownOf,
  TagsField,
  TitleField,
  titleFault,
  withEdit,
  withMine,
  without,
} from './live-fields.tsx';
import { SettingsFrame } from './settings-frame.tsx';

/** Title, category, and tags: edited and saved together, never over changes from elsewhere. */
export function SettingsCard({ stream }: { readonly stream: StreamState }) {
  const dashboard = useDashboard();
  const { phase } = useSelect(actionOf('stream.set'));
  const isTold = phase === 'failed';
  const isSaving = phase === 'pending';
  const now = stream.settings?.value ?? null;
  const [kept, setDraft] = useState<LiveDraft>({});
  const [saved, setSaved] = useState<Saved | null>(null);
  const draft = openEdits(kept, now);
  const conflicts = conflictsOf(draft, now);
  // Bridges the time between the answer and the core's update.
  const justSaved = saved && saved.before === stream.settings ? saved.draft : {};
  const shown = { ...justSaved, ...draft };
  const title = shownOf(shown, 'defaultLiveTitle', now);
  const faulty = draft.defaultLiveTitle ? titleFault(title ?? '') !== null : false;
  const edit = <F extends LiveFieldName>(field: F, value: LiveFields[F]) =>
    setDraft((before) => withEdit(before, field, value, now));
  const isEdited = LIVE_FIELDS.some((field) => draft[field]);
  const canSave = isEdited && conflicts.length === 0 && !faulty;
  const save = async () => {
    const sent = draft;
    if ((await dashboard.ask('stream.set', changeOf(sent))) === null) return;
    setSaved({ draft: sent, before: selectStream(dashboard.store.getState())?.settings ?? null });
    // Input typed while saving is a new edit.
    setDraft((after) => withoutSent(after, sent));
  };
  const conflictOf = (field: LiveFieldName): ReactNode => {
    const mine = draft[field];
    if (!mine || !now || !conflicts.includes(field)) return null;
    return (
      <Conflict
        field={field}
        mine={mine.value}
        theirs={now[field]}
        onKeep={() => setDraft((before) => withMine(before, field, now))}
        onTake={() => setDraft((before) => without(before, field))}
      />
    );
  };
  return (
    <SettingsFrame
      stream={stream}
      part="settings"
      isTold={isTold}
      foot={<ActionProblem action="stream.set" />}
    >
      <TitleField
        value={title ?? null}
        onChange={(value) => edit('defaultLiveTitle', value)}
        onEnter={() => {
          if (canSave && !isSaving) void save();
        }}
      />
      {conflictOf('defaultLiveTitle')}
      <CategoryField
        value={shownOf(shown, 'category', now) ?? null}
        onChange={(value) => edit('category', value)}
      />
      {conflictOf('category')}
      <TagsField
        value={shownOf(shown, 'tags', now) ?? []}
        onChange={(value) => edit('tags', value)}
      />
      {conflictOf('tags')}
      <SaveRow
        draft={draft}
        blocked={conflicts.length > 0}
        faulty={faulty}
        onSave={() => void save()}
        onDiscard={() => setDraft({})}
      />
    </SettingsFrame>
  );
}

interface Saved {
  readonly draft: LiveDraft;
  readonly before: StreamState['settings'];
}

function withoutSent(draft: LiveDraft, sent: LiveDraft): LiveDraft {
  const done = LIVE_FIELDS.filter((field) => draft[field]?.value === sent[field]?.value);
  return done.reduce<LiveDraft>(without, draft);
}

interface SaveRowProps {
  readonly draft: LiveDraft;
  /** A conflict must be resolved first. */
  readonly blocked: boolean;
  readonly faulty: boolean;
  readonly onSave: () => void;
  readonly onDiscard: () => void;
}

function SaveRow({ draft, blocked, faulty, onSave, onDiscard }: SaveRowProps) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf('stream.set'));
  const edited = LIVE_FIELDS.filter((field) => draft[field]);
  const fields = edited.map((field) => t(`stream.field.${field}`)).join(', ');
  const news = () => {
    if (blocked) return t('stream.conflict-first');
    if (edited.length > 0) return t('stream.unsaved', { fields, count: edited.length });
    return t(phase === 'done' ? 'stream.saved' : 'stream.clean');
  };
  return (
    <div className="card-row">
      <Button
        variant="primary"
        icon={Save}
        busy={phase === 'pending'}
        disabled={edited.length === 0 || blocked || faulty}
        onPress={onSave}
      >
        {t('stream.save')}
      </Button>
      {edited.length > 0 ? (
        <Button variant="ghost" icon={Undo2} onPress={onDiscard}>
          {t('stream.discard')}
        </Button>
      ) : null}
      <span className="card-note" role="status">
        {news()}
      </span>
    </div>
  );
}
