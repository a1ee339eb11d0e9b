import type { FileHandle } from 'node:fs/promises';

/** Content that is looked at piece by piece, so that a long video is never in memory as a whole. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `offset` on, fewer than `length` only at the end. */
  read(offset: number, length: number): Promise<Buffer>;
}

export function fileSource(file: FileHandle, size: number): ByteSource {
  return {
    size,
    async read(offset, length) {
      const wanted = Math.max(0, Math.min(length, size - offset));
      const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, offset);
      return bytesRead === wanted ? buffer : buffer.subarray(0, bytesRead);
    },
  };
}

export function bufferSource(bytes: Buffer): ByteSource {
  return {
    size: bytes.length,
    read: async (offset, length) => bytes.subarray(offset, offset + length),
  };
}

/** Four letters, as the names of chunks and boxes are. */
export function tagAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}

/** What the headers of a media file say. A field that is missing is not said. */
export interface Facts {
  readonly width?: number;
  readonly height?: number;
  /** Pictures of an animation. */
  readonly frames?: number;
  readonly seconds?: number;
  /** Of a film's pictures, as its container calls it: `avc1`, `V_VP9`. */
  readonly codec?: string;
}

/**
 * Looks at the structure of a whole file. null: it is damaged. Reading behind the end throws a
 * RangeError, which means the same.
 */
export type Inspect = (bytes: Buffer) => Facts | null;
