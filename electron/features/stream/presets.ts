import {
  PRESET_LIMITS,
  type StreamChange,
  type StreamPreset,
} from '../../../shared/contract/stream.ts';
import type { MakeKey } from '../../base/random.ts';
import { PresetGoneError, PresetNameTakenError, TooManyPresetsError } from './errors.ts';

/** Where the presets are kept. `update` is on the disk when it resolves; what it throws is thrown on. */
export interface PresetStore {
  get(): readonly StreamPreset[];
  update(change: (now: readonly StreamPreset[]) => readonly StreamPreset[]): Promise<void>;
}

export interface PresetToKeep {
  /** null: a new one. */
  readonly id: string | null;
  readonly name: string;
  readonly change: StreamChange;
}

/** Settings under a name, in the order in which they were made. */
export class StreamPresets {
  readonly #store: PresetStore;
  readonly #makeKey: MakeKey;

  constructor(store: PresetStore, makeKey: MakeKey) {
    this.#store = store;
    this.#makeKey = makeKey;
  }

  all(): readonly StreamPreset[] {
    return this.#store.get();
  }

  /** @throws PresetGoneError */
  find(id: string): StreamPreset {
    const preset = this.all().find((candidate) => candidate.id === id);
    if (!preset) throw new PresetGoneError();
    return preset;
  }

  /**
   * Keeps a preset and answers its id.
   * @throws PresetGoneError, PresetNameTakenError, TooManyPresetsError; then nothing has changed
   */
  async save({ id, name, change }: PresetToKeep): Promise<string> {
    const kept: StreamPreset = { id: id ?? this.#makeKey(), name: name.trim(), change };
    await this.#store.update((now) => {
      if (now.some((other) => other.id !== id && other.name === kept.name)) {
        throw new PresetNameTakenError(kept.name);
      }
      if (id === null) {
        if (now.length >= PRESET_LIMITS.most) throw new TooManyPresetsError(PRESET_LIMITS.most);
        return [...now, kept];
      }
      if (!now.some((other) => other.id === id)) throw new PresetGoneError();
      return now.map((other) => (other.id === id ? kept : other));
    });
    return kept.id;
  }

  /** Taking away what is not there is fine: somebody else did. */
  async remove(id: string): Promise<void> {
    await this.#store.update((now) => now.filter((preset) => preset.id !== id));
  }
}
