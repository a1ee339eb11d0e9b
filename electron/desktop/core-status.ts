import { type Disposable, DisposableStore, toDisposable } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { Hotkeys } from './controls/hotkeys.ts';
import { type TrayStatus, type TrayStatusSource, trayStatusOf } from './controls/tray-status.ts';
import type { CoreRunner } from './core-runner.ts';
import type { OverlayWindow } from './windows/overlay-window.ts';

export interface CoreStatusParts {
  readonly runner: Pick<CoreRunner, 'core' | 'isRenewing' | 'onChange'>;
  readonly overlay: Pick<OverlayWindow, 'look' | 'onLook'>;
  readonly hotkeys: Pick<Hotkeys, 'states' | 'onChange'>;
  readonly settings: SettingsKeeper;
  readonly log: Logger;
}

/** What tray and badges show, of whichever core runs. */
export class CoreStatus implements TrayStatusSource, Disposable {
  readonly #parts: CoreStatusParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<void>;
  #following: Disposable | null = null;

  constructor(parts: CoreStatusParts) {
    const { runner, overlay, hotkeys, settings, log } = parts;
    this.#parts = parts;
    this.#changes = this.#owned.add(
      new Emitter((failure) => log.error('a listener of the state failed', { failure })),
    );
    const changed = (): void => this.#changes.fire();
    this.#owned.add(overlay.onLook(changed));
    this.#owned.add(hotkeys.onChange(changed));
    this.#owned.add(settings.onChange(changed));
    this.#owned.add(runner.onChange(() => this.#follow()));
    this.#owned.add(toDisposable(() => this.#following?.dispose()));
    this.#follow();
  }

  readonly onChange = (listener: () => void): Disposable => this.#changes.on(listener);

  read(): TrayStatus {
    const { runner, overlay, hotkeys, settings } = this.#parts;
    return trayStatusOf({
      status: runner.core?.status.read() ?? null,
      keepsSignIn: runner.core === null && runner.isRenewing,
      mode: settings.get().desktop.mode,
      look: overlay.look,
      hotkeys: hotkeys.states,
      hasAddress: runner.core !== null,
    });
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #follow(): void {
    this.#following?.dispose();
    this.#following = this.#parts.runner.core?.status.onChange(() => this.#changes.fire()) ?? null;
    this.#changes.fire();
  }
}
