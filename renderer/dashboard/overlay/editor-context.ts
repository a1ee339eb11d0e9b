import { createContext, useContext } from 'react';
import type { WidgetKind } from '../../../shared/overlay/names.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import type { Layout, Widget } from '../../../shared/overlay/widgets.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import type { EditsState, EditTag } from './overlay-edits.ts';

/** What every part of the page works on. */
export interface Editor {
  readonly state: EditsState;
  /** The widget that is being worked on; null: none. */
  readonly chosen: Widget | null;
  choose(id: string | null): void;
  changeLayout(change: (layout: Layout) => Layout, tag: EditTag): void;
  changeTheme(change: (theme: ThemeChoice) => ThemeChoice, tag: EditTag): void;
  /** Own rules that are being typed, not yet applied; null: none. */
  readonly cssDraft: string | null;
  draftCss(css: string | null): void;
  /** Adds one and chooses it. */
  add(kind: WidgetKind): void;
  /** Takes it out; the page offers to take that back. */
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

/** How a widget is called: by its kind, with a number where there are several of it. */
export function widgetName(widget: Widget, layout: Layout, { t }: Words): string {
  const name = t(`widget.${widget.kind}`);
  const alike = layout.filter(({ kind }) => kind === widget.kind).map(({ id }) => id);
  if (alike.length < 2) return name;
  // Not by the place above each other, which changes: a name must stay.
  return t('widget.numbered', { name, count: alike.sort(byAge).indexOf(widget.id) + 1 });
}

/** `chat` before `chat-2` before `chat-10`. */
function byAge(one: string, other: string): number {
  return one.length - other.length || (one < other ? -1 : 1);
}

/** The words of a key that is made of names, such as a field's. */
export function wordAt(key: string, { t }: Words): string {
  return isWord(key) ? t(key) : key;
}
