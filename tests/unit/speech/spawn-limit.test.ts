import { ChildProcess } from 'node:child_process';
import { expect, it, vi } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { runProgram } from '../../../electron/features/speech/run-program.ts';

// As Node does once the process has no file descriptor left: no pipes, and the error comes later.
vi.mock('node:child_process', async (original) => ({
  ...(await original<typeof import('node:child_process')>()),
  spawn: () => {
    const child = new ChildProcess();
    process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
    return child;
  },
}));

it('a voice for which the system has no pipe left fails, and the app goes on', async () => {
  const program = { file: 'espeak-ng', leading: [] };
  const { signal } = new AbortController();
  const run = runProgram({ program, args: [], input: 'hello', signal, clock: systemClock });
  await expect(run).rejects.toMatchObject({ problem: { code: 'speech-failed' } });
});
