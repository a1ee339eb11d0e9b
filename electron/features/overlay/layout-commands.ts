import type { OVERLAY_COMMANDS } from '../../../shared/contract/overlay.ts';
import {
  freeLayoutId,
  layoutAt,
  layoutOf,
  MOST_LAYOUTS,
  type NamedLayout,
  namedLayouts,
  withAdded,
  withDraft,
  withName,
  withOnAir,
  withoutLayout,
  withSaved,
  withSwitched,
} from '../../../shared/overlay/layouts.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { StagelightError } from '../../base/errors.ts';
import type { CommandHandlers } from '../../server/ports.ts';
import type { OverlaySettingsSource } from '../../settings/overlay-settings.ts';

type LayoutCommand = Exclude<keyof typeof OVERLAY_COMMANDS, 'overlay.set' | 'broadcast.begin'>;
type Settings = Pick<OverlaySettingsSource, 'edit'>;

/** Without a layout at that place, nothing changes. */
export function switchLayout(settings: Settings, to: number | 'next'): Promise<void> {
  return settings.edit((now) => {
    const entry = layoutAt(now, to);
    return entry ? withSwitched(now, entry.id) : now;
  });
}

/** Commands for named layouts and their drafts. */
export function layoutCommands(settings: Settings): CommandHandlers<LayoutCommand> {
  return {
    'overlay.draft': ({ layout, ...edits }) =>
      settings.edit((now) => withDraft(now, found(now, layout).id, edits)),
    'overlay.put-on-air': ({ layout, ...edits }) =>
      settings.edit((now) => withOnAir(now, found(now, layout).id, edits)),
    'overlay.save': ({ layout, widgets }) =>
      settings.edit((now) => withSaved(now, found(now, layout).id, widgets)),
    'overlay.switch': ({ to }) => settings.edit((now) => withSwitched(now, found(now, to).id)),
    'overlay.layout-add': async ({ name, widgets }) => {
      let layout = '';
      await settings.edit((now) => {
        if (namedLayouts(now).length >= MOST_LAYOUTS) {
          throw new StagelightError({ code: 'layouts-full', values: { most: MOST_LAYOUTS } });
        }
        layout = freeLayoutId(now);
        return withAdded(now, layout, name, widgets);
      });
      return { layout };
    },
    'overlay.layout-rename': ({ layout, name }) =>
      settings.edit((now) => withName(now, found(now, layout).id, name)),
    'overlay.layout-remove': ({ layout }) =>
      settings.edit((now) => {
        const { id } = found(now, layout);
        if (id === now.onAirLayout) throw new StagelightError({ code: 'layout-on-air' });
        return withoutLayout(now, id);
      }),
  };
}

function found(now: OverlaySettings, which: string | number): NamedLayout {
  const isPlace = which === 'next' || typeof which === 'number';
  const entry = isPlace ? layoutAt(now, which) : layoutOf(now, which);
  if (!entry) throw new StagelightError({ code: 'layout-gone' });
  return entry;
}
