import { Bench } from 'tinybench';
import { createImagePolicy } from '../../electron/events/field-sanitizer.ts';
import { encodeBatch, packEvents } from '../../electron/server/frames.ts';
import type { StageEvent } from '../../shared/events.ts';
import { decodeText } from '../support/receive-text.ts';
import { Crowd, frameOf } from './crowd.ts';
import type { Section } from './report.ts';

const FRAMES = 1_000;
const TIME_MS = 400;

function decodedEvents(frames: readonly string[]): StageEvent[] {
  const policy = createImagePolicy({ allowLoopbackHttp: true });
  return frames.flatMap((frame, index) => {
    const result = decodeText(frame, policy);
    if (result.type !== 'event') throw new Error(`Not an event: ${frame}`);
    return [{ ...result.decoded, seq: index + 1, receivedAt: 0, origin: 'platform' as const }];
  });
}

/** What the steps of the core's way cost, one event at a time: where the time goes. */
export async function benchSteps(): Promise<Section> {
  const crowd = new Crowd('channel-1', 'https://img.example', 2);
  const frames = Array.from({ length: FRAMES }, () => frameOf(crowd.next()));
  const events = decodedEvents(frames);
  const policy = createImagePolicy({ allowLoopbackHttp: true });
  const bench = new Bench({ time: TIME_MS, warmupTime: TIME_MS / 4 });
  bench
    .add('JSON.parse', () => {
      for (const frame of frames) JSON.parse(frame);
    })
    .add('decode (JSON.parse included)', () => {
      for (const frame of frames) decodeText(frame, policy);
    })
    .add('pack for the overlay', () => {
      for (let next = 0; next < events.length; ) {
        const packed = packEvents(events, next);
        if (!packed) break;
        encodeBatch(packed);
        next = packed.next;
      }
    });
  await bench.run();
  const rows = bench.tasks.map(({ name, result }) => {
    if (result.state !== 'completed') throw new Error(`${name} did not finish`);
    const micros = (result.latency.p50 * 1_000) / FRAMES;
    return { name: `${name}: µs an event`, value: micros, text: micros.toFixed(2) };
  });
  return { title: 'Steps of the core: median', rows };
}
