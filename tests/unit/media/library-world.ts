import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { Emitter } from '../../../electron/base/emitter.ts';
import { createFiles } from '../../../electron/base/files.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import {
  type MediaLibrary,
  openMediaLibrary,
} from '../../../electron/features/media/media-library.ts';
import type { MediaLibraryOptions } from '../../../electron/features/media/ports.ts';
import { recognise } from '../../../electron/features/media/recognise.ts';
import { MEDIA_LIMITS, type MediaItem } from '../../../shared/overlay/media.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { bufferSource } from './samples.ts';

export function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A library in a folder of its own, and everything it says. */
export class LibraryWorld {
  readonly clock = new VirtualClock();
  readonly problems: Problem[] = [];
  readonly solved: string[] = [];
  readonly changes: (readonly MediaItem[])[] = [];
  readonly uses = new Map<string, number>();
  readonly folder: string;
  readonly #usage = new Emitter<void>((failure) => {
    throw failure;
  });
  #library: MediaLibrary | null = null;
  #ids = 0;

  /** @param folder in one that is of this world alone, and goes with it. */
  constructor(folder: string) {
    this.folder = folder;
  }

  get library(): MediaLibrary {
    if (!this.#library) throw new Error('Not open');
    return this.#library;
  }

  async open(changed: Partial<MediaLibraryOptions> = {}): Promise<MediaLibrary> {
    this.#library = await openMediaLibrary({
      folder: this.folder,
      files: createFiles(this.clock),
      recognise: async (path) => recognise(bufferSource(await readFile(path))),
      clock: this.clock,
      makeKey: () => {
        this.#ids += 1;
        return `id-${this.#ids}`;
      },
      log: silentLogger,
      usedBy: { get: () => this.uses, onChange: this.#usage.on },
      onProblem: (problem) => this.problems.push(problem),
      onSolved: (code) => this.solved.push(code),
      ...changed,
    });
    this.#library.onChange((items) => this.changes.push(items));
    return this.#library;
  }

  /** As after the end of the app and its next start. */
  async reopen(changed: Partial<MediaLibraryOptions> = {}): Promise<MediaLibrary> {
    await this.library.close();
    this.problems.length = 0;
    return this.open(changed);
  }

  setUses(uses: Readonly<Record<string, number>>): void {
    this.uses.clear();
    for (const [hash, count] of Object.entries(uses)) this.uses.set(hash, count);
    this.#usage.fire();
  }

  /** Brings a file in as a dashboard does. */
  async add(bytes: Buffer, name = 'wave.png'): Promise<MediaItem> {
    const upload = await this.library.beginUpload(name, bytes.length);
    await this.send(upload, bytes);
    return this.library.finishUpload(upload);
  }

  async send(upload: string, bytes: Buffer): Promise<void> {
    const { partBytes } = MEDIA_LIMITS;
    for (let index = 0; index * partBytes < bytes.length; index += 1) {
      const part = bytes.subarray(index * partBytes, (index + 1) * partBytes);
      await this.library.addPart(upload, index, part.toString('base64'));
    }
  }

  /** Waits until the look at every file is over; time goes on meanwhile. */
  async checked(): Promise<void> {
    let isOver = false;
    void this.library.checked.then(() => {
      isOver = true;
    });
    while (!isOver) {
      await this.clock.advance(1_000);
      await new Promise((resolve) => setImmediate(resolve));
    }
  }

  /** Waits, at the machine's own pace, until something is so. */
  async until(isSo: () => boolean | Promise<boolean>): Promise<void> {
    while (!(await isSo())) await new Promise((resolve) => setImmediate(resolve));
  }

  async names(): Promise<string[]> {
    return (await readdir(this.folder)).sort();
  }

  readIndex(): Promise<string> {
    return readFile(join(this.folder, 'index.json'), 'utf8');
  }

  codes(): string[] {
    return this.problems.map(({ code }) => code);
  }

  async end(): Promise<void> {
    await this.#library?.close();
    await rm(dirname(this.folder), { recursive: true, force: true });
  }
}

export async function makeLibraryWorld(): Promise<LibraryWorld> {
  return new LibraryWorld(join(await mkdtemp(join(tmpdir(), 'stagelight-media-')), 'media'));
}

/** All bytes of a stream. */
export async function bytesOf(stream: ReadableStream<Uint8Array>): Promise<Buffer> {
  return Buffer.from(
    await new Response(stream as ReadableStream<Uint8Array<ArrayBuffer>>).arrayBuffer(),
  );
}

/** The code of the problem that a promise is refused with; null when it is not. */
export async function refusal(promise: Promise<unknown>): Promise<string | null> {
  try {
    await promise;
    return null;
  } catch (failure) {
    const { problem } = failure as { readonly problem?: Problem };
    if (!problem) throw failure;
    return problem.code;
  }
}
