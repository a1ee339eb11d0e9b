import {
  PRESET_LIMITS,
  type StreamChange,
  type StreamPreset,
} from '../../../shared/contract/stream.ts';
import type { MakeKey } from '../../base/random.ts';
import { PresetGoneError, PresetNameTakenError, TooManyPresetsError } from './errors.ts';

/** Stores the presets. `update` resolves when they are on disk; its errors are passed on. */
export interface PresetStore {
  get(): readonly StreamPreset[];
  update(change: (now: readonly StreamPreset[]) => readonly StreamPreset[]): Promise<void>;
}

export interface PresetToKeep {
  /** null: a new preset. */
  readonly id: string | null;
  readonly name: string;
  readonly change: StreamChange;
}

/** Named settings, in the order they were created. */
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
   * Saves a preset and returns its id.
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

  /** Deleting a missing preset succeeds: it was already deleted elsewhere. */
  async remove(id: string): Promise<void> {
    await this.#store.update((now) => now.filter((preset) => preset.id !== id));
  }
}
