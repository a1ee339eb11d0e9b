import { useEffect, useRef, useState } from 'react';
import { usePage } from '../context.ts';

/** Quieter than this counts as silence, decibels below full scale. */
export const QUIETEST_DB = -60;
const LOOK_MS = 50;

/** A sound that plays on this page and is measured on its way. */
interface MeasuredSound {
  readonly begun: Promise<void>;
  /** The present peak, decibels below full scale. */
  level(): number;
  setVolume(volume: number): void;
  stop(): void;
}

/** null: this browser cannot measure sound. */
function playMeasured(address: string, volume: number, onEnd: () => void): MeasuredSound | null {
  if (typeof AudioContext === 'undefined') return null;
  const context = new AudioContext();
  const audio = new Audio(address);
  const gain = context.createGain();
  const analyser = context.createAnalyser();
  const samples = new Float32Array(analyser.fftSize);
  gain.gain.value = volume;
  context.createMediaElementSource(audio).connect(gain).connect(analyser);
  analyser.connect(context.destination);
  audio.onended = onEnd;
  return {
    begun: audio.play(),
    level() {
      analyser.getFloatTimeDomainData(samples);
      const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
      return Math.max(QUIETEST_DB, 20 * Math.log10(peak));
    },
    setVolume(next) {
      gain.gain.value = next;
    },
    stop() {
      audio.onended = null;
      audio.pause();
      void context.close();
    },
  };
}

/** Plays a sound on this page only; `level` and `peak` follow it, in decibels. */
export function useSoundMeter(address: string, volume: number) {
  const { clock } = usePage().host;
  const [state, setState] = useState<'silent' | 'playing' | 'failed'>('silent');
  const [level, setLevel] = useState(QUIETEST_DB);
  const [peak, setPeak] = useState<number | null>(null);
  const sound = useRef<MeasuredSound | null>(null);
  const end = (next: 'silent' | 'failed') => {
    sound.current?.stop();
    sound.current = null;
    setLevel(QUIETEST_DB);
    setState(next);
  };
  useEffect(() => () => sound.current?.stop(), []);
  useEffect(() => sound.current?.setVolume(volume), [volume]);
  useEffect(() => {
    if (state !== 'playing') return undefined;
    return clock.every(LOOK_MS, () => {
      const now = sound.current?.level() ?? QUIETEST_DB;
      setLevel(now);
      setPeak((most) => Math.max(most ?? QUIETEST_DB, now));
    });
  }, [clock, state]);
  return {
    state,
    level,
    /** The loudest so far; null: nothing was played. */
    peak,
    press() {
      if (sound.current) {
        end('silent');
        return;
      }
      const playing = playMeasured(address, volume, () => end('silent'));
      if (!playing) {
        setState('failed');
        return;
      }
      sound.current = playing;
      setPeak(null);
      setState('playing');
      playing.begun.catch(() => {
        if (sound.current === playing) end('failed');
      });
    },
  };
}
