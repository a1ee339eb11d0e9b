import type { Settings } from '../../shared/settings.ts';
import type { Subscribe } from '../base/emitter.ts';

/** Fields to change; fields left out stay. */
export type SettingsPatch = { readonly [K in keyof Settings]?: Settings[K] | undefined };

/** A change; as a function where it depends on what is kept when its turn comes. */
export type SettingsChange = SettingsPatch | ((now: Settings) => SettingsPatch);

/** The streamer's settings, wherever a host keeps them. */
export interface SettingsKeeper {
  get(): Settings;
  readonly onChange: Subscribe<Settings>;
  /**
   * Changes some fields; the result is on the disk before it applies. Throws
   * `InvalidSettingsError` (with the fields) or `SettingsNotSavedError`; then nothing has changed.
   */
  update(change: SettingsChange): Promise<Settings>;
}
