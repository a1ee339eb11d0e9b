import {
  createContext,
  useContext,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { sameJson } from '../../../shared/json.ts';
import { layoutDifference, type NamedLayout } from '../../../shared/overlay/layouts.ts';
import type { WidgetKind } from '../../../shared/overlay/names.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout, Widget } from '../../../shared/overlay/widgets.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import { usePage } from '../context.ts';
import { newWidget, widgetOf, withoutWidget, withWidget } from './layout-edit.ts';
import { type Edited, type EditTag, OverlayEdits } from './overlay-edits.ts';

const OWN_STEP: EditTag = { tag: null };

type Editor = ReturnType<typeof useEditorState>;

const EditorContext = createContext<Editor | null>(null);
export const EditorProvider = EditorContext.Provider;

/** Shared by all parts of the overlay page. */
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

/** Edits one layout, and the theme, as drafts: nothing goes on air before it is put there. */
export function useEditorState(overlay: OverlaySettings, entry: NamedLayout) {
  const { dashboard, host } = usePage();
  const { id } = entry;
  const kept = useMemo(
    (): Edited => ({
      layout: entry.draft ?? entry.layout,
      theme: overlay.themeDraft ?? overlay.theme,
    }),
    [entry, overlay],
  );
  const [edits] = useState(
    () =>
      new OverlayEdits(kept, {
        clock: host.clock,
        send: async (field, value) => {
          const edit = { layout: id, [field === 'layout' ? 'widgets' : field]: value };
          return (await dashboard.ask('overlay.draft', edit, field)) !== null;
        },
      }),
  );
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  useEffect(() => edits.feedUpdated(kept), [edits, kept]);
  useEffect(() => host.onLeave(edits.sendNow), [edits, host]);
  const [chosenId, choose] = useState<string | null>(null);
  // The widget removed last, until the next edit; null if none.
  const [removed, setRemoved] = useState<Widget | null>(null);

  const actions = useMemo(() => {
    const changeLayout = (change: (layout: Layout) => Layout, tag = OWN_STEP) => {
      setRemoved(null);
      edits.change('layout', change(edits.state().layout), tag);
    };
    return {
      choose,
      changeLayout,
      changeTheme: (change: (theme: ThemeChoice) => ThemeChoice, tag = OWN_STEP) =>
        edits.change('theme', change(edits.state().theme), tag),
      add(kind: WidgetKind) {
        const onAir = dashboard.store.getState().overlay?.layout;
        const widget = newWidget(edits.state().layout, kind, host.clock.now(), onAir);
        if (!widget) return;
        changeLayout((layout) => withWidget(layout, widget));
        choose(widget.id);
      },
      /** Removes the widget; the page offers to undo that. */
      remove(widget: Widget) {
        changeLayout((layout) => withoutWidget(layout, widget.id));
        setRemoved(widget);
      },
      /** Back to what would be replaced; as one step, which can be undone. */
      discard(saved: Edited) {
        setRemoved(null);
        const step = { tag: 'discard', gesture: true };
        edits.change('layout', saved.layout, step);
        edits.change('theme', saved.theme, step);
      },
      /** What is seen here goes on air. */
      putOnAir() {
        const { layout, theme } = edits.state();
        void dashboard.ask('overlay.put-on-air', { layout: id, widgets: [...layout], theme });
      },
      save() {
        void dashboard.ask('overlay.save', { layout: id, widgets: [...edits.state().layout] });
      },
      undo() {
        setRemoved(null);
        edits.undo();
      },
      redo() {
        setRemoved(null);
        edits.redo();
      },
    };
  }, [edits, host, dashboard, id]);
  return useMemo(() => {
    const { layout } = state;
    const saved: Edited = { layout: entry.layout, theme: overlay.theme };
    const difference = layoutDifference(saved.layout, layout);
    const isThemeChanged = !sameJson(state.theme, saved.theme);
    return {
      ...actions,
      state,
      saved,
      difference,
      changes: difference.count + (isThemeChanged ? 1 : 0),
      isOnAir: id === overlay.onAirLayout,
      chosen: widgetOf(layout, chosenId),
      // Hidden if another page has restored it.
      removed: removed && !widgetOf(layout, removed.id) ? removed : null,
    };
  }, [actions, state, entry, overlay, id, chosenId, removed]);
}
