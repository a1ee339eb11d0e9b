import type { DesktopState, VaultProtection } from '../../shared/desktop.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import { DEVELOPER_PORTAL_URL } from '../platform/platform-notes.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { Hotkeys } from './controls/hotkeys.ts';
import type { CoreRunner } from './core-runner.ts';
import type { Updates } from './ports/updates.ts';
import { connectOf, type SetupService } from './setup-service.ts';
import type { OverlayWindow } from './windows/overlay-window.ts';

interface DesktopStateParts {
  readonly version: string;
  readonly system: DesktopState['system'];
  readonly overlayFloats: boolean;
  readonly settings: SettingsKeeper;
  readonly runner: Pick<CoreRunner, 'pageServer' | 'onChange'>;
  readonly overlay: Pick<OverlayWindow, 'look' | 'onLook'>;
  readonly hotkeys: Pick<Hotkeys, 'states' | 'onChange'>;
  readonly setup: Pick<SetupService, 'hasSecret'>;
  readonly updates: Pick<Updates, 'state' | 'onChange'>;
  readonly log: Logger;
}

/** What has to be asked of the system, and takes a moment. */
const UNASKED = {
  protection: 'system' as VaultProtection,
  startsWithSystem: false,
  canStartWithSystem: false,
};

/** What the dashboard is told of the app around the core. */
export class DesktopStateSource implements Disposable {
  readonly #parts: DesktopStateParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<DesktopState>;
  readonly onChange: Subscribe<DesktopState>;
  #facts = UNASKED;
  #last = '';

  constructor(parts: DesktopStateParts) {
    this.#parts = parts;
    this.#changes = this.#owned.add(
      new Emitter((failure) => parts.log.error('a listener of the app failed', { failure })),
    );
    this.onChange = this.#changes.on;
    const { overlay, hotkeys, updates, settings, runner } = parts;
    const changed = (): void => this.#changed();
    for (const source of [hotkeys, updates, settings, runner]) {
      this.#owned.add(source.onChange(changed));
    }
    this.#owned.add(overlay.onLook(changed));
  }

  learn(facts: Partial<typeof UNASKED>): void {
    this.#facts = { ...this.#facts, ...facts };
    this.#changed();
  }

  read(): DesktopState {
    const { version, system, overlayFloats, settings, runner, overlay, hotkeys, setup, updates } =
      this.#parts;
    const { protection, startsWithSystem, canStartWithSystem } = this.#facts;
    const { desktop } = settings.get();
    return {
      version,
      system,
      setup: {
        step: desktop.step,
        mode: desktop.mode,
        connect: { ...connectOf(settings.get()), hasSecret: setup.hasSecret },
        portalUrl: DEVELOPER_PORTAL_URL,
        overlayUrl: runner.pageServer?.overlayUrl ?? null,
      },
      overlayWindow: overlay.look,
      overlayFloats,
      hotkeys: hotkeys.states,
      closeToTray: desktop.closeToTray,
      startWithSystem: startsWithSystem,
      canStartWithSystem,
      checkForUpdates: desktop.checkForUpdates,
      vault: { protection, allowWeak: desktop.allowWeakVault },
      update: updates.state,
    };
  }

  dispose(): void {
    this.#owned.dispose();
  }

  /** Many settings are not told of (a window's place): the same state is said once. */
  #changed(): void {
    const state = this.read();
    const text = JSON.stringify(state);
    if (text === this.#last) return;
    this.#last = text;
    this.#changes.fire(state);
  }
}
