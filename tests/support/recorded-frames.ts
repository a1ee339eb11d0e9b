import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Small enough to compare all of them, large enough to see an alert's first trace. */
const SIZE = { width: 160, height: 90 } as const;
const MOST_BYTES = 512 * 1024 * 1024;

/** Every frame of a recorded file in grays, as ffmpeg reads them. */
export async function framesOf(file: string): Promise<readonly Buffer[]> {
  const scaled = `scale=${SIZE.width}:${SIZE.height}:flags=area,format=gray`;
  const given = ['-v', 'error', '-i', file, '-fps_mode', 'passthrough', '-vf', scaled];
  const { stdout } = await promisify(execFile)('ffmpeg', [...given, '-f', 'rawvideo', '-'], {
    encoding: 'buffer',
    maxBuffer: MOST_BYTES,
  });
  const bytes = SIZE.width * SIZE.height;
  return Array.from({ length: Math.floor(stdout.length / bytes) }, (_, at) =>
    stdout.subarray(at * bytes, (at + 1) * bytes),
  );
}

/** The greatest difference between two frames, 0 to 255. */
export function difference(a: Buffer, b: Buffer): number {
  let greatest = 0;
  for (let at = 0; at < a.length; at += 1) {
    greatest = Math.max(greatest, Math.abs((a[at] ?? 0) - (b[at] ?? 0)));
  }
  return greatest;
}

/**
 * Where the picture begins to differ from its first frame, each time anew; `apart`: more than so many frames after the
 * last time, as a trace that grows slowly is now above `by` and now below it.
 */
export function changesOf(frames: readonly Buffer[], by: number, apart = 0): number[] {
  const [first] = frames;
  if (!first) return [];
  const differs = frames.map((frame) => difference(frame, first) > by);
  const begins = differs.flatMap((now, at) => (now && !differs[at - 1] ? [at] : []));
  return begins.filter((at, turn) => at - (begins[turn - 1] ?? Number.NEGATIVE_INFINITY) > apart);
}
