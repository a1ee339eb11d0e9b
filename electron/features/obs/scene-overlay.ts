import { sameJson } from '../../../shared/json.ts';
import { withSwitched } from '../../../shared/overlay/layouts.ts';
import type { PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { effectOf, layoutFor, withSceneRenamed } from '../../../shared/overlay/scenes.ts';
import { type Disposable, DisposableStore, toDisposable } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import type { OverlaySettingsSource } from '../../settings/overlay-settings.ts';
import type { ObsCalls } from './obs-calls.ts';
import type { ObsNow } from './obs-now.ts';

interface SceneOverlayParts {
  readonly link: Pick<ObsCalls, 'on'>;
  readonly now: Pick<ObsNow, 'read' | 'onChange'>;
  readonly settings: Pick<OverlaySettingsSource, 'get' | 'edit' | 'pageConfig' | 'onPageConfig'>;
  readonly alerts: { setPaused(paused: boolean, by: 'scene'): void };
  readonly log: Logger;
}

/**
 * The overlay as OBS's scene on air wants it: puts the scene's layout on air, and tells pages which
 * widgets the scene hides. Scenes nested in it don't count. Without OBS everything shows.
 */
export class SceneOverlay implements Disposable {
  readonly #parts: SceneOverlayParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<PageConfig>;
  readonly onConfig;
  /** As the settings have it, and as the scene wants it. */
  #base: PageConfig;
  #config: PageConfig;
  #scene: string | null = null;
  /** The last scene that was on air, also in an earlier connection: coming back is no change. */
  #lastScene: string | null = null;
  /** Renames that the settings do not have yet: until then the old name counts. */
  #renames = 0;

  constructor(parts: SceneOverlayParts) {
    this.#parts = parts;
    const { link, now, settings, log } = parts;
    this.#base = settings.pageConfig();
    this.#config = this.#base;
    this.#changes = this.#owned.add(
      new Emitter((failure) => log.error('an overlay listener failed', { failure })),
    );
    this.onConfig = this.#changes.on;
    // Afterwards: a scene with another name is heard of as such before.
    this.#owned.add(now.onChange(() => queueMicrotask(() => this.#onScene())));
    this.#owned.add(settings.onPageConfig(() => this.#arrange()));
    this.#owned.add(
      toDisposable(
        link.on('SceneNameChanged', ({ oldSceneName, sceneName }) => {
          void this.#rename(oldSceneName, sceneName);
        }),
      ),
    );
    this.#onScene();
  }

  /** The same object until it changes. */
  config(): PageConfig {
    return this.#config;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #onScene(): void {
    if (this.#renames > 0 || this.#owned.isDisposed) return;
    const { programScene } = this.#parts.now.read();
    if (programScene === this.#scene) return;
    this.#scene = programScene;
    this.#arrange();
    if (programScene === null || programScene === this.#lastScene) return;
    this.#lastScene = programScene;
    void this.#switchTo(programScene);
  }

  #arrange(): void {
    if (this.#renames > 0) return;
    const base = this.#parts.settings.pageConfig();
    const { away, holdsAlerts } = effectOf(base.layout, this.#scene);
    if (base !== this.#base || !sameJson(away, this.#config.away)) {
      this.#base = base;
      this.#config = { ...base, away };
      this.#changes.fire(this.#config);
    }
    // Afterwards, so that pages show what an alert needs before it comes.
    this.#parts.alerts.setPaused(holdsAlerts, 'scene');
  }

  async #switchTo(scene: string): Promise<void> {
    const { settings, log } = this.#parts;
    const wanted = layoutFor(settings.get(), scene);
    if (wanted === null || wanted === settings.get().onAirLayout) return;
    try {
      await settings.edit((now) => withSwitched(now, wanted));
    } catch (failure) {
      log.warn('the layout of a scene could not go on air', { failure });
    }
  }

  async #rename(from: string, to: string): Promise<void> {
    const { settings, log } = this.#parts;
    this.#renames += 1;
    try {
      await settings.edit((now) => withSceneRenamed(now, from, to));
    } catch (failure) {
      log.warn('the new name of a scene could not be kept', { failure });
    }
    this.#renames -= 1;
    if (this.#lastScene === from) this.#lastScene = to;
    if (this.#scene === from) this.#scene = to;
    this.#arrange();
    this.#onScene();
  }
}
