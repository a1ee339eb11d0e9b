import drawReveal from '../../assets/sounds/draw-reveal.wav';
import missionReached from '../../assets/sounds/mission-reached.wav';
import subathonMinute from '../../assets/sounds/subathon-minute.wav';
import subathonOver from '../../assets/sounds/subathon-over.wav';
import voteClose from '../../assets/sounds/vote-close.wav';
import voteOpen from '../../assets/sounds/vote-open.wav';
import wheelStop from '../../assets/sounds/wheel-stop.wav';
import wheelTick from '../../assets/sounds/wheel-tick.wav';
import type { ShowCue, ShowSound } from '../../shared/overlay/show-sounds.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';
import type { OverlayState, OverlayStore } from '../stores/overlay-store.ts';
import { type AlertAudio, free } from './alert-sound.ts';

export type ShowAudio = AlertAudio & Pick<HTMLAudioElement, 'currentTime'>;

interface ShowSoundParts {
  readonly open: (address: string) => ShowAudio;
  /** `wheel-turn` is one tick. */
  readonly files: Readonly<Record<ShowSound, string>>;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Which alert is on screen, and whether this page plays sounds. */
  readonly page: Pick<OverlayStore['api'], 'getState' | 'subscribe'>;
}

/** How loud a moment is beside the sound of an alert. */
const BESIDE_ALERT = 0.35;

interface Playing {
  readonly audio: ShowAudio;
  readonly volume: number;
}

/**
 * The moments of the show kit, where alerts sound too, silent while the page is. They are quieter
 * beside an alert's sound, and never heard while an alert is read aloud.
 */
export class ShowSoundPlayer {
  readonly #parts: ShowSoundParts;
  readonly #playing = new Set<Playing>();
  #stopTick: Stop | null = null;
  /** Muted, hidden, or a page without alerts; or an alert is read aloud. */
  #silent = true;
  #besideAlert = false;

  constructor(parts: ShowSoundParts) {
    this.#parts = parts;
    this.#follow(parts.page.getState());
    parts.page.subscribe((state) => this.#follow(state));
  }

  /** null ends what sounds. */
  cue(cue: ShowCue | null): void {
    if (cue === null) this.#release();
    if (cue === null || this.#silent) return;
    const { sound, volume, ms } = cue;
    // A wheel that has stopped ticks no more, whatever its page's clock says.
    if (sound === 'wheel-stop' || sound === 'wheel-turn') this.#endTicks();
    const playing = { audio: this.#parts.open(this.#parts.files[sound]), volume };
    if (sound === 'wheel-turn') this.#tick(playing, tickTimes(ms), 0);
    else this.#play(playing);
  }

  #follow({ staged, sounds }: Pick<OverlayState, 'staged' | 'sounds'>): void {
    const look = staged?.phase === 'in' ? staged.alert.look : null;
    const isRead = look !== null && (look.voice !== undefined || look.speak !== null);
    this.#silent = !sounds || isRead;
    if (this.#silent) this.#release();
    if (this.#besideAlert === (look !== null)) return;
    this.#besideAlert = look !== null;
    for (const { audio, volume } of this.#playing) audio.volume = this.#heard(volume);
  }

  #heard(volume: number): number {
    const share = this.#besideAlert ? BESIDE_ALERT : 1;
    return Math.min(1, Math.max(0, volume * share));
  }

  #play(playing: Playing): void {
    const { audio, volume } = playing;
    this.#playing.add(playing);
    audio.volume = this.#heard(volume);
    const over = (): void => this.#over(playing);
    audio.onended = over;
    audio.onerror = over;
    audio.play().catch(over);
  }

  /** One element for all ticks of a turn: opening dozens costs more than they are worth. */
  #tick(playing: Playing, times: readonly number[], at: number): void {
    const { audio } = playing;
    const [here, next] = [times[at], times[at + 1]];
    if (here === undefined) return;
    if (at === 0) {
      this.#play(playing);
      // It is kept until the last one.
      audio.onended = null;
    } else {
      audio.currentTime = 0;
      void audio.play().catch(() => this.#endTicks());
    }
    this.#stopTick =
      next === undefined
        ? this.#parts.timers.after(LAST_TICK_MS, () => this.#over(playing))
        : this.#parts.timers.after(next - here, () => this.#tick(playing, times, at + 1));
  }

  #endTicks(): void {
    this.#stopTick?.();
    this.#stopTick = null;
    for (const playing of this.#playing) {
      if (playing.audio.onended === null) this.#over(playing);
    }
  }

  #over(playing: Playing): void {
    if (this.#playing.delete(playing)) free(playing.audio);
  }

  #release(): void {
    this.#stopTick?.();
    this.#stopTick = null;
    for (const { audio } of this.#playing) free(audio);
    this.#playing.clear();
  }
}

const TICKS_A_TURN = 12;
/** Closer together they would be a hum. */
const CLOSEST_MS = 70;
const LAST_TICK_MS = 200;
const STEPS = 600;

/**
 * When a wheel that turns for so long ticks, milliseconds from its start: at equal angles, along the
 * curve that overlay-wheel.css slows it down by, about one turn a second.
 */
export function tickTimes(ms: number): readonly number[] {
  const marks = Math.round(ms / 1_000) * TICKS_A_TURN;
  const times: number[] = [];
  let passed = -1;
  for (let step = 0; step < STEPS; step += 1) {
    const share = step / STEPS;
    const mark = Math.floor(marks * bezier(share, 0.68, 1));
    const at = Math.round(ms * bezier(share, 0.22, 0.12));
    if (mark === passed || at - (times.at(-1) ?? -CLOSEST_MS) < CLOSEST_MS) continue;
    passed = mark;
    times.push(at);
  }
  return times;
}

/** A cubic curve from 0 to 1 with two handles between. */
function bezier(share: number, first: number, second: number): number {
  const rest = 1 - share;
  return 3 * rest * rest * share * first + 3 * rest * share * share * second + share ** 3;
}

const FILES: Readonly<Record<ShowSound, string>> = {
  'vote-open': voteOpen,
  'vote-close': voteClose,
  'draw-reveal': drawReveal,
  'wheel-turn': wheelTick,
  'wheel-stop': wheelStop,
  'mission-reached': missionReached,
  'subathon-minute': subathonMinute,
  'subathon-over': subathonOver,
};

let player: ShowSoundPlayer | null = null;

/** Plays it on this page, which has one player for as long as it is open. */
export function playCue(
  cue: ShowCue | null,
  page: ShowSoundParts['page'],
  timers: ShowSoundParts['timers'],
): void {
  player ??= new ShowSoundPlayer({
    open: (address) => new Audio(address),
    files: FILES,
    page,
    timers,
  });
  player.cue(cue);
}
