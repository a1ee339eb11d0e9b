import process from 'node:process';
import { systemClock } from '../base/clock.ts';
import {
  type CommandLine,
  PortProblem,
  readCommandLine,
  USAGE,
  UsageError,
} from './command-line.ts';
import { type Simulator, startSimulator } from './server.ts';

/** When stopping takes longer than this, the process ends all the same. */
const STOP_WITHIN_MS = 1_500;

/** What client developers need. The secret belongs to the simulator and opens nothing else. */
function describe(simulator: Simulator, { show, timeScale }: CommandLine): string {
  const { baseUrl, world } = simulator;
  const application = world.application(simulator.clientId);
  const rows: readonly (readonly [string, string])[] = [
    ['base address', baseUrl],
    ['authorization page', `${baseUrl}/auth/openapi/account-interlock`],
    ['control', `${baseUrl}/control/v1/state (header Simulator-Key)`],
    ['control key', simulator.controlKey],
    ['client id', simulator.clientId],
    ['client secret', simulator.clientSecret],
    ['redirect address', application?.redirectUris.join(' ') ?? ''],
    ['streamer channel', simulator.streamerChannelId],
    ['time scale', String(timeScale)],
    ['show', show ? 'running' : 'off'],
  ];
  const lines = rows.map(([name, value]) => `  ${name.padEnd(20)}${value}`);
  return ['Stagelight simulator', ...lines, 'Stop it with Ctrl-C.', ''].join('\n');
}

async function run(): Promise<void> {
  const commandLine = readCommandLine(process.argv.slice(2));
  if (commandLine.help) {
    process.stdout.write(`${USAGE}\n`);
    return;
  }
  const { redirectUris, ...options } = commandLine;
  const simulator = await startSimulator({ ...options, ...(redirectUris ? { redirectUris } : {}) });
  const stop = (): void => {
    systemClock.setTimeout(() => process.exit(0), STOP_WITHIN_MS);
    void simulator.dispose().finally(() => process.exit(0));
  };
  process.on('SIGINT', stop);
  process.on('SIGTERM', stop);
  process.stdout.write(describe(simulator, commandLine));
}

run().catch((failure: unknown) => {
  if (failure instanceof UsageError) process.stderr.write(`${failure.message} (see --help)\n`);
  else if (failure instanceof PortProblem) process.stderr.write(`${failure.message}\n`);
  else process.stderr.write(`${failure instanceof Error ? failure.stack : String(failure)}\n`);
  process.exit(failure instanceof UsageError || failure instanceof PortProblem ? 2 : 1);
});
