import { expect, it } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { alertSettingsOf } from '../../../electron/features/alerts/alert-presenter.ts';
import { OverlaySettingsSource } from '../../../electron/settings/overlay-settings.ts';
import { patchSettings } from '../../../electron/settings/settings-file.ts';
import { withDraft } from '../../../shared/overlay/layouts.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';

function setUp() {
  let settings = DEFAULT_SETTINGS;
  const changes = new Emitter<Settings>((failure) => {
    throw failure;
  });
  const overlay = new OverlaySettingsSource(
    {
      get: () => settings,
      onChange: changes.on,
      async update(change) {
        settings = patchSettings(settings, change);
        changes.fire(settings);
        return settings;
      },
    },
    silentLogger,
  );
  let told = 0;
  const source = alertSettingsOf(overlay);
  const following = source.onChange(() => {
    told += 1;
  });
  return { source, overlay, following, told: () => told };
}

it('alerts hear of what is theirs, not of a layout that is being drafted', async () => {
  const { source, overlay, told } = setUp();
  const theme = { ...overlay.get().theme, base: 'neon' } as const;
  await overlay.edit((now) => withDraft(now, 'main', { widgets: [], theme }));
  await overlay.set({ layout: [], everySourceSounds: true });
  expect(told()).toBe(0);
  await overlay.set({ muted: true });
  await overlay.set({ queue: { holdS: 5 } });
  expect(told()).toBe(2);
  expect(source.get()).toBe(overlay.get());
});

it('alerts hear nothing any more once they have ended', async () => {
  const { overlay, following, told } = setUp();
  following.dispose();
  await overlay.set({ muted: true });
  expect(told()).toBe(0);
});
