import { isDeepStrictEqual } from 'node:util';
import type { GlobalShortcut } from 'electron';
import { HOTKEY_ACTIONS, type HotkeyAction, type HotkeyState } from '../../../shared/desktop.ts';
import type { Text } from '../../../shared/locales/text.ts';
import type { Problem } from '../../../shared/problem.ts';
import type { Settings } from '../../../shared/settings.ts';
import type { Clock } from '../../base/clock.ts';
import { type Disposable, DisposableStore } from '../../base/disposables.ts';
import { Emitter, type Subscribe } from '../../base/emitter.ts';
import type { Logger } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import { type DesktopSystem, parseAccelerator } from './accelerator.ts';
import { type ActionResult, runSafely } from './actions.ts';

/** Longer than pressing a combination takes; ends a suspension left by a page that is gone. */
const SUSPENDED_AT_MOST_MS = 30_000;
/** Held keys repeat every 25 to 50 ms; deliberate presses are slower than this. */
const REPEAT_MS = 100;

interface HotkeysOptions {
  readonly shortcuts: Pick<
    GlobalShortcut,
    'register' | 'unregister' | 'isRegistered' | 'setSuspended'
  >;
  readonly settings: SettingsKeeper;
  readonly system: DesktopSystem;
  readonly run: (action: HotkeyAction) => ActionResult;
  readonly clock: Clock;
  readonly log: Logger;
  readonly onProblem: (problem: Problem) => void;
  readonly onSolved: (code: string) => void;
}

/** The streamer's global hotkeys. Unavailable ones are reported; `retry` and `set` try again. */
export class Hotkeys implements Disposable {
  readonly #options: HotkeysOptions;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<readonly HotkeyState[]>;
  readonly onChange: Subscribe<readonly HotkeyState[]>;
  readonly #queue = new SerialQueue();
  readonly #held = new Map<string, HotkeyAction>();
  readonly #pressedAt = new Map<HotkeyAction, number>();
  readonly #reported = new Map<string, string>();
  #suspension: Disposable | null = null;
  #isBehind = false;
  #applied: Settings['hotkeys'] | null = null;
  #states: readonly HotkeyState[] = [];

  constructor(options: HotkeysOptions) {
    this.#options = options;
    this.#changes = this.#owned.add(
      new Emitter((failure) => options.log.error('a hotkey listener failed', { failure })),
    );
    this.onChange = this.#changes.on;
  }

  /** One per action, in the order of `HOTKEY_ACTIONS`; empty before `start`. */
  get states(): readonly HotkeyState[] {
    return this.#states;
  }

  /** Registers the hotkeys and follows the settings. Call once, when the app is ready. */
  start(): void {
    if (this.#owned.isDisposed) return;
    this.#owned.add(
      this.#options.settings.onChange(({ hotkeys }) => {
        if (!isDeepStrictEqual(hotkeys, this.#applied)) this.#apply();
      }),
    );
    this.#apply();
  }

  /**
   * Saves a hotkey (null disables it), tries it and returns its status. An `invalid` one is not
   * saved, and the former stays. Throws if they can't be, with nothing changed.
   */
  set(action: HotkeyAction, accelerator: string | null): Promise<HotkeyState['status']> {
    const { settings, system, log } = this.#options;
    return this.#queue.run(async () => {
      const parsed = accelerator === null ? null : parseAccelerator(accelerator, system);
      if (parsed && !parsed.ok) {
        log.info('a hotkey was refused', { action, fault: parsed.fault });
        return 'invalid';
      }
      await settings.update(({ hotkeys }) => ({ hotkeys: { ...hotkeys, [action]: accelerator } }));
      // The combination has been pressed, so end the suspension to find out whether it works.
      if (this.#suspension) this.suspend(false);
      this.#apply();
      return this.#states.find((state) => state.action === action)?.status ?? 'off';
    });
  }

  /** Retries combinations that another program owned. Cheap if none is missing. */
  retry(): void {
    if (this.#applied) this.#apply();
  }

  /** While on, combinations reach the page as ordinary keys. Ends after 30 s, or by `set`. */
  suspend(on: boolean): void {
    if (this.#owned.isDisposed) return;
    const { shortcuts, clock } = this.#options;
    this.#suspension?.dispose();
    this.#suspension = on
      ? clock.setTimeout(() => this.suspend(false), SUSPENDED_AT_MOST_MS)
      : null;
    shortcuts.setSuspended(on);
    if (on || !this.#isBehind) return;
    this.#isBehind = false;
    this.#apply();
  }

  dispose(): void {
    if (this.#owned.isDisposed) return;
    this.suspend(false);
    this.#owned.dispose();
    for (const normal of [...this.#held.keys()]) this.#giveBack(normal);
  }

  #apply(): void {
    if (this.#owned.isDisposed) return;
    // While suspended, Electron registers nothing, and unregistered combinations stay taken.
    if (this.#suspension) {
      this.#isBehind = true;
      return;
    }
    const { settings, system } = this.#options;
    const wished = settings.get().hotkeys;
    this.#applied = wished;
    const plan = planHotkeys(wished, system);
    const needed = new Set(plan.map(({ normal }) => normal));
    for (const normal of [...this.#held.keys()]) {
      if (!needed.has(normal)) this.#giveBack(normal);
    }
    const states = plan.map(({ normal, ...state }) =>
      normal === null ? state : { ...state, status: this.#register(normal, state.action) },
    );
    const changed = !isDeepStrictEqual(states, this.#states);
    this.#states = states;
    this.#report();
    if (changed) this.#changes.fire(states);
  }

  #register(normal: string, action: HotkeyAction): HotkeyState['status'] {
    const { shortcuts, log } = this.#options;
    try {
      if (this.#held.has(normal) && shortcuts.isRegistered(normal)) {
        this.#held.set(normal, action);
        return 'active';
      }
      this.#held.delete(normal);
      if (!shortcuts.register(normal, () => this.#pressed(normal))) return 'taken';
      this.#held.set(normal, action);
      return 'active';
    } catch (failure) {
      log.warn('a hotkey is not known to the system', { action, accelerator: normal, failure });
      return 'invalid';
    }
  }

  #giveBack(normal: string): void {
    const { shortcuts, log } = this.#options;
    this.#held.delete(normal);
    try {
      shortcuts.unregister(normal);
    } catch (failure) {
      log.warn('a hotkey could not be given back', { accelerator: normal, failure });
    }
  }

  #pressed(normal: string): void {
    const action = this.#held.get(normal);
    if (action === undefined || this.#isRepeat(action)) return;
    const { run } = this.#options;
    runSafely(action, () => run(action), this.#options);
  }

  /** A held key must not toggle the lock thirty times a second. */
  #isRepeat(action: HotkeyAction): boolean {
    const now = this.#options.clock.monotonic();
    const before = this.#pressedAt.get(action);
    this.#pressedAt.set(action, now);
    return before !== undefined && now - before < REPEAT_MS;
  }

  #report(): void {
    const { onProblem, onSolved } = this.#options;
    const problems = hotkeyProblems(this.#states);
    for (const problem of problems) {
      const values = JSON.stringify(problem.values);
      if (this.#reported.get(problem.code) === values) continue;
      this.#reported.set(problem.code, values);
      onProblem(problem);
    }
    for (const code of [...this.#reported.keys()]) {
      if (problems.some((problem) => problem.code === code)) continue;
      this.#reported.delete(code);
      onSolved(code);
    }
  }
}

/** A hotkey before registration. `normal` null: not to be registered, and `status` says why. */
type PlannedHotkey = HotkeyState & { readonly normal: string | null };

/**
 * Hotkeys to register, in the order of actions. If two use the same combination the earlier one
 * gets it: locking comes first, so that the streamer can always unlock.
 */
function planHotkeys(wished: Settings['hotkeys'], system: DesktopSystem): readonly PlannedHotkey[] {
  const claimed = new Set<string>();
  return HOTKEY_ACTIONS.map((action): PlannedHotkey => {
    const accelerator = wished[action];
    if (accelerator === null) return { action, accelerator, status: 'off', normal: null };
    const parsed = parseAccelerator(accelerator, system);
    if (!parsed.ok) return { action, accelerator, status: 'invalid', normal: null };
    const { normal } = parsed;
    if (claimed.has(normal)) return { action, accelerator, status: 'doubled', normal: null };
    claimed.add(normal);
    return { action, accelerator, status: 'active', normal };
  });
}

/** Locking has a problem of its own: without it, only the tray unlocks the overlay. */
function hotkeyProblems(states: readonly HotkeyState[]): readonly Problem[] {
  const broken = states
    .filter(({ status }) => ['taken', 'doubled', 'invalid'].includes(status))
    .map(({ action, accelerator }) => ({ action, accelerator: accelerator ?? '' }));
  const lock = broken.find(({ action }) => action === 'overlay-lock');
  const hotkeys = broken
    .filter((hotkey) => hotkey !== lock)
    .map(
      ({ action, accelerator }): Text => ({
        key: 'hotkeys.with-keys',
        values: { action: { key: `hotkeys.${action}` }, accelerator },
      }),
    );
  const problems: Problem[] = [];
  if (lock) {
    const values = { accelerator: lock.accelerator };
    problems.push({ code: 'overlay-hotkey-not-working', values });
  }
  if (hotkeys.length > 0) problems.push({ code: 'hotkeys-not-working', values: { hotkeys } });
  return problems;
}
