import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { HANGS_MS, TEST_HANGS_MS } from './tests/support/hangs.ts';

/** Hours and faults on a clock that a test moves: how fast the machine is changes nothing there. */
const VIRTUAL_TIME = 'tests/integration/stream/{long-broadcast,fault-matrix,chaos}.test.ts';

/** Files that take from twenty seconds to some minutes, the longest first. */
const LONGEST = [
  'integration/killed-show.test.ts',
  'stream/long-broadcast.test.ts',
  'stream/fault-matrix.test.ts',
  'stream/chaos.test.ts',
  'integration/killed-while-writing.test.ts',
  'integration/headless.test.ts',
  'obs/prove.test.ts',
  'obs/marks.test.ts',
  'obs/heard.test.ts',
  'obs/heal.test.ts',
  'obs/recording.test.ts',
  'nats/fleet-books.test.ts',
  'nats/fleet.test.ts',
  'nats/drops.test.ts',
  'nats/kills.test.ts',
];

/** The longest begin before all others, so that none is left to run alone while the other workers idle. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const longest = LONGEST.flatMap((end) =>
      files.filter(({ moduleId }) => moduleId.endsWith(end)),
    );
    const others = files.filter((file) => !longest.includes(file));
    return [...longest, ...(await super.sort(others))];
  }
}

export default defineConfig({
  plugins: [react()],
  define: { __BUILD_ID__: JSON.stringify('test') },
  test: {
    // Two at a time also where the machine has two cores: by itself vitest leaves one idle.
    maxWorkers: '100%',
    pool: 'forks',
    restoreMocks: true,
    // As in what ships: `ws` without native code (decision 018).
    env: { WS_NO_BUFFER_UTIL: '1' },
    sequence: { sequencer: LongestFirst },
    // Nothing here waits; a machine that is busy with something else may still be slow.
    testTimeout: TEST_HANGS_MS,
    hookTimeout: TEST_HANGS_MS,
    expect: { poll: { timeout: HANGS_MS } },
    setupFiles: ['tests/support/patient-waits.ts'],
    projects: [
      {
        extends: true,
        test: {
          name: 'node',
          environment: 'node',
          setupFiles: ['tests/support/quick-keys.ts'],
          // The files leave nothing behind, so that modules are loaded once a worker.
          isolate: false,
          include: ['tests/unit/**/*.test.ts', 'tests/architecture/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'dom',
          environment: 'jsdom',
          isolate: false,
          include: ['tests/unit/**/*.test.tsx'],
          setupFiles: ['tests/support/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          environment: 'node',
          include: ['tests/integration/**/*.test.ts'],
          exclude: [VIRTUAL_TIME],
        },
      },
      {
        extends: true,
        test: {
          name: 'virtual-time',
          environment: 'node',
          include: [VIRTUAL_TIME],
          // Only for one that hangs: in a whole run they get what time the others leave.
          testTimeout: 5 * 60_000,
        },
      },
      {
        extends: true,
        test: {
          // On a real OBS: `npm run test:obs`.
          name: 'obs',
          environment: 'node',
          include: ['tests/obs/**/*.test.ts'],
          // What passes only then is named at the end of a run (`scripts/lib/suites.mjs`).
          retry: 1,
        },
      },
      {
        extends: true,
        test: {
          // On a real nats-server: `npm run test:nats`.
          name: 'nats',
          environment: 'node',
          include: ['tests/nats/**/*.test.ts'],
          // Hosts and servers are killed, wait for leases, and elect leaders.
          expect: { poll: { timeout: 80_000 } },
        },
      },
    ],
  },
});
