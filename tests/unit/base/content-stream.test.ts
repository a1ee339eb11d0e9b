import type { FileHandle } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { contentStream } from '../../../electron/base/content-stream.ts';

const turn = () => new Promise<void>((done) => setImmediate(done));

/** A file of so many bytes whose reads and closings the test lets happen. */
function slowFile(bytes: number) {
  const gates: (() => void)[] = [];
  const gate = () => new Promise<void>((open) => gates.push(open));
  const state = { opened: 0, closed: 0 };
  const file = {
    read: async (buffer: Uint8Array, _offset: number, length: number) => {
      await gate();
      return { bytesRead: Math.min(length, bytes), buffer };
    },
    close: async () => {
      state.closed += 1;
    },
  } as unknown as FileHandle;
  const openFile = async () => {
    await gate();
    state.opened += 1;
    return file;
  };
  /** Lets the next operation of the file go on. */
  const pass = async () => {
    await turn();
    gates.shift()?.();
    await turn();
  };
  return { openFile, pass, state };
}

describe('the content of a file', () => {
  it.each([
    ['before it is open', 0],
    ['in the middle of a read', 1],
  ])('left by its reader %s is closed, and no fault of the file', async (_when, passes) => {
    const { openFile, pass, state } = slowFile(5);
    const failures: unknown[] = [];
    const reader = contentStream(
      openFile,
      (failure) => failures.push(failure),
      [0, 10],
    ).getReader();
    const read = reader.read();
    await turn();
    for (let step = 0; step < passes; step += 1) await pass();
    await reader.cancel();
    for (let step = 0; step < 3; step += 1) await pass();
    expect((await read).done).toBe(true);
    expect(failures).toEqual([]);
    expect(state.opened).toBe(1);
    expect(state.closed).toBeGreaterThan(0);
  });

  it('that is shorter than it was is a fault of the file', async () => {
    const { openFile, pass } = slowFile(0);
    const failures: unknown[] = [];
    const reader = contentStream(
      openFile,
      (failure) => failures.push(failure),
      [0, 10],
    ).getReader();
    const read = reader.read().catch(() => 'failed');
    await pass();
    await pass();
    expect(await read).toBe('failed');
    expect(failures).toHaveLength(1);
  });
});
