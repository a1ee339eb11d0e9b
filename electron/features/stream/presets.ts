import type { CommandArgs } from '../../../shared/contract/index.ts';
import { PRESET_LIMITS, type StreamPreset } from '../../../shared/contract/stream.ts';
import { StagelightError } from '../../base/errors.ts';
import type { MakeKey } from '../../base/random.ts';

/** Stores the presets. `update` resolves when they are on disk; its errors are passed on. */
interface PresetStore {
  get(): readonly StreamPreset[];
  update(change: (now: readonly StreamPreset[]) => readonly StreamPreset[]): Promise<void>;
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

  find(id: string): StreamPreset {
    const preset = this.all().find((candidate) => candidate.id === id);
    if (!preset) throw presetGone();
    return preset;
  }

  /** Saves a preset and returns its id; if it throws, nothing has changed. */
  async save({ id, name, change }: CommandArgs<'stream.preset-save'>): Promise<string> {
    const kept: StreamPreset = { id: id ?? this.#makeKey(), name: name.trim(), change };
    await this.#store.update((now) => {
      if (now.some((other) => other.id !== id && other.name === kept.name)) {
        throw new StagelightError({
          code: 'stream-preset-name-taken',
          values: { name: kept.name },
        });
      }
      if (id === null) {
        const { most } = PRESET_LIMITS;
        if (now.length >= most) {
          throw new StagelightError({ code: 'stream-too-many-presets', values: { most } });
        }
        return [...now, kept];
      }
      if (!now.some((other) => other.id === id)) throw presetGone();
      return now.map((other) => (other.id === id ? kept : other));
    });
    return kept.id;
  }

  /** Deleting a missing preset succeeds: it was already deleted elsewhere. */
  async remove(id: string): Promise<void> {
    await this.#store.update((now) => now.filter((preset) => preset.id !== id));
  }
}

/** It was deleted, perhaps on another page. */
function presetGone(): StagelightError {
  return new StagelightError({ code: 'stream-preset-gone' });
}
