import { type ChildProcess, spawn } from 'node:child_process';
import { getEventListeners, once } from 'node:events';
import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { runProgram } from '../../../electron/features/speech/run-program.ts';
import { sayVoices } from '../../../electron/features/speech/say.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { oddSpeaker, request } from './support.ts';

/** A run whose process can be looked at. */
function begin(mode: string, signal: AbortSignal, clock = new VirtualClock()) {
  const children: ChildProcess[] = [];
  const run = runProgram({
    program: oddSpeaker(mode),
    args: [],
    input: 'hello',
    signal,
    clock,
    start: (file, args, options) => {
      const child = spawn(file, args, options);
      children.push(child);
      return child;
    },
  });
  const ended = async () => {
    const [child] = children;
    if (child && child.signalCode === null && child.exitCode === null) await once(child, 'exit');
    return child?.signalCode;
  };
  return { run, ended, clock };
}

describe('a program of a voice', () => {
  it('is killed when its time is up', async () => {
    const { run, ended, clock } = begin('hang', new AbortController().signal);
    await Promise.all([expect(run).rejects.toThrow(), clock.advance(6_000)]);
    expect(await ended()).toBe('SIGKILL');
  });

  it('is killed when the core ends, and does not begin to speak afterwards', async () => {
    const core = new AbortController();
    const { run, ended } = begin('hang', core.signal);
    core.abort();
    await expect(run).rejects.toThrow();
    expect(await ended()).toBe('SIGKILL');
    const late = begin('tell', core.signal);
    await expect(late.run).rejects.toThrow();
    expect(await late.ended()).toBe('SIGKILL');
  });

  it('leaves no timer and no listener behind', async () => {
    const { signal } = new AbortController();
    const { run, clock } = begin('tell', signal);
    await run;
    expect(clock.pendingTimers).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('a sound that passes through a folder', () => {
  const tempFolder = makeTempFolders();
  afterEach(() => vi.unstubAllEnvs());

  it.each([
    [100, 100],
    [5_000_000, 5_000_000],
    [5_000_001, 'speech-no-sound'],
    [0, 0],
  ] as const)('of %s bytes leaves none behind', async (bytes, expected) => {
    const folder = tempFolder();
    for (const name of ['TMPDIR', 'TEMP', 'TMP']) vi.stubEnv(name, folder);
    const say = sayVoices({ clock: systemClock, program: oddSpeaker('write') });
    const { signal } = new AbortController();
    const said = await say.speak(request({ text: String(bytes) }), signal).then(
      ({ length }) => length,
      (failure) => failure.problem.code,
    );
    expect(said).toBe(expected);
    expect(readdirSync(folder).filter((name) => name.includes('voice'))).toEqual([]);
  });
});
