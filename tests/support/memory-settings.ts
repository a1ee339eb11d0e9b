import { Emitter } from '../../electron/base/emitter.ts';
import type { SettingsChange, SettingsKeeper } from '../../electron/settings/ports.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../shared/settings.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** Settings that no file keeps. */
export class MemorySettings implements SettingsKeeper {
  readonly #changes = new Emitter<Settings>(rethrow);
  readonly onChange = this.#changes.on;
  #settings = DEFAULT_SETTINGS;

  get = () => this.#settings;

  async update(change: SettingsChange): Promise<Settings> {
    const patch = typeof change === 'function' ? change(this.#settings) : change;
    this.#settings = { ...this.#settings, ...patch } as Settings;
    this.#changes.fire(this.#settings);
    return this.#settings;
  }
}
