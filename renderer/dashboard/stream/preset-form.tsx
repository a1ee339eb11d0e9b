import { Save } from 'lucide-react';
import { useEffect, useId, useRef, useState } from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import {
  PRESET_LIMITS,
  STREAM_FIELDS,
  type StreamChange,
  type StreamFieldName,
  type StreamState,
} from '../../../shared/contract/stream.ts';
import { Button } from '../../ui/button.tsx';
import { Check } from '../../ui/choices.tsx';
import { Entry } from '../../ui/fields.tsx';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { CategoryField } from './category-field.tsx';
import { isChatGroup, knownOf } from './field-words.tsx';
import { TagsField, TitleField, titleFault, without } from './live-fields.tsx';
import { RuleControl } from './rule-controls.tsx';

interface PresetFormProps {
  readonly start: PresetDraft;
  readonly stream: StreamState;
  readonly onClose: () => void;
}

export function PresetForm({ start, stream, onClose }: PresetFormProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const id = useId();
  const nameField = useRef<HTMLInputElement>(null);
  const [draft, setDraft] = useState(start);
  const { name, change } = draft;
  const fault = presetFault(draft);
  useEffect(() => nameField.current?.focus(), []);
  const put = (more: StreamChange) => setDraft({ ...draft, change: { ...change, ...more } });
  const save = async () => {
    const kept = { id: draft.id, name: name.trim(), change };
    if ((await dashboard.ask('stream.preset-save', kept)) !== null) onClose();
  };
  return (
    <section className="stream-preset-form apart stack" aria-labelledby={`${id}title`}>
      <h3 id={`${id}title`} className="subtitle">
        {t(draft.id === null ? 'stream.preset-new' : 'stream.preset-edit')}
      </h3>
      <Entry
        id={`${id}name`}
        label={t('stream.preset-name')}
        note={
          fault === 'long' ? t('stream.preset-name-long', { max: PRESET_LIMITS.nameMax }) : null
        }
        faulty={fault === 'long'}
      >
        <input
          id={`${id}name`}
          ref={nameField}
          type="text"
          className="entry-field"
          value={name}
          autoComplete="off"
          aria-invalid={fault === 'long'}
          onChange={(event) => setDraft({ ...draft, name: event.currentTarget.value })}
        />
      </Entry>
      <fieldset className="picks">
        <legend>{t('stream.preset-contents')}</legend>
        {STREAM_FIELDS.map((field) => (
          <Check
            key={field}
            label={t(`stream.field.${field}`)}
            checked={change[field] !== undefined}
            onChange={(wanted) => {
              if (wanted) put(startOf(stream, field));
              else setDraft({ ...draft, change: without(change, field) });
            }}
          />
        ))}
      </fieldset>
      {STREAM_FIELDS.map((field) => (
        <FieldEditor key={field} field={field} change={change} onChange={put} />
      ))}
      {fault === 'nothing' ? <p className="card-note">{t('stream.preset-nothing')}</p> : null}
      <ActionProblem action="stream.preset-save" />
      <div className="card-row">
        <ActionButton
          action="stream.preset-save"
          variant="primary"
          icon={Save}
          disabled={fault !== null}
          onPress={() => void save()}
        >
          {t('stream.preset-save')}
        </ActionButton>
        <Button variant="ghost" onPress={onClose}>
          {t('stream.cancel')}
        </Button>
      </div>
    </section>
  );
}

interface FieldEditorProps {
  readonly field: StreamFieldName;
  readonly change: StreamChange;
  readonly onChange: (more: StreamChange) => void;
}

function FieldEditor({ field, change, onChange }: FieldEditorProps) {
  if (change[field] === undefined) return null;
  switch (field) {
    case 'defaultLiveTitle':
      return (
        <TitleField
          value={change.defaultLiveTitle ?? ''}
          onChange={(defaultLiveTitle) => onChange({ defaultLiveTitle })}
        />
      );
    case 'category':
      return (
        <CategoryField
          value={change.category ?? null}
          onChange={(category) => onChange({ category })}
        />
      );
    case 'tags':
      return (
        <TagsField value={change.tags ?? []} onChange={(tags) => onChange({ tags: [...tags] })} />
      );
    default:
      return (
        <RuleControl
          field={field}
          value={change[field] ?? null}
          onChoose={(value) => onChange({ [field]: value })}
        />
      );
  }
}

/** A preset that is being made (`id` null) or edited. */
export interface PresetDraft {
  readonly id: string | null;
  readonly name: string;
  readonly change: StreamChange;
}

export const EXAMPLES = [
  { word: 'stream.preset-just-chatting', change: { chatAllowedGroup: 'ALL', chatSlowModeSec: 0 } },
  {
    word: 'stream.preset-ranked',
    change: { chatAllowedGroup: 'FOLLOWER', minFollowerMinute: 10, chatSlowModeSec: 5 },
  },
] as const;

const MILDEST: Readonly<Required<StreamChange>> = {
  defaultLiveTitle: '',
  category: null,
  tags: [],
  chatAllowedGroup: 'ALL',
  minFollowerMinute: 0,
  followerSubscriberChatAllow: false,
  chatEmojiMode: false,
  chatSlowModeSec: 0,
};

/** A field's initial value in a preset: the current one, else the mildest. */
function startOf(stream: StreamState, field: StreamFieldName): StreamChange {
  const known = knownOf(stream, [field]);
  const isSettable = field !== 'chatAllowedGroup' || isChatGroup(known.chatAllowedGroup ?? '');
  return { [field]: (isSettable ? known[field] : null) ?? MILDEST[field] };
}

/** Why a preset cannot be saved; null if it can. */
function presetFault({ name, change }: PresetDraft): 'name' | 'long' | 'nothing' | 'title' | null {
  if (name.trim() === '') return 'name';
  if (countCharacters(name.trim()) > PRESET_LIMITS.nameMax) return 'long';
  if (Object.keys(change).length === 0) return 'nothing';
  const { defaultLiveTitle: title } = change;
  return title !== undefined && titleFault(title) !== null ? 'title' : null;
}
