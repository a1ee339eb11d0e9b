import { withEveryLayout } from '../../../shared/overlay/layouts.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import { StagelightError } from '../../base/errors.ts';
import type { OverlaySettingsSource } from '../../settings/overlay-settings.ts';

/** Maximum entries in a chat's list of hidden viewers (`chatSettingsSchema`). */
const HIDDEN_MOST = 200;

/** In every chat of every layout. If a list is full or the settings refuse, nothing has changed. */
export function viewerHider(overlay: Pick<OverlaySettingsSource, 'edit'>) {
  return (channelId: string, hidden: boolean): Promise<void> =>
    overlay.edit((now) => withEveryLayout(now, (layout) => withHidden(layout, channelId, hidden)));
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
