import cheering from '../../assets/sounds/cheering.wav';
import donation from '../../assets/sounds/donation.wav';
import draw from '../../assets/sounds/draw.wav';
import purchase from '../../assets/sounds/purchase.wav';
import subscription from '../../assets/sounds/subscription.wav';
import { type ValueSort, valueSortOf } from '../../shared/events.ts';
import { mediaPath } from '../../shared/overlay/media.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import { SOUND_FIRST_MS } from '../speech/read-aloud.ts';
import type { StagedAlert } from '../stores/overlay-store.ts';

export type AlertAudio = Pick<
  HTMLAudioElement,
  'play' | 'pause' | 'load' | 'removeAttribute' | 'volume' | 'onended' | 'onerror'
>;

interface AlertSoundParts {
  /** For one use of an address. */
  readonly open: (address: string) => AlertAudio;
  readonly own: Readonly<Record<ValueSort, string>>;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Called when the browser refuses playback; once until playback succeeds. */
  readonly onRefused: () => void;
  /** Called when an alert's voice can't be played, before anything of it was heard. */
  readonly onVoiceLost: () => void;
}

/** This late into an alert (a reloaded page) its sound is no longer started, milliseconds. */
const FRESH_MS = 1_500;

/**
 * The sound of the alert on screen and then its voice, silent while the page is. A broken sound of
 * the library falls back to the default one.
 */
export class AlertSound {
  readonly #parts: AlertSoundParts;
  readonly #playing = new Set<AlertAudio>();
  #stopWait: Stop | null = null;
  #showing = 0;
  #silent = true;
  #speaks = true;
  #refused = false;

  constructor(parts: AlertSoundParts) {
    this.#parts = parts;
  }

  /** Stops all when muted, hidden, or on a page without alerts. `speaks`: voices are played too. */
  setSilent(silent: boolean, speaks: boolean = true): void {
    this.#silent = silent;
    this.#speaks = speaks;
    if (silent) this.#release();
  }

  follow(staged: StagedAlert | null): void {
    if (staged?.phase !== 'in') {
      this.#release();
      return;
    }
    if (staged.showing === this.#showing) return;
    this.#showing = staged.showing;
    this.#release();
    const { event, look, durationMs, remainingMs } = staged.alert;
    if (this.#silent || durationMs - remainingMs > FRESH_MS) return;
    const { voice } = look;
    if (voice && this.#speaks) {
      const wait = look.sound ? SOUND_FIRST_MS : 0;
      const lost = (isHeard: boolean) => {
        if (!isHeard) this.#parts.onVoiceLost();
      };
      const speak = () => this.#play(mediaPath(voice.clip), voice.volume, lost);
      this.#stopWait = this.#parts.timers.after(wait, speak);
    }
    if (!look.sound) return;
    const { source, volume } = look.sound;
    const isMedia = typeof source !== 'string';
    const own = this.#parts.own[isMedia || source === 'own' ? valueSortOf(event) : source];
    const playOwn = () => this.#play(own, volume, () => undefined);
    if (isMedia) this.#play(mediaPath(source.media), volume, playOwn);
    else playOwn();
  }

  stop(): void {
    this.#silent = true;
    this.#release();
  }

  /** `lost`: it is missing or broken, after some of it was heard or before. */
  #play(address: string, volume: number, lost: (isHeard: boolean) => void): void {
    let isHeard = false;
    const audio = this.#parts.open(address);
    this.#playing.add(audio);
    audio.volume = Math.min(1, Math.max(0, volume));
    audio.onended = () => this.#over(audio);
    audio.onerror = () => {
      if (this.#over(audio)) lost(isHeard);
    };
    const begun = audio.play();
    begun.then(
      () => {
        isHeard = true;
        this.#refused = false;
      },
      (failure: unknown) => {
        if (!(failure instanceof Error) || failure.name !== 'NotAllowedError') return;
        this.#over(audio);
        if (this.#refused) return;
        this.#refused = true;
        this.#parts.onRefused();
      },
    );
  }

  /** Whether this element was playing: the end of an earlier one does not count. */
  #over(audio: AlertAudio): boolean {
    if (!this.#playing.delete(audio)) return false;
    free(audio);
    return true;
  }

  #release(): void {
    this.#stopWait?.();
    this.#stopWait = null;
    for (const audio of this.#playing) free(audio);
    this.#playing.clear();
  }
}

/** Frees decoder and buffer at once instead of at garbage collection. */
export function free(audio: Omit<AlertAudio, 'play' | 'volume'>): void {
  audio.onended = null;
  audio.onerror = null;
  audio.pause();
  audio.removeAttribute('src');
  audio.load();
}

export const OWN_SOUNDS: Readonly<Record<ValueSort, string>> = {
  donation,
  cheering,
  subscription,
  draw,
  purchase,
};
