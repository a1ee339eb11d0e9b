import type { Settings } from '../../shared/settings.ts';
import type { Subscribe } from '../base/emitter.ts';

/** Fields to change; omitted ones stay. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined };

/** A change; a function if it depends on the settings at its turn. */
export type SettingsChange = SettingsPatch | ((now: Settings) => SettingsPatch);

/** The streamer's settings, however the host stores them. */
export interface SettingsKeeper {
  get(): Settings;
  readonly onChange: Subscribe<Settings>;
  /** On disk before they apply. Throws `settings-invalid`, `settings-not-saved`; nothing changed then. */
  update(change: SettingsChange): Promise<Settings>;
}
