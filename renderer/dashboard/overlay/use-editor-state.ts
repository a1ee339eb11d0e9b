import { useCallback, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { OverlayChange, OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import type { Widget } from '../../../shared/overlay/widgets.ts';
import { usePage } from '../context.ts';
import type { Editor } from './editor-context.ts';
import { newWidget, widgetOf, withoutWidget, withWidget } from './layout-edit.ts';
import { type Edited, type EditedField, OverlayEdits } from './overlay-edits.ts';

export interface EditorState {
  readonly editor: Editor;
  /** The widget that was taken out last, until something else is done; null: none. */
  readonly removed: Widget | null;
}

/** The editor over what the feed says. */
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
  useEffect(() => edits.heard(overlay), [edits, overlay]);
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
  // Brought back by somebody else, it is not gone any more.
  const gone = removed && !widgetOf(state.layout, removed.id) ? removed : null;
  return { editor, removed: gone };
}

function changeOf<F extends EditedField>(field: F, value: Edited[F]): OverlayChange {
  return { [field]: value } as OverlayChange;
}
