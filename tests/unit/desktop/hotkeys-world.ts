import type { Clock } from '../../../electron/base/clock.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import type { ActionResult } from '../../../electron/desktop/controls/actions.ts';
import { Hotkeys } from '../../../electron/desktop/controls/hotkeys.ts';
import type { SettingsChange, SettingsKeeper } from '../../../electron/settings/ports.ts';
import type { HotkeyAction } from '../../../shared/desktop.ts';
import type { Problem } from '../../../shared/problem.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

/** Settings that can be told to fail. */
export class KeptSettings implements SettingsKeeper {
  failure: Error | null = null;
  #settings: Settings = DEFAULT_SETTINGS;
  readonly #changes = new Emitter<Settings>((failure) => {
    throw failure;
  });
  readonly onChange = this.#changes.on;

  get(): Settings {
    return this.#settings;
  }

  async update(change: SettingsChange): Promise<Settings> {
    await Promise.resolve();
    if (this.failure) throw this.failure;
    const patch = typeof change === 'function' ? change(this.#settings) : change;
    this.#settings = { ...this.#settings, ...patch } as Settings;
    this.#changes.fire(this.#settings);
    return this.#settings;
  }
}

/** The system's hotkeys, some of them in the hands of other programs. */
export class FakeShortcuts {
  readonly taken = new Set<string>();
  readonly refused = new Set<string>();
  readonly held = new Map<string, () => void>();
  readonly calls: string[] = [];
  isSuspended = false;

  register(accelerator: string, callback: () => void): boolean {
    this.calls.push(`+${accelerator}`);
    if (this.isSuspended) return false;
    if (this.refused.has(accelerator)) throw new TypeError('conversion failure');
    if (this.taken.has(accelerator) || this.held.has(accelerator)) return false;
    this.held.set(accelerator, callback);
    return true;
  }

  unregister(accelerator: string): void {
    this.calls.push(`-${accelerator}`);
    this.held.delete(accelerator);
  }

  isRegistered(accelerator: string): boolean {
    return this.held.has(accelerator);
  }

  setSuspended(isSuspended: boolean): void {
    this.isSuspended = isSuspended;
  }

  press(accelerator: string): void {
    const callback = this.held.get(accelerator);
    if (!callback) throw new Error(`${accelerator} is not registered`);
    callback();
  }
}

export function hotkeysWorld(run?: (action: HotkeyAction) => ActionResult) {
  const shortcuts = new FakeShortcuts();
  const settings = new KeptSettings();
  const clock = new VirtualClock();
  const ran: HotkeyAction[] = [];
  const problems: Problem[] = [];
  const solved: string[] = [];
  const hotkeys = new Hotkeys({
    shortcuts,
    settings,
    system: 'windows',
    run: run ?? ((action) => ran.push(action)),
    clock: clock satisfies Clock,
    log: silentLogger,
    onProblem: (problem) => problems.push(problem),
    onSolved: (code) => solved.push(code),
  });
  const statusOf = (action: HotkeyAction) =>
    hotkeys.states.find((state) => state.action === action)?.status;
  return { shortcuts, settings, clock, ran, problems, solved, hotkeys, statusOf };
}
