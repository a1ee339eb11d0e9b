import { tagAt } from '../byte-source.ts';

export interface Chunk {
  readonly name: string;
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** The chunks of a RIFF file, which begin behind its form's name. Throws RangeError when cut off. */
export function* riffChunks(bytes: Buffer, end: number): Generator<Chunk> {
  for (let at = 12; at + 8 <= end; ) {
    const from = at + 8;
    const to = from + bytes.readUInt32LE(at + 4);
    yield { name: tagAt(bytes, at), from, to };
    at = to + (to % 2);
  }
}
