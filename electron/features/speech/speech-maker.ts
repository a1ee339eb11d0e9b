import {
  type CoreVoice,
  parseVoiceRef,
  type SpeechProviderId,
  speaks,
  spokenLanguage,
  type VoiceSettings,
} from '../../../shared/overlay/voices.ts';
import type { Clock } from '../../base/clock.ts';
import { problemOf } from '../../base/errors.ts';
import type { Logger } from '../../base/log.ts';
import { SingleFlight } from '../../base/serial-queue.ts';
import { type Sound, soundOf } from '../media/index.ts';
import {
  plainText,
  SpeechError,
  type SpeechProvider,
  type SpeechRequest,
  TextRefusedError,
} from './provider.ts';

export type SpeechOrder = { readonly text: string } & Omit<VoiceSettings, 'volume'>;

export interface MadeSpeech {
  readonly provider: SpeechProviderId;
  readonly sound: Sound;
  readonly bytes: Buffer;
  /** A voice before it in the order rests: the same text may sound better later. */
  readonly isStandIn: boolean;
}

interface MakerParts {
  /** In the order in which they are tried. */
  readonly providers: readonly SpeechProvider[];
  readonly clock: Clock;
  readonly log: Logger;
  readonly signal: AbortSignal;
  /** A provider's key was refused, or accepted again. */
  readonly onRefused: (refused: boolean) => void;
}

/** After a failure a provider is left out for this long, then for twice as long, milliseconds. */
const REST_MS = 15_000;
const LONGEST_REST_MS = 5 * 60_000;
/** Where no voices were found, they are looked for again after this long, milliseconds. */
const SEARCH_MS = 60_000;
/** Longer speech outlasts every alert. */
const LONGEST_S = 120;

/** Without, there is nothing to hear, and a service may take it for a mistake. */
const HAS_WORDS = /[\p{L}\p{N}]/u;

/** Makes speech with the first provider that can. One that fails rests, so that alerts go on. */
export class SpeechMaker {
  readonly #parts: MakerParts;
  readonly #search = new SingleFlight<readonly CoreVoice[]>();
  readonly #rests = new Map<SpeechProviderId, { readonly ms: number; readonly until: number }>();
  #voices: readonly CoreVoice[] = [];
  /** When it looked for voices, on the monotonic clock. */
  #lookedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: MakerParts) {
    this.#parts = parts;
  }

  /** Looks anew for voices; every provider gets another chance. */
  async look(): Promise<readonly CoreVoice[]> {
    // A search under way began before what made somebody ask, as a service that was set up.
    await this.#search.ended();
    this.#rests.clear();
    return this.#find();
  }

  /** Throws the last provider's `SpeechError`, or `speech-none` if none has a fitting voice. */
  async make(order: SpeechOrder): Promise<MadeSpeech> {
    const text = plainText(order.text);
    if (this.#isSearchDue()) await this.#find();
    const voices = this.#voices;
    const language = spokenLanguage(text);
    let last = new SpeechError('speech-none');
    if (!HAS_WORDS.test(text)) throw last;
    let isStandIn = false;
    for (const provider of this.#inOrder(order.voice)) {
      const own = voices.filter((voice) => voice.provider === provider.id);
      const voice = fittingVoice(provider.id, own, language, order.voice);
      if (voice === null) continue;
      const { rate, pitch } = order;
      try {
        if (!this.#isResting(provider)) {
          const made = await this.#makeWith(provider, { text, language, voice, rate, pitch });
          return { ...made, isStandIn };
        }
      } catch (failure) {
        last = this.#failed(provider.id, failure);
      }
      isStandIn ||= this.#isResting(provider);
    }
    throw last;
  }

  #find(): Promise<readonly CoreVoice[]> {
    return this.#search.run(async () => {
      const { providers, clock } = this.#parts;
      const lists = await Promise.all(providers.map((provider) => this.#ask(provider)));
      this.#voices = lists.flat();
      this.#lookedAt = clock.monotonic();
      return this.#voices;
    });
  }

  /** If there were none, one may have been installed since, or its program was too slow. */
  #isSearchDue(): boolean {
    if (this.#voices.length > 0) return false;
    return this.#parts.clock.monotonic() - this.#lookedAt >= SEARCH_MS;
  }

  async #makeWith(
    provider: SpeechProvider,
    request: SpeechRequest,
  ): Promise<Omit<MadeSpeech, 'isStandIn'>> {
    const bytes = await provider.speak(request, this.#parts.signal);
    const sound = soundOf(bytes);
    if (!sound) throw new SpeechError('speech-no-sound');
    if (sound.seconds > LONGEST_S) throw new TextRefusedError('speech-no-sound');
    this.#rests.delete(provider.id);
    if (provider.id === 'hosted') this.#parts.onRefused(false);
    return { provider: provider.id, sound, bytes };
  }

  /** The chosen voice's provider first. */
  #inOrder(ref: string | null): readonly SpeechProvider[] {
    const chosen = parseVoiceRef(ref)?.provider;
    const all = this.#parts.providers;
    return [...all.filter(({ id }) => id === chosen), ...all.filter(({ id }) => id !== chosen)];
  }

  #isResting({ id }: SpeechProvider): boolean {
    const until = this.#rests.get(id)?.until ?? Number.NEGATIVE_INFINITY;
    return this.#parts.clock.monotonic() < until;
  }

  #failed(id: SpeechProviderId, failure: unknown): SpeechError {
    const { clock, log } = this.#parts;
    const error = failure instanceof SpeechError ? failure : new SpeechError('speech-failed');
    // Else a viewer could silence the voice for the next alerts.
    if (!(error instanceof TextRefusedError)) {
      const before = this.#rests.get(id)?.ms ?? REST_MS / 2;
      const ms = Math.min(LONGEST_REST_MS, before * 2);
      this.#rests.set(id, { ms, until: clock.monotonic() + ms });
    }
    if (error.problem.code === 'speech-refused') this.#parts.onRefused(true);
    // Never what was said, nor what a service answered.
    log.warn('a voice failed', { provider: id, code: problemOf(error).code });
    return error;
  }

  async #ask(provider: SpeechProvider): Promise<readonly CoreVoice[]> {
    try {
      return await provider.voices(this.#parts.signal);
    } catch {
      // Not installed, as a rule.
      this.#parts.log.info('no voices were found', { provider: provider.id });
      return [];
    }
  }
}

/**
 * The chosen voice, else the language's first; null: it has none for the language. A hosted service
 * has more voices than are listed here. English voices skip Hangul, so that Korean is read by a
 * Korean voice even if another was chosen.
 */
function fittingVoice(
  id: SpeechProviderId,
  voices: readonly CoreVoice[],
  language: 'ko' | 'en',
  ref: string | null,
): string | null {
  if (voices.length === 0) return null;
  const chosen = parseVoiceRef(ref);
  const fits = (voice: CoreVoice): boolean => voice.lang === '' || speaks(voice, language);
  const first = voices.find(fits)?.name ?? null;
  if (chosen?.provider !== id || chosen.name === '') return first;
  const known = voices.find(({ name }) => name === chosen.name);
  if (!known) return id === 'hosted' ? chosen.name : first;
  return language !== 'ko' || fits(known) ? known.name : first;
}
