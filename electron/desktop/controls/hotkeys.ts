import type { GlobalShortcut } from 'electron';
import { HOTKEY_ACTIONS, type HotkeyAction, type HotkeyState } from '../../../shared/desktop.ts';
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

/** Nobody takes so long to press a combination; a page that was lost in the middle has forgotten. */
const SUSPENDED_AT_MOST_MS = 30_000;
/** A key that is held down repeats every 25 to 50 ms; no finger is that quick. */
const REPEAT_MS = 100;

export interface HotkeysOptions {
  /** Electron's, once the app is ready. */
  readonly shortcuts: Pick<
    GlobalShortcut,
    'register' | 'unregister' | 'isRegistered' | 'setSuspended'
  >;
  readonly settings: SettingsKeeper;
  readonly system: DesktopSystem;
  readonly run: (action: HotkeyAction) => ActionResult;
  readonly clock: Clock;
  readonly log: Logger;
  /** Hears of hotkeys that do not work, and of actions that fail. */
  readonly onProblem: (problem: Problem) => void;
  /** A reported problem (its code) is no longer one. */
  readonly onSolved: (code: string) => void;
}

/**
 * The streamer's global hotkeys. What cannot be had stays wished for: it is reported, and tried
 * again by `retry` and whenever a hotkey is set.
 */
export class Hotkeys implements Disposable {
  readonly #options: HotkeysOptions;
  readonly #owned = new DisposableStore();
  readonly #changes: Emitter<readonly HotkeyState[]>;
  readonly #queue = new SerialQueue();
  /** What the system has given us: the normal form, and what it is for. */
  readonly #held = new Map<string, HotkeyAction>();
  readonly #pressedAt = new Map<HotkeyAction, number>();
  readonly #reported = new Map<string, string>();
  #suspension: Disposable | null = null;
  /** Something has changed while they were suspended. */
  #isBehind = false;
  #applied: Settings['hotkeys'] | null = null;
  #states: readonly HotkeyState[] = [];

  constructor(options: HotkeysOptions) {
    this.#options = options;
    this.#changes = this.#owned.add(
      new Emitter((failure) => options.log.error('a hotkey listener failed', { failure })),
    );
  }

  /** One an action, in the order of `HOTKEY_ACTIONS`; empty before `start`. */
  get states(): readonly HotkeyState[] {
    return this.#states;
  }

  get onChange(): Subscribe<readonly HotkeyState[]> {
    return this.#changes.on;
  }

  /** Registers what the settings wish for, and follows them. Call once, when the app is ready. */
  start(): void {
    if (this.#owned.isDisposed) return;
    this.#owned.add(this.#options.settings.onChange((settings) => this.#follow(settings.hotkeys)));
    this.#apply();
  }

  /**
   * Keeps a hotkey (null switches it off) and tries it; answers whether it works. What is no hotkey
   * at all is `invalid` and not kept: the former one goes on working. Throws
   * `SettingsNotSavedError`; then too nothing has changed.
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
      // Whoever asks wants to know whether it works: the combination has been pressed.
      if (this.#suspension) this.suspend(false);
      this.#apply();
      return this.#states.find((state) => state.action === action)?.status ?? 'off';
    });
  }

  /** Tries again what another program held the last time. Cheap when nothing is missing. */
  retry(): void {
    if (this.#applied) this.#apply();
  }

  /**
   * While on, hotkeys are ordinary keys, so that a combination in use can be pressed into a field, and
   * none is registered or given back: that follows. Ends by itself after 30 s, and when one is set.
   */
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

  /** Gives everything back to the system. */
  dispose(): void {
    if (this.#owned.isDisposed) return;
    this.suspend(false);
    this.#owned.dispose();
    for (const normal of [...this.#held.keys()]) this.#giveBack(normal);
  }

  #follow(wished: Settings['hotkeys']): void {
    if (!this.#applied || !sameHotkeys(wished, this.#applied)) this.#apply();
  }

  #apply(): void {
    if (this.#owned.isDisposed) return;
    // Electron gives nothing out while suspended, and what is given back then stays taken.
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
    const states = plan.map((planned) => this.#claim(planned));
    const changed = !sameStates(states, this.#states);
    this.#states = states;
    this.#report();
    if (changed) this.#changes.fire(states);
  }

  #claim(planned: PlannedHotkey): HotkeyState {
    if (planned.normal === null) {
      const { action, accelerator, status } = planned;
      return { action, accelerator, status };
    }
    const { action, accelerator, normal } = planned;
    return { action, accelerator, status: this.#register(normal, action) };
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

  /** A key held down must not lock and unlock the overlay thirty times a second. */
  #isRepeat(action: HotkeyAction): boolean {
    const now = this.#options.clock.monotonic();
    const before = this.#pressedAt.get(action);
    this.#pressedAt.set(action, now);
    return before !== undefined && now - before < REPEAT_MS;
  }

  /** Says each problem once, and again when its words have changed. */
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

type Wished = Settings['hotkeys'];

/** A hotkey before the system is asked: one that can be tried, or why there is nothing to try. */
export type PlannedHotkey =
  | { readonly action: HotkeyAction; readonly accelerator: string; readonly normal: string }
  | (HotkeyState & { readonly normal: null });

/**
 * What to ask the system for, in the order of the actions. Where two wish for the same combination
 * the earlier one has it: locking comes first, so that nothing takes the way back from the streamer.
 */
export function planHotkeys(wished: Wished, system: DesktopSystem): readonly PlannedHotkey[] {
  const claimed = new Set<string>();
  return HOTKEY_ACTIONS.map((action): PlannedHotkey => {
    const accelerator = wished[action];
    if (accelerator === null) return { action, accelerator, status: 'off', normal: null };
    const parsed = parseAccelerator(accelerator, system);
    if (!parsed.ok) return { action, accelerator, status: 'invalid', normal: null };
    const { normal } = parsed;
    if (claimed.has(normal)) return { action, accelerator, status: 'doubled', normal: null };
    claimed.add(normal);
    return { action, accelerator, normal };
  });
}

export function sameHotkeys(a: Wished, b: Wished): boolean {
  return HOTKEY_ACTIONS.every((action) => a[action] === b[action]);
}

export function sameStates(a: readonly HotkeyState[], b: readonly HotkeyState[]): boolean {
  return (
    a.length === b.length &&
    a.every((state, index) => {
      const other = b[index];
      return (
        state.action === other?.action &&
        state.accelerator === other.accelerator &&
        state.status === other.status
      );
    })
  );
}

export const HOTKEY_PROBLEMS = ['overlay-hotkey-not-working', 'hotkeys-not-working'] as const;
export type HotkeyProblemCode = (typeof HOTKEY_PROBLEMS)[number];

function isBroken({ status }: HotkeyState): boolean {
  return status === 'taken' || status === 'doubled' || status === 'invalid';
}

/**
 * What people must hear of hotkeys that do not work. Locking has a problem of its own: without its
 * hotkey the tray is the only way to a locked overlay.
 */
export function hotkeyProblems(
  states: readonly HotkeyState[],
): readonly (Problem & { readonly code: HotkeyProblemCode })[] {
  const broken = states.filter(isBroken);
  const lock = broken.filter(({ action }) => action === 'overlay-lock');
  const others = broken.filter(({ action }) => action !== 'overlay-lock');
  const hotkeys = others.map(({ action, accelerator }) => ({
    key: 'hotkeys.with-keys' as const,
    values: { action: { key: `hotkeys.${action}` as const }, accelerator: accelerator ?? '' },
  }));
  return [
    ...lock.map(({ accelerator }) => ({
      code: 'overlay-hotkey-not-working' as const,
      values: { accelerator: accelerator ?? '' },
    })),
    ...(hotkeys.length > 0 ? [{ code: 'hotkeys-not-working' as const, values: { hotkeys } }] : []),
  ];
}
