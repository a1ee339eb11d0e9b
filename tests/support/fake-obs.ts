import { type Clock, delay } from '../../electron/base/clock.ts';
import type { ObsCalls, ObsRequest, ObsResult } from '../../electron/features/obs/obs-calls.ts';
import { ObsGoneError, ObsRefusedError } from '../../electron/features/obs/obs-errors.ts';
import {
  type FakeAnswer,
  type FakeData,
  type FakeInput,
  type FakeItem,
  FakeModel,
  type FakeTransform,
  newInput,
  Refusal,
} from './fake-obs-model.ts';
import { FAKE_REQUESTS } from './fake-obs-requests.ts';

/** How long OBS holds the name of a source that was just removed. */
const NAME_HELD_MS = 110;

type Listener = (data: never) => void;
type Fault = { readonly kind: 'refuse'; readonly code: number } | { readonly kind: 'hang' };

export interface FakeItemSpec {
  readonly source: string;
  /** Makes the input, if it is not there. */
  readonly kind?: string;
  readonly settings?: FakeData;
  readonly muted?: boolean;
  readonly enabled?: boolean;
  readonly locked?: boolean;
  readonly transform?: Partial<FakeTransform>;
}

/**
 * OBS 29 in memory, as obs-websocket 5.1 shows it: the same answers, status codes and delays, and the
 * faults that happen. `model` may be looked at and changed by tests, as a streamer would by hand.
 */
export class FakeObs {
  readonly model = new FakeModel();
  /** Every request that arrived, in its order. */
  readonly requests: { readonly type: string; readonly data: FakeData }[] = [];
  /** Messages that arrived: a batch counts as one. */
  messages = 0;
  /** Requests are answered before they take effect: by this much. */
  effectAfterMs = 0;
  screenshot: (data: FakeData) => string = () => 'data:image/png;base64,';

  readonly #clock: Clock;
  readonly #listeners = new Map<string, Set<Listener>>();
  readonly #faults = new Map<string, Fault[]>();
  readonly #goneListeners = new Set<() => void>();
  #isGone = false;
  #deathAfter: { writes: number; readonly done: boolean } | null = null;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Adds a scene (or group) with items, the bottom one first; the first call of a name makes it. */
  scene(name: string, items: readonly FakeItemSpec[] = [], isGroup = false): this {
    const { model } = this;
    const scene = model.scenes.get(name) ?? model.addScene(name, isGroup);
    for (const spec of items) {
      const { source, kind, enabled = true, locked = false, transform } = spec;
      if (kind && !model.inputs.has(source)) {
        model.inputs.set(source, newInput(source, kind, { ...spec.settings }));
        this.input(source).muted = spec.muted ?? false;
      }
      const item = model.addItem(scene, source, enabled);
      item.locked = locked;
      item.transform = { ...item.transform, ...transform };
    }
    return this;
  }

  group(name: string, items: readonly FakeItemSpec[] = []): this {
    return this.scene(name, items, true);
  }

  input(name: string): FakeInput {
    const input = this.model.inputs.get(name);
    if (!input) throw new Error(`OBS has no input "${name}"`);
    return input;
  }

  /** The first item of the scene that shows the source. */
  item(scene: string, source: string): FakeItem {
    const found = this.model.scenes.get(scene)?.items.find((item) => item.source === source);
    if (!found) throw new Error(`"${scene}" does not show "${source}"`);
    return found;
  }

  /** All that a streamer would see, to be compared. */
  picture(): unknown {
    const { scenes, inputs } = this.model;
    const items = [...scenes].map(([name, scene]) => ({ name, items: scene.items }));
    return structuredClone({ items, inputs: [...inputs.values()] });
  }

  /** The next `times` requests of this type are refused. */
  refuse(type: string, code: number, times = 1): void {
    this.#addFaults(type, { kind: 'refuse', code }, times);
  }

  /** The next `times` requests of this type are never answered, and never carried out. */
  hang(type: string, times = 1): void {
    this.#addFaults(type, { kind: 'hang' }, times);
  }

  /** OBS dies with the n-th request from now that changes something; `done`: after it took effect. */
  dieAtWrite(n: number, done: boolean): void {
    this.#deathAfter = { writes: n, done };
  }

  /** OBS is gone: what is under way is never answered. */
  die(): void {
    if (this.#isGone) return;
    this.#isGone = true;
    this.#deathAfter = null;
    for (const listener of [...this.#goneListeners]) listener();
    this.#goneListeners.clear();
  }

  /** OBS is there again, with what it had. */
  revive(): void {
    this.#isGone = false;
    this.model.held.clear();
  }

  /** One request, as the server gets it. Rejects with `ObsGoneError` when OBS ends before the answer. */
  async handle(type: string, data: FakeData = {}): Promise<FakeAnswer> {
    this.messages += 1;
    return this.#answer(type, data);
  }

  calls(): ObsCalls {
    const call = async (type: string, data: FakeData = {}) => {
      const answer = await this.handle(type, data);
      if (!answer.ok) throw new ObsRefusedError(type, answer.code);
      return answer.data;
    };
    const on = (event: string, listener: Listener) => this.on(event, listener);
    const batch = (requests: readonly ObsRequest[]) => this.#batch(requests);
    return { call, batch, on } as unknown as ObsCalls;
  }

  on(event: string, listener: Listener): () => void {
    const listeners = this.#listeners.get(event) ?? new Set();
    this.#listeners.set(event, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  emit(event: string, data: FakeData): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])]) listener(data as never);
  }

  async #batch(requests: readonly ObsRequest[]): Promise<readonly ObsResult[]> {
    this.messages += 1;
    const results: ObsResult[] = [];
    for (const { requestType, requestData } of requests) {
      results.push(await this.#answer(requestType, (requestData ?? {}) as FakeData));
    }
    return results;
  }

  async #answer(type: string, data: FakeData): Promise<FakeAnswer> {
    await Promise.resolve();
    if (this.#isGone) throw new ObsGoneError();
    this.requests.push({ type, data });
    const fault = this.#faults.get(type)?.shift();
    if (fault?.kind === 'hang') return this.#untilGone();
    if (fault) return { ok: false, code: fault.code, comment: '' };
    return this.#carryOut(type, data);
  }

  async #carryOut(type: string, data: FakeData): Promise<FakeAnswer> {
    const answerer = FAKE_REQUESTS[type];
    if (!answerer) return { ok: false, code: 204, comment: 'Your request type is not valid.' };
    try {
      const { effect, data: answer = {} } = answerer({
        model: this.model,
        data: structuredClone(data),
        emit: (event, told) => this.emit(event, told),
        freeLater: (name) => this.#freeLater(name),
        screenshot: this.screenshot,
      });
      if (effect) await this.#change(effect);
      return { ok: true, data: answer };
    } catch (refusal) {
      if (!(refusal instanceof Refusal)) throw refusal;
      return { ok: false, code: refusal.code, comment: refusal.message };
    }
  }

  async #change(effect: () => void): Promise<void> {
    const death = this.#deathAfter;
    if (death) death.writes -= 1;
    const dies = death !== null && death.writes <= 0;
    if (!dies || death.done) {
      if (this.effectAfterMs === 0) effect();
      else void delay(this.#clock, this.effectAfterMs).then(effect);
    }
    if (dies) {
      this.die();
      throw new ObsGoneError();
    }
  }

  #freeLater(name: string): void {
    this.model.held.add(name);
    void delay(this.#clock, NAME_HELD_MS).then(() => this.model.held.delete(name));
  }

  #untilGone(): Promise<FakeAnswer> {
    return new Promise((_, reject) => {
      this.#goneListeners.add(() => reject(new ObsGoneError()));
    });
  }

  #addFaults(type: string, fault: Fault, times: number): void {
    const faults = this.#faults.get(type) ?? [];
    for (let count = 0; count < times; count += 1) faults.push(fault);
    this.#faults.set(type, faults);
  }
}
