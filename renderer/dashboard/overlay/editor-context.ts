import {
  createContext,
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
import { type EditTag, OverlayEdits } from './overlay-edits.ts';

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

export function useEditorState(overlay: OverlaySettings) {
  const { dashboard, host } = usePage();
  const [edits] = useState(
    () =>
      new OverlayEdits(overlay, {
        clock: host.clock,
        send: (field, value) => dashboard.setOverlay({ [field]: value } as OverlayChange, field),
      }),
  );
  const state = useSyncExternalStore(edits.subscribe, edits.state);
  useEffect(() => edits.feedUpdated(overlay), [edits, overlay]);
  const [chosenId, choose] = useState<string | null>(overlay.layout[0]?.id ?? null);
  // CSS being typed, not applied yet; null if none.
  const [cssDraft, draftCss] = useState<string | null>(null);
  // The widget removed last, until the next edit; null if none.
  const [removed, setRemoved] = useState<Widget | null>(null);

  const actions = useMemo(() => {
    const changeLayout = (change: (layout: Layout) => Layout, tag = OWN_STEP) => {
      setRemoved(null);
      edits.change('layout', change(edits.state().layout), tag);
    };
    return {
      choose,
      draftCss,
      changeLayout,
      changeTheme: (change: (theme: ThemeChoice) => ThemeChoice, tag = OWN_STEP) =>
        edits.change('theme', change(edits.state().theme), tag),
      add(kind: WidgetKind) {
        const widget = newWidget(edits.state().layout, kind, host.clock.now());
        if (!widget) return;
        changeLayout((layout) => withWidget(layout, widget));
        choose(widget.id);
      },
      /** Removes the widget; the page offers to undo that. */
      remove(widget: Widget) {
        changeLayout((layout) => withoutWidget(layout, widget.id));
        setRemoved(widget);
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
  }, [edits, host]);
  return useMemo(() => {
    const { layout } = state;
    return {
      ...actions,
      state,
      cssDraft,
      chosen: widgetOf(layout, chosenId),
      // Hidden if another page has restored it.
      removed: removed && !widgetOf(layout, removed.id) ? removed : null,
    };
  }, [actions, state, cssDraft, chosenId, removed]);
}
