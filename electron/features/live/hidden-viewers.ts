import type { Layout } from '../../../shared/overlay/widgets.ts';
import { StagelightError } from '../../base/errors.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { OverlaySettingsSource } from '../../settings/overlay-settings.ts';

/** Maximum entries in a chat's list of hidden viewers (`chatSettingsSchema`). */
const HIDDEN_MOST = 200;

/** In every chat of the layout. If a list is full or the settings refuse, nothing has changed. */
export function viewerHider(overlay: Pick<OverlaySettingsSource, 'get' | 'set'>) {
  // Each change writes the whole layout, so concurrent changes would undo one another.
  const queue = new SerialQueue();
  return (channelId: string, hidden: boolean): Promise<void> =>
    queue.run(async () => {
      const { layout } = overlay.get();
      const changed = withHidden(layout, channelId, hidden);
      if (changed !== layout) await overlay.set({ layout: [...changed] });
    });
}

/** Returns the same layout if nothing changes. */
function withHidden(layout: Layout, channelId: string, hidden: boolean): Layout {
  let changes = false;
  const next = layout.map((widget) => {
    if (widget.kind !== 'chat') return widget;
    const { users } = widget.settings.hide;
    if (users.includes(channelId) === hidden) return widget;
    if (hidden && users.length >= HIDDEN_MOST) {
      throw new StagelightError({ code: 'live-hide-list-full', values: { most: HIDDEN_MOST } });
    }
    changes = true;
    const others = users.filter((user) => user !== channelId);
    const hide = { ...widget.settings.hide, users: hidden ? [...others, channelId] : others };
    return { ...widget, settings: { ...widget.settings, hide } };
  });
  return changes ? next : layout;
}
