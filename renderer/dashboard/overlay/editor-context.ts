import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import type { WidgetKind } from '../../../shared/overlay/names.ts';
import type { OverlayChange, OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout, Widget } from '../../../shared/overlay/widgets.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import { usePage } from '../context.ts';
import { newWidget, widgetOf, withoutWidget, withWidget } from './layout-edit.ts';
import {
  type Edited,
  type EditedField,
  type EditsState,
  type EditTag,
  OverlayEdits,
} from './overlay-edits.ts';

/** Shared by all parts of the overlay page. */
interface Editor {
  readonly state: EditsState;
  /** The selected widget; null if none. */
  readonly chosen: Widget | null;
  choose(id: string | null): void;
  changeLayout(change: (layout: Layout) => Layout, tag: EditTag): void;
  changeTheme(change: (theme: ThemeChoice) => ThemeChoice, tag: EditTag): void;
  /** CSS being typed, not applied yet; null if none. */
  readonly cssDraft: string | null;
  draftCss(css: string | null): void;
  /** Adds a widget and selects it. */
  add(kind: WidgetKind): void;
  /** Removes the widget; the page offers to undo that. */
  remove(widget: Widget): void;
  undo(): void;
  redo(): void;
}

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

export function useEditor(): Editor {
  const editor = useContext(EditorContext);
  if (!editor) throw new Error('A part of the overlay editor stands outside of its provider');
  return editor;
}

/** A widget's name: its kind, numbered if there are several. */
export function widgetName(widget: Widget, layout: Layout, { t }: Words): string {
  const name = t(`widget.${widget.kind}`);
  const alike = layout.filter(({ kind }) => kind === widget.kind).map(({ id }) => id);
  if (alike.length < 2) return name;
  // Numbered by age, because the layer order changes and names must not.
  return t('widget.numbered', { name, count: alike.sort(byAge).indexOf(widget.id) + 1 });
}

/** `chat` before `chat-2` before `chat-10`. */
function byAge(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The text of a composed key, such as a field's. */
export function wordAt(key: string, { t }: Words): string {
  return isWord(key) ? t(key) : key;
}

interface EditorState {
  readonly editor: Editor;
  /** The widget removed last, until the next edit; null if none. */
  readonly removed: Widget | null;
}

/** The editor's state on top of the feed's settings. */
export function useEditorState(overlay: OverlaySettings): EditorState {
  const { dashboard, host } = usePage();
  const [edits] = useState(
    () =>
      new OverlayEdits(overlay, {
        clock: host.clock,
        send: (field, value) => dashboard.setOverlay(changeOf(field, value), field),
      }),
  );
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  useEffect(() => edits.feedUpdated(overlay), [edits, overlay]);
  const [chosenId, choose] = useState<string | null>(overlay.layout[0]?.id ?? null);
  const [cssDraft, draftCss] = useState<string | null>(null);
  const [removed, setRemoved] = useState<Widget | null>(null);

  const changeLayout = useCallback<Editor['changeLayout']>(
    (change, tag) => {
      setRemoved(null);
      edits.change('layout', change(edits.state().layout), tag);
    },
    [edits],
  );
  const actions = useMemo(
    () => ({
      choose,
      draftCss,
      changeLayout,
      changeTheme: (change, tag) => edits.change('theme', change(edits.state().theme), tag),
      add: (kind) => {
        const widget = newWidget(edits.state().layout, kind, host.clock.now());
        if (!widget) return;
        changeLayout((layout) => withWidget(layout, widget), { tag: null });
        choose(widget.id);
      },
      remove: (widget) => {
        changeLayout((layout) => withoutWidget(layout, widget.id), { tag: null });
        setRemoved(widget);
      },
      undo: () => {
        setRemoved(null);
        edits.undo();
      },
      redo: () => {
        setRemoved(null);
        edits.redo();
      },
    }),
    [edits, changeLayout, host],
  ) satisfies Omit<Editor, 'state' | 'chosen' | 'cssDraft'>;
  const editor = useMemo(
    () => ({ ...actions, state, cssDraft, chosen: widgetOf(state.layout, chosenId) }),
    [actions, state, cssDraft, chosenId],
  );
  // Hides it if another page has restored it.
  const gone = removed && !widgetOf(state.layout, removed.id) ? removed : null;
  return { editor, removed: gone };
}

function changeOf<F extends EditedField>(field: F, value: Edited[F]): OverlayChange {
  return { [field]: value } as OverlayChange;
}
