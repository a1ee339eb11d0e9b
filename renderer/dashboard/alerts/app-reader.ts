import type { Bridge } from '../../../shared/contract/index.ts';
import { NO_READING } from '../../../shared/overlay/reading.ts';
import type { PageTimers, Stop } from '../../bridge/page-host.ts';
import { ReadAloud } from '../../speech/read-aloud.ts';
import { Speaker, type SpeechEngine } from '../../speech/speaker.ts';

interface AppReaderParts {
  readonly bridge: Pick<Bridge, 'follow'>;
  /** null if the window has no speech synthesis. */
  readonly engine: SpeechEngine | null;
  readonly timers: Pick<PageTimers, 'after'>;
  /** Milliseconds from an arbitrary origin. */
  readonly now: () => number;
}

/** Reads alerts aloud in the app's window, hidden or not. Those the core repeats are read once. */
export function readInApp({ bridge, engine, timers, now }: AppReaderParts): Stop {
  let reading = NO_READING;
  let showing: number | null = null;
  const look = (): void => aloud.setAllowed(reading.on && speaker.ready);
  const speaker = new Speaker(engine, () => look());
  const aloud = new ReadAloud({ speaker, timers, now });
  const stopFollowing = bridge.follow('reading', (next) => {
    reading = next;
    if (next.on) speaker.open();
    look();
    const said = next.now?.showing ?? null;
    if (said === showing) return;
    showing = said;
    aloud.take(next.now);
  });
  return () => {
    stopFollowing();
    aloud.take(null);
    speaker.close();
  };
}
