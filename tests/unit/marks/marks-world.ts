import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { startMarks } from '../../../electron/features/marks/index.ts';
import type { ObsRequest, ObsResult } from '../../../electron/features/obs/obs-calls.ts';
import type { Pulse } from '../../../electron/features/obs/obs-pulse.ts';
import type { Ledger } from '../../../electron/storage/ledger.ts';
import type { PlayingAlert, ReceiptState } from '../../../shared/alerts.ts';
import type { StageEvent, ValuedEvent } from '../../../shared/events.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { openForTest, temporaryFolder } from '../storage/support.ts';

const rethrow = (failure: unknown): never => {
  throw failure;
};

/** An OBS as the feature meets it: what it is asked, and what it tells. */
export class ScriptedObs {
  readonly #links = new Emitter<{ state: 'connected' | 'off' }>(rethrow);
  readonly #pulses = new Emitter<void>(rethrow);
  readonly #listeners = new Map<string, Set<(data: never) => void>>();
  readonly asked: string[] = [];
  /** What it was asked to tell. */
  readonly questions: string[] = [];
  readonly data: unknown[] = [];
  answers: Record<string, object | null> = {
    GetVideoSettings: { fpsNumerator: 60, fpsDenominator: 1, outputWidth: 640, outputHeight: 360 },
    GetRecordStatus: { outputActive: false, outputPaused: false, outputDuration: 0 },
    GetReplayBufferStatus: { outputActive: true },
    GetVersion: { availableRequests: ['GetVersion'] },
  };
  state: { state: 'connected' | 'off' } = { state: 'connected' };
  /** Requests fail, as where the connection ends meanwhile. */
  isGone = false;
  #held: (() => void)[] | null = null;

  readonly link = {
    onChange: this.#links.on,
    batch: async (requests: readonly ObsRequest[]): Promise<readonly ObsResult[]> => {
      this.questions.push(...requests.map(({ requestType }) => requestType));
      const answers = requests.map(({ requestType }): ObsResult => {
        const data = this.answers[requestType];
        return data
          ? { ok: true, data: data as Record<string, unknown> }
          : { ok: false, code: 604 };
      });
      await new Promise<void>((resolve) => (this.#held ? this.#held.push(resolve) : resolve()));
      if (this.isGone) throw new Error('the connection ended');
      return answers;
    },
    call: async (name: string, data?: unknown) => {
      this.asked.push(name);
      this.data.push(data);
      if (this.answers[name] === null) throw new Error(`${name} was refused`);
    },
    on: (event: string, listener: (data: never) => void) => {
      const all = this.#listeners.get(event) ?? new Set();
      this.#listeners.set(event, all.add(listener));
      return () => void all.delete(listener);
    },
  };
  readonly pulse: { pulse: Pulse | null; onChange: Emitter<void>['on'] } = {
    pulse: null,
    onChange: this.#pulses.on,
  };

  constructor() {
    Object.defineProperty(this.link, 'state', { get: () => this.state });
  }

  async tell(event: string, data: object): Promise<void> {
    for (const listener of this.#listeners.get(event) ?? []) listener(data as never);
    await settle();
  }

  record(state: 'STARTED' | 'PAUSED' | 'RESUMED' | 'STOPPED', path: string | null = null) {
    return this.tell('RecordStateChanged', {
      outputState: `OBS_WEBSOCKET_OUTPUT_${state}`,
      outputPath: path,
    });
  }

  /** Keeps its answers back until `release`. */
  hold(): void {
    this.#held = [];
  }

  async release(): Promise<void> {
    const held = this.#held ?? [];
    this.#held = null;
    for (const answer of held) answer();
    await settle();
  }

  async become(state: 'connected' | 'off'): Promise<void> {
    this.state = { state };
    this.#links.fire(this.state);
    await settle();
  }

  /** `frames`: all that it encoded since it began to encode. */
  count(at: number, duration: number, paused = false, frames = 0): void {
    this.pulse.pulse = { at, record: { duration, paused }, encode: { total: frames } } as Pulse;
    this.pulseAgain();
  }

  pulseAgain(): void {
    this.#pulses.fire();
  }
}

/** The feature in a world of its own: a ledger on disk, alerts and chat by hand. */
export async function marksWorld(
  given: { obs?: ScriptedObs; file?: string; clock?: VirtualClock } = {},
) {
  const clock = given.clock ?? new VirtualClock();
  const file = given.file ?? ':memory:';
  const { ledger } = openForTest(file, clock);
  const obs = given.obs ?? new ScriptedObs();
  const batches = new Emitter<{ events: readonly StageEvent[] }>(rethrow);
  const showings = new Emitter<PlayingAlert | null>(rethrow);
  const receipts = new Emitter<{ alertId: number; state: ReceiptState }>(rethrow);
  const settingsChanges = new Emitter<Settings>(rethrow);
  let settings: Settings = DEFAULT_SETTINGS;
  const queue: { current: PlayingAlert | null; onChange: Emitter<PlayingAlert | null>['on'] } = {
    current: null,
    onChange: showings.on,
  };
  const owned = new DisposableStore();
  const services = {
    clock,
    log: silentLogger,
    ledger,
    dataDir: temporaryFolder(),
    language: { current: 'ko' },
    hub: { onBatch: batches.on },
    settings: {
      get: () => settings,
      onChange: settingsChanges.on,
      update: async (change: (now: Settings) => Partial<Settings>) => {
        settings = { ...settings, ...change(settings) };
        settingsChanges.fire(settings);
        return settings;
      },
    },
    alerts: { queue, pages: { onReceipt: receipts.on } },
    obs,
  };
  const marks = startMarks(services as unknown as Parameters<typeof startMarks>[0], owned);
  await settle();
  const show = (event: ValuedEvent, together: number | null = null) => {
    const look = { together: together === null ? null : Array.from({ length: together }) };
    queue.current = { alertId: event.seq, event, look } as unknown as PlayingAlert;
    showings.fire(queue.current);
  };
  const receipt = (alertId: number, state: ReceiptState) => receipts.fire({ alertId, state });
  return {
    clock,
    ledger: ledger as Ledger,
    obs,
    marks,
    owned,
    dataDir: services.dataDir,
    show,
    receipt,
    /** Recorded, shown, and painted. */
    alert(event: ValuedEvent, together: number | null = null) {
      if (event.origin === 'platform') ledger.record([event]);
      show(event, together);
      receipt(event.seq, 'painted');
    },
    chat: (events: readonly StageEvent[]) => batches.fire({ events }),
    set: (change: Parameters<(typeof marks.commands)['marks.set']>[0]) =>
      marks.commands['marks.set'](change),
    /** Settings change that are none of marks. */
    setOthers: () => services.settings.update(({ obs: now }) => ({ obs: { ...now, heals: true } })),
    state: () => marks.feeds.marks.read(),
    recordings: async () => (await marks.commands['marks.recordings']({ limit: 10 })).recordings,
    list: async (recording: number) => (await marks.commands['marks.list']({ recording })).marks,
  };
}
