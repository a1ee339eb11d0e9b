import { Check, Gamepad2, LoaderCircle, Pencil } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import {
  type LiveFields,
  STREAM_LIMITS,
  type StreamCategory,
  type StreamState,
} from '../../../shared/contract/stream.ts';
import { actionOf, selectStream } from '../../stores/dashboard-store.ts';
import { useDashboard, usePending, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { CategoryCombobox } from './category-field.tsx';
import { titleFault } from './live-fields.tsx';
import { useHindrance } from './use-writing.ts';

const DETAIL = 'live';
const ACTION = `stream.set#${DETAIL}` as const;

type Part = 'title' | 'category';

/** The broadcast's title and category, changed where they stand. F2 edits the title. */
export function LiveTitle() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [editing, setEditing] = useState<Part | null>(null);
  const hindrance = useHindrance('WRITE:LIVE_STREAM_SETTINGS');
  const live = useLiveFields();
  const isSaving = usePending(ACTION);
  const row = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(null);
  const edit = (part: Part) => {
    before.current = document.activeElement;
    setEditing(part);
    // Read again if it is old: what was changed elsewhere is not overwritten unseen.
    dashboard.read('stream.look', {}).catch(() => undefined);
  };
  useF2(hindrance === null && editing === null, () => edit('title'));
  /** The focus goes back to where it was, or to the button that takes the field's place. */
  const close = () => {
    const button = `[data-part="${editing}"]`;
    setEditing(null);
    requestAnimationFrame(() => {
      const isElsewhere = row.current?.contains(document.activeElement) !== true;
      if (isElsewhere && document.activeElement !== document.body) return;
      const isThere = before.current?.isConnected && before.current !== document.body;
      const target = isThere ? before.current : row.current?.querySelector(button);
      if (target instanceof HTMLElement) target.focus();
    });
  };
  return (
    <section ref={row} className="live-title" aria-label={t('stream.in-place')}>
      {editing === 'title' ? (
        <TitleEditor live={live} onClose={close} />
      ) : (
        <PartButton
          part="title"
          name={t('stream.field.defaultLiveTitle')}
          hindrance={hindrance}
          onPress={edit}
        >
          <span className="live-title-text cut">{live.title || t('stream.no-title')}</span>
          <Pencil size={14} aria-hidden className="live-title-pen" />
        </PartButton>
      )}
      {editing === 'category' ? (
        <CategoryEditor live={live} onClose={close} />
      ) : (
        <PartButton
          part="category"
          name={t('stream.field.category')}
          hindrance={hindrance}
          onPress={edit}
        >
          {isSaving ? (
            <LoaderCircle size={14} aria-hidden className="spinning" />
          ) : (
            <Gamepad2 size={14} aria-hidden />
          )}
          <span className="cut">{live.category?.categoryValue ?? t('stream.category-none')}</span>
        </PartButton>
      )}
      <Saved />
      {editing === 'title' ? null : (
        <div className="live-title-news">
          <ActionProblem action={ACTION} closable />
        </div>
      )}
    </section>
  );
}

interface PartButtonProps {
  readonly part: Part;
  readonly name: string;
  readonly hindrance: string | null;
  readonly onPress: (part: Part) => void;
  readonly children: ReactNode;
}

function PartButton({ part, name, hindrance, onPress, children }: PartButtonProps) {
  const { t } = useWords();
  return (
    <button
      type="button"
      className="live-title-part"
      data-part={part}
      disabled={hindrance !== null}
      title={hindrance ?? t(`stream.edit-${part}`)}
      onClick={() => onPress(part)}
    >
      <span className="only-heard">{name}</span>
      {children}
    </button>
  );
}

/** It stands here empty, so that its filling is read out. */
function Saved() {
  const { t } = useWords();
  const isDone = useSelect(actionOf(ACTION)).phase === 'done';
  return (
    <span className="live-title-saved" role="status">
      {isDone ? (
        <>
          <Check size={16} aria-hidden />
          <span className="only-heard">{t('stream.saved')}</span>
        </>
      ) : null}
    </span>
  );
}

interface EditorProps {
  readonly live: ShownFields;
  readonly onClose: () => void;
}

/** Enter saves, Escape leaves. It stays open until the platform has accepted the title. */
function TitleEditor({ live, onClose }: EditorProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [base, setBase] = useState(live.settings?.defaultLiveTitle);
  const [text, setText] = useState(live.title);
  const isSaving = usePending(ACTION);
  const fault = titleFault(text);
  const save = async () => {
    if (isSaving || fault) return;
    if (text === base) return onClose();
    const basedOn = base === undefined ? {} : { defaultLiveTitle: base };
    const isSet = await dashboard.ask('stream.set', { defaultLiveTitle: text, basedOn }, DETAIL);
    if (isSet !== null) {
      live.accepted({ defaultLiveTitle: text });
      onClose();
    }
    // Changed elsewhere: Enter again saves over what is known now.
    else setBase(selectStream(dashboard.store.getState())?.settings?.value.defaultLiveTitle);
  };
  const press = (event: KeyboardEvent) => {
    // Enter also ends the composition of a Korean syllable.
    if (event.nativeEvent.isComposing) return;
    if (event.key === 'Escape') onClose();
    if (event.key === 'Enter') void save();
  };
  const max = STREAM_LIMITS.titleMax;
  const count = countCharacters(text);
  return (
    <>
      <input
        type="text"
        className="entry-field live-title-field"
        aria-label={t('stream.field.defaultLiveTitle')}
        aria-invalid={fault !== null}
        aria-describedby="live-title-note"
        aria-busy={isSaving}
        readOnly={isSaving}
        value={text}
        autoComplete="off"
        enterKeyHint="done"
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that opened it
        autoFocus
        onFocus={(event) => event.currentTarget.select()}
        onChange={(event) => setText(event.currentTarget.value)}
        onKeyDown={press}
        onBlur={() => {
          if (text === base) onClose();
        }}
      />
      <div className="live-title-news">
        <p id="live-title-note" className="live-title-note card-note" data-fault={fault !== null}>
          <span>
            {fault ? t(`stream.title-${fault}`, { over: count - max }) : t('stream.keys')}
          </span>
          <span>{t('stream.title-count', { count, max })}</span>
        </p>
        <ActionProblem action={ACTION} />
      </div>
    </>
  );
}

function CategoryEditor({ live, onClose }: EditorProps) {
  const dashboard = useDashboard();
  const choose = async (category: StreamCategory) => {
    onClose();
    const basedOn = live.settings ? { category: live.settings.category } : {};
    const isSet = await dashboard.ask('stream.set', { category, basedOn }, DETAIL);
    if (isSet !== null) live.accepted({ category });
  };
  return <CategoryCombobox onChoose={(category) => void choose(category)} onLeave={onClose} />;
}

interface ShownFields {
  /** As read; null if they never were. */
  readonly settings: LiveFields | null;
  readonly title: string;
  readonly category: StreamCategory | null;
  /** Shows accepted values until the core's update. */
  readonly accepted: (fields: Partial<LiveFields>) => void;
}

interface Accepted {
  readonly fields: Partial<LiveFields>;
  readonly before: StreamState['settings'];
}

function useLiveFields(): ShownFields {
  const stream = useSelect(selectStream);
  const dashboard = useDashboard();
  const [done, setDone] = useState<Accepted | null>(null);
  const settings = stream?.settings ?? null;
  const justSaved = done && done.before === settings ? done.fields : {};
  const onAirTitle = stream?.live?.value.title ?? '';
  const shown = { ...settings?.value, ...justSaved };
  return {
    settings: settings?.value ?? null,
    title: shown.defaultLiveTitle ?? onAirTitle,
    category: shown.category ?? null,
    accepted: (fields) => {
      const before = selectStream(dashboard.store.getState())?.settings ?? null;
      setDone({ fields, before });
    },
  };
}

/** F2, wherever the focus is; not behind a dialog. */
function useF2(isOn: boolean, run: () => void): void {
  const latest = useRef(run);
  useEffect(() => {
    latest.current = run;
  });
  useEffect(() => {
    if (!isOn) return undefined;
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'F2' || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      latest.current();
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, [isOn]);
}
