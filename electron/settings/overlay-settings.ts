import { isDeepStrictEqual } from 'node:util';
import {
  changedOverlay,
  type OverlayChange,
  type OverlaySettings,
  type PageConfig,
  pageConfigOf,
} from '../../shared/overlay/overlay-settings.ts';
import type { Disposable } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from './ports.ts';

/** What the streamer has set about what viewers see, and the only way to change it. */
export class OverlaySettingsSource implements Disposable {
  readonly #settings: SettingsKeeper;
  readonly #changes: Emitter<OverlaySettings>;
  readonly #pageChanges: Emitter<PageConfig>;
  readonly #subscription: Disposable;
  #current: OverlaySettings;
  #pageConfig: PageConfig;

  constructor(settings: SettingsKeeper, log: Logger) {
    this.#settings = settings;
    this.#current = settings.get().overlay;
    this.#pageConfig = pageConfigOf(this.#current);
    const onFailure = (failure: unknown): void =>
      log.error('a listener of the overlay settings failed', { failure });
    this.#changes = new Emitter(onFailure);
    this.#pageChanges = new Emitter(onFailure);
    this.#subscription = settings.onChange(({ overlay }) => this.#check(overlay));
  }

  /** The same object until something of it changes. */
  get(): OverlaySettings {
    return this.#current;
  }

  /** What pages need of it; the same object until something of it changes. */
  pageConfig(): PageConfig {
    return this.#pageConfig;
  }

  /** Says the settings whole when something of them has changed. */
  get onChange(): Subscribe<OverlaySettings> {
    return this.#changes.on;
  }

  /** Says what pages need when something of it has changed; rules and the queue are not theirs. */
  get onPageConfig(): Subscribe<PageConfig> {
    return this.#pageChanges.on;
  }

  /**
   * Changes what is said and leaves the rest; resolves when it is on the disk and applies. Changes of
   * several dashboards are taken one after the other, so that none undoes a field it does not name.
   *
   * @throws InvalidSettingsError, SettingsNotSavedError: then nothing has changed.
   */
  async set(change: OverlayChange): Promise<void> {
    await this.#settings.update(({ overlay }) => ({ overlay: changedOverlay(overlay, change) }));
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#changes.dispose();
    this.#pageChanges.dispose();
  }

  #check(next: OverlaySettings): void {
    // Settings are read anew on every change of any of them.
    if (isDeepStrictEqual(next, this.#current)) return;
    this.#current = next;
    const pageConfig = pageConfigOf(next);
    const isPagesToo = !isDeepStrictEqual(pageConfig, this.#pageConfig);
    if (isPagesToo) this.#pageConfig = pageConfig;
    this.#changes.fire(next);
    if (isPagesToo) this.#pageChanges.fire(pageConfig);
  }
}
