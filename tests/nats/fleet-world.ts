import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SimulatorOptions } from '../../electron/simulator/server.ts';
import { type HeadlessProcess, openAddress } from '../support/headless-process.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { openServer } from './nats-world.ts';

const FLEET = ['--fleet-name', 'test'];

/** A fleet on a real nats-server; gone when the test is over. */
export class FleetWorld {
  readonly stage: Stage;
  /** Of its nats-server. */
  readonly address: string;
  readonly key = randomBytes(32).toString('base64');

  private constructor(stage: Stage, nats: string) {
    this.stage = stage;
    this.address = nats;
  }

  static async start(options: SimulatorOptions = {}): Promise<FleetWorld> {
    const nats = await openServer();
    const stage = await setStage(options);
    onTestFinished(() => stage.dispose());
    return new FleetWorld(stage, nats.address);
  }

  /** A host or a command of the fleet, with a data folder of its own. */
  async start(
    more: readonly string[] = [],
    environment: Readonly<Record<string, string>> = { STAGELIGHT_FLEET_KEY: this.key },
  ): Promise<HeadlessProcess> {
    const folder = await mkdtemp(join(tmpdir(), 'stagelight-fleet-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const fleet = ['--fleet', this.address, ...FLEET, '--data-dir', folder];
    return this.stage.start([...fleet, ...more], environment);
  }

  /** The lines of a command that ended well. */
  async run(...task: readonly string[]) {
    const command = await this.start(task);
    const { code } = await command.exited;
    if (code !== 0) throw new Error(`It ended with ${code}: ${command.errors}`);
    return command.lines;
  }

  /** Signs the simulator's streamer in, who then is a channel of the fleet. */
  async add(): Promise<string> {
    const command = await this.start(['--fleet-add']);
    const { url } = await command.waitFor(({ type }) => type === 'sign-in');
    await openAddress(String(url));
    const { channelId } = await command.waitFor(({ state }) => state === 'added');
    await command.exited;
    return String(channelId);
  }
}

/** A host that runs the channel. */
export const hasChannel = (host: HeadlessProcess) =>
  host.waitFor(({ type, state }) => type === 'channel' && state === 'started');

/** What all addresses of a host's pages begin with. */
export async function baseOf(host: HeadlessProcess): Promise<string> {
  const { url } = await host.waitFor(({ type }) => type === 'fleet');
  return String(url);
}
