import type { FileHandle } from 'node:fs/promises';

/** Content read in pieces, so that a long video is never fully in memory. */
export interface ByteSource {
  readonly size: number;
  /** The bytes from `offset`; fewer than `length` only at the end. */
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

/** The four-letter name of a chunk or box. */
export function tagAt(bytes: Buffer, at: number): string {
  return bytes.toString('latin1', at, at + 4);
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Facts from a media file's headers; unknown ones are undefined. */
export interface Facts extends Partial<Size> {
  readonly frames?: number | undefined;
  readonly seconds?: number | undefined;
  /** Video codec as the container names it: `avc1`, `V_VP9`. */
  readonly codec?: string | undefined;
}

/** Checks a whole file; null or a RangeError from reading past its end: it is damaged. */
export type Inspect = (bytes: Buffer) => Facts | null;
