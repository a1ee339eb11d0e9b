import type { CommandArgs } from '../../../shared/contract/index.ts';
import { PRESET_LIMITS, type StreamPreset } from '../../../shared/contract/stream.ts';
import { StagelightError } from '../../base/errors.ts';
import type { MakeKey } from '../../base/random.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';

type PresetSettings = Pick<SettingsKeeper, 'get' | 'update'>;

/** Named settings, in the order they were created. */
export class StreamPresets {
  readonly #settings: PresetSettings;
  readonly #makeKey: MakeKey;

  constructor(settings: PresetSettings, makeKey: MakeKey) {
    this.#settings = settings;
    this.#makeKey = makeKey;
  }

  all(): readonly StreamPreset[] {
    return this.#settings.get().streamPresets;
  }

  find(id: string): StreamPreset {
    const preset = this.all().find((candidate) => candidate.id === id);
    if (!preset) throw presetGone();
    return preset;
  }

  /** Saves a preset and returns its id; if it throws, nothing has changed. */
  async save({ id, name, change }: CommandArgs<'stream.preset-save'>): Promise<string> {
    const kept: StreamPreset = { id: id ?? this.#makeKey(), name: name.trim(), change };
    await this.#settings.update(({ streamPresets: now }) => {
      if (now.some((other) => other.id !== id && other.name === kept.name)) {
        const values = { name: kept.name };
        throw new StagelightError({ code: 'stream-preset-name-taken', values });
      }
      if (id === null) {
        const { most } = PRESET_LIMITS;
        if (now.length < most) return { streamPresets: [...now, kept] };
        throw new StagelightError({ code: 'stream-too-many-presets', values: { most } });
      }
      if (!now.some((other) => other.id === id)) throw presetGone();
      return { streamPresets: now.map((other) => (other.id === id ? kept : other)) };
    });
    return kept.id;
  }

  /** Deleting a missing preset succeeds: it was already deleted elsewhere. */
  async remove(id: string): Promise<void> {
    await this.#settings.update(({ streamPresets }) => ({
      streamPresets: streamPresets.filter((preset) => preset.id !== id),
    }));
  }
}

function presetGone(): StagelightError {
  return new StagelightError({ code: 'stream-preset-gone' });
}
