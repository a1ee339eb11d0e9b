import { isDeepStrictEqual } from 'node:util';
import {
  changedOverlay,
  type OverlayChange,
  type OverlaySettings,
  type PageConfig,
  pageConfigOf,
} from '../../shared/overlay/overlay-settings.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from './ports.ts';

/** The overlay settings, and the only way to change them. */
export class OverlaySettingsSource implements Disposable {
  readonly #settings: SettingsKeeper;
  readonly #log: Logger;
  readonly #onFailure = (failure: unknown) =>
    this.#log.error('a listener of the overlay settings failed', { failure });
  readonly #changes = new Emitter<OverlaySettings>(this.#onFailure);
  readonly #pageChanges = new Emitter<PageConfig>(this.#onFailure);
  readonly onChange = this.#changes.on;
  /** Emits the part for pages when it changes; rules and queue are not part of it. */
  readonly onPageConfig = this.#pageChanges.on;
  readonly #subscription: Disposable;
  #current: OverlaySettings;
  #pageConfig: PageConfig;

  constructor(settings: SettingsKeeper, log: Logger) {
    this.#settings = settings;
    this.#log = log;
    this.#current = settings.get().overlay;
    this.#pageConfig = pageConfigOf(this.#current);
    this.#subscription = settings.onChange(({ overlay }) => this.#check(overlay));
  }

  get(): OverlaySettings {
    return this.#current;
  }

  /** The part for pages; the same object until it changes. */
  pageConfig(): PageConfig {
    return this.#pageConfig;
  }

  /** Changes run one after the other. If it throws (`SettingsKeeper.update`), nothing has changed. */
  set(change: OverlayChange): Promise<void> {
    return this.edit((now) => changedOverlay(now, change));
  }

  /** The same for a change that depends on the present settings. */
  async edit(change: (now: OverlaySettings) => OverlaySettings): Promise<void> {
    await this.#settings.update(({ overlay }) => ({ overlay: change(overlay) }));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#pageChanges.dispose();
  }

  #check(next: OverlaySettings): void {
    // All settings are read again on any change.
    if (isDeepStrictEqual(next, this.#current)) return;
    this.#current = withKeptParts(next, this.#current);
    const pageConfig = pageConfigOf(next);
    const isPagesToo = !isDeepStrictEqual(pageConfig, this.#pageConfig);
    if (isPagesToo) this.#pageConfig = pageConfig;
    this.#changes.fire(this.#current);
    if (isPagesToo) this.#pageChanges.fire(pageConfig);
  }
}

/** Equal parts stay the same objects, so that who follows one part sees whether it changed. */
function withKeptParts(next: OverlaySettings, before: OverlaySettings): OverlaySettings {
  const parts = Object.entries(next).map(([name, part]) => {
    const former = before[name as keyof OverlaySettings];
    return [name, isDeepStrictEqual(part, former) ? former : part];
  });
  return Object.fromEntries(parts) as OverlaySettings;
}
