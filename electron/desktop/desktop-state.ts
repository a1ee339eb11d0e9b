import type {
  DesktopState,
  HotkeyState,
  OverlayLook,
  UpdateState,
  VaultProtection,
} from '../../shared/desktop.ts';
import { type Disposable, DisposableStore } from '../base/disposables.ts';
import { Emitter, type Subscribe } from '../base/emitter.ts';
import type { Logger } from '../base/log.ts';
import { DEVELOPER_PORTAL_URL } from '../platform/platform-notes.ts';
import type { SettingsKeeper } from '../settings/ports.ts';
import type { CoreRunner } from './core-runner.ts';
import { connectOf } from './setup-service.ts';

export interface DesktopStateParts {
  readonly version: string;
  readonly system: DesktopState['system'];
  readonly overlayFloats: boolean;
  readonly settings: SettingsKeeper;
  readonly runner: Pick<CoreRunner, 'pageServer' | 'onChange'>;
  readonly overlay: { readonly look: OverlayLook };
  readonly hotkeys: { readonly states: readonly HotkeyState[] };
  readonly setup: { readonly hasSecret: boolean };
  readonly updates: { readonly state: UpdateState };
  /** Everything that may change what is said, beside the settings and the core. */
  readonly sources: readonly ((listener: () => void) => Disposable)[];
  readonly log: Logger;
}

/** What has to be asked of the system, and takes a moment. */
export interface SystemFacts {
  readonly protection: VaultProtection;
  readonly startsWithSystem: boolean;
  readonly canStartWithSystem: boolean;
}

/** What the dashboard is told of the app around the core. */
export class DesktopStateSource implements Disposable {
  readonly #parts: DesktopStateParts;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<DesktopState>;
  #facts: SystemFacts = {
    protection: 'system',
    startsWithSystem: false,
    canStartWithSystem: false,
  };
  #last = '';

  constructor(parts: DesktopStateParts) {
    this.#parts = parts;
    this.#changes = this.#owned.add(
      new Emitter((failure) => parts.log.error('a listener of the app failed', { failure })),
    );
    const changed = (): void => this.#changed();
    for (const subscribe of parts.sources) this.#owned.add(subscribe(changed));
    this.#owned.add(parts.settings.onChange(changed));
    this.#owned.add(parts.runner.onChange(changed));
  }

  get onChange(): Subscribe<DesktopState> {
    return this.#changes.on;
  }

  learn(facts: Partial<SystemFacts>): void {
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
