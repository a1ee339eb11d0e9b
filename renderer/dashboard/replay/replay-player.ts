import { createStore, type StoreApi } from 'zustand/vanilla';
import type { ReplayOutline } from '../../../shared/contract/replay.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { Problem } from '../../../shared/problem.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import type { PageClock, Stop } from '../../bridge/page-host.ts';
import type { ReplaySource } from '../../stores/replay-source.ts';
import { ReplayWindow } from './replay-window.ts';

export const REPLAY_SPEEDS = [0.5, 1, 2, 4, 10, 30, 60] as const;
export type ReplaySpeed = (typeof REPLAY_SPEEDS)[number];

export interface ReplayStage {
  /** Starts over with the earlier events, oldest first; none is animated. */
  reset(before: readonly StageEvent[]): void;
  add(events: readonly StageEvent[], speed: ReplaySpeed): void;
}

export type ReplayPhase = 'loading' | 'empty' | 'paused' | 'playing' | 'ended' | 'failed';

interface ReplayState {
  readonly phase: ReplayPhase;
  readonly outline: ReplayOutline | null;
  /** The shown moment, epoch milliseconds. */
  readonly at: number;
  readonly speed: ReplaySpeed;
  readonly skipsSilence: boolean;
  readonly problem: Problem | null;
}

/** Silence longer than this is shortened, milliseconds of the broadcast. */
const SILENCE_MS = 5_000;
/** What remains at each end of a shortened silence, milliseconds. */
export const SILENCE_END_MS = 1_000;
/** Longest time between updates of the time bar, milliseconds. */
const TICK_MS = 100;
/** Events are shown in batches, at most one per this many milliseconds. */
const FRAME_MS = 33;
/** Longest time step, milliseconds: a sleeping page or a changed clock must not skip ahead. */
const LONGEST_STEP_MS = 1_000;
/** Dragging the time bar asks for a page only after this pause, milliseconds. */
const SETTLE_MS = 120;

interface ReplayPlayerParts {
  readonly source: ReplaySource;
  readonly stage: ReplayStage;
  readonly clock: Pick<PageClock, 'now' | 'after'>;
}

/** If pages load too slowly the replay waits, so nothing is skipped and nothing piles up. */
export class ReplayPlayer {
  readonly store: StoreApi<ReplayState>;
  readonly #parts: ReplayPlayerParts;
  #window: ReplayWindow | null = null;
  #stopTimer: Stop | null = null;
  #stopSettling: Stop | null = null;
  #steppedAt = 0;
  #lastEventAt = 0;
  #jumping = false;
  #closed = false;

  constructor(parts: ReplayPlayerParts) {
    this.#parts = parts;
    this.store = createStore<ReplayState>(() => ({
      phase: 'loading',
      outline: null,
      at: 0,
      speed: 1,
      skipsSilence: true,
      problem: null,
    }));
  }

  /** Loads the last broadcast and stops at its first event. Never rejects. */
  async open(): Promise<void> {
    this.#closed = false;
    this.#halt();
    this.#set({ phase: 'loading', problem: null });
    try {
      const outline = await this.#parts.source.outline();
      if (this.#closed) return;
      this.#window?.stop();
      this.#window =
        outline &&
        new ReplayWindow({
          source: this.#parts.source,
          broadcast: outline.id,
          onMore: () => this.#go(),
          onFailure: (failure) => this.#fail(failure),
        });
      this.#set({ phase: outline ? 'paused' : 'empty', outline });
      if (outline) await this.#jump(outline.firstAt);
    } catch (failure) {
      this.#fail(failure);
    }
  }

  /** Plays; from the start if it had ended, and retries after a failure. */
  play(): void {
    const { phase, outline, at } = this.store.getState();
    if (phase === 'failed' && !outline) void this.open();
    if (!outline || (phase !== 'paused' && phase !== 'ended' && phase !== 'failed')) return;
    if (phase === 'ended' && outline.endedAt === null) {
      void this.#playGrown();
      return;
    }
    this.#set({ phase: 'playing', problem: null });
    if (phase === 'ended') void this.#jump(outline.firstAt);
    else if (phase === 'failed') void this.#jump(at);
    else this.#go();
  }

  pause(): void {
    if (this.store.getState().phase !== 'playing') return;
    this.#step();
    this.#halt();
    if (this.store.getState().phase === 'playing') this.#set({ phase: 'paused' });
  }

  /** Jumps to a moment (epoch milliseconds) and keeps playing if it was playing. */
  seek(at: number): void {
    const { outline, phase } = this.store.getState();
    if (!outline) return;
    this.#halt();
    this.#stopSettling?.();
    // Shows nothing else until the page arrives.
    this.#jumping = true;
    this.#window?.stop();
    const moment = Math.min(Math.max(at, outline.firstAt), outline.lastAt);
    const goesOn = phase === 'playing' || phase === 'paused';
    this.#set({ at: moment, phase: goesOn ? phase : 'paused', problem: null });
    this.#stopSettling = this.#parts.clock.after(SETTLE_MS, () => void this.#jump(moment));
  }

  setSpeed(speed: ReplaySpeed): void {
    this.#step();
    this.#set({ speed });
    this.#go();
  }

  setSkipsSilence(skipsSilence: boolean): void {
    this.#set({ skipsSilence });
    this.#go();
  }

  close(): void {
    this.#closed = true;
    this.#halt();
    this.#stopSettling?.();
    this.#window?.stop();
  }

  /** A running broadcast may have grown. */
  async #playGrown(): Promise<void> {
    await this.open();
    if (this.store.getState().phase === 'paused') this.play();
  }

  async #jump(at: number): Promise<void> {
    this.#halt();
    this.#stopSettling?.();
    this.#jumping = true;
    this.#lastEventAt = at;
    this.#set({ at });
    const before = await this.#window?.jump(at);
    if (!before || this.#closed) return;
    this.#jumping = false;
    this.#parts.stage.reset(before);
    this.#go();
  }

  /** Starts the timing of the next event from now. */
  #go(): void {
    if (this.store.getState().phase !== 'playing' || this.#jumping || this.#closed) return;
    if (this.#stopTimer === null) this.#steppedAt = this.#parts.clock.now();
    this.#plan();
  }

  #halt(): void {
    this.#stopTimer?.();
    this.#stopTimer = null;
  }

  /** Schedules the next step; not while waiting for a page, whose arrival resumes. */
  #plan(): void {
    this.#halt();
    const { outline, at, speed } = this.store.getState();
    const upcoming = this.#window?.upcoming;
    if (!upcoming) {
      if (this.#window?.isAtEnd) this.#set({ phase: 'ended', at: outline?.lastAt ?? at });
      return;
    }
    const wait = Math.max(FRAME_MS, (upcoming.receivedAt - at) / speed);
    this.#stopTimer = this.#parts.clock.after(Math.min(TICK_MS, wait), () => {
      this.#step();
      if (this.store.getState().phase === 'playing') this.#plan();
    });
  }

  #step(): void {
    const { phase, at, speed } = this.store.getState();
    const window = this.#window;
    if (phase !== 'playing' || this.#jumping || !window || this.#stopTimer === null) return;
    const now = this.#parts.clock.now();
    const passed = Math.min(Math.max(0, now - this.#steppedAt), LONGEST_STEP_MS);
    this.#steppedAt = now;
    const target = this.#overSilence(at + passed * speed);
    const due = window.takeUntil(target);
    const last = due.at(-1);
    if (last) {
      this.#lastEventAt = Math.max(at, last.receivedAt);
      this.#parts.stage.add(due, speed);
    }
    // While the next event is unknown, time stops at the last one.
    this.#set({ at: window.upcoming ? target : this.#lastEventAt });
  }

  #overSilence(target: number): number {
    const upcoming = this.#window?.upcoming;
    if (!upcoming || !this.store.getState().skipsSilence) return target;
    if (upcoming.receivedAt - this.#lastEventAt <= SILENCE_MS) return target;
    const [from, to] = [this.#lastEventAt + SILENCE_END_MS, upcoming.receivedAt - SILENCE_END_MS];
    return target > from && target < to ? to : target;
  }

  #fail(failure: unknown): void {
    if (this.#closed) return;
    this.#halt();
    this.#set({ phase: 'failed', problem: problemOfFailure(failure) });
  }

  #set(change: Partial<ReplayState>): void {
    if (!this.#closed) this.store.setState(change);
  }
}
