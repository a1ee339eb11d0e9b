import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { SimulatorOptions } from '../../electron/simulator/server.ts';
import { type HeadlessProcess, openAddress } from '../support/headless-process.ts';
import type { NatsProcess } from '../support/nats-server.ts';
import { type Stage, setStage } from '../support/stage.ts';
import { openServer } from './nats-world.ts';

const FLEET = ['--fleet-name', 'test'];

/** A fleet on a real nats-server; gone when the test is over. */
export class FleetWorld {
  readonly nats: NatsProcess;
  readonly stage: Stage;
  /** Data folders of its hosts and commands. */
  readonly folders: string[];
  readonly key = randomBytes(32).toString('base64');

  private constructor(nats: NatsProcess, stage: Stage, folders: string[]) {
    this.nats = nats;
    this.stage = stage;
    this.folders = folders;
  }

  /** `config`: further lines of the NATS server's settings. */
  static async start(options: SimulatorOptions = {}, config = ''): Promise<FleetWorld> {
    const folders: string[] = [];
    // Last: until the stage is gone its hosts write there.
    onTestFinished(async () => {
      for (const path of folders) await rm(path, { recursive: true, force: true });
    });
    const nats = await openServer(config);
    const stage = await setStage(options);
    onTestFinished(() => stage.dispose());
    return new FleetWorld(nats, stage, folders);
  }

  /** A host or a command of the fleet, with a data folder of its own. */
  async start(
    more: readonly string[] = [],
    environment?: Readonly<Record<string, string>>,
  ): Promise<HeadlessProcess> {
    return this.startIn(await this.folder(), more, environment);
  }

  /** The same with a data folder that there is. */
  startIn(
    folder: string,
    more: readonly string[] = [],
    environment: Readonly<Record<string, string>> = { STAGELIGHT_FLEET_KEY: this.key },
  ): HeadlessProcess {
    const fleet = ['--fleet', this.nats.address, ...FLEET, '--data-dir', folder];
    return this.stage.start([...fleet, ...more], environment);
  }

  async folder(): Promise<string> {
    const path = await mkdtemp(join(tmpdir(), 'stagelight-fleet-'));
    this.folders.push(path);
    return path;
  }

  /** The lines of a command that ended well. */
  async run(...task: readonly string[]) {
    const command = await this.start(task);
    const { code } = await command.exited;
    if (code !== 0) throw new Error(`It ended with ${code}: ${command.errors}`);
    return command.lines;
  }

  /** Signs the simulator's streamer in, who then is a channel of the fleet. */
  async add(...more: readonly string[]): Promise<string> {
    const command = await this.start(['--fleet-add', ...more]);
    const { url } = await command.waitFor(({ type }) => type === 'sign-in');
    await openAddress(String(url));
    const { channelId } = await command.waitFor(({ state }) => state === 'added');
    const { code } = await command.exited;
    if (code !== 0) throw new Error(`It ended with ${code}: ${command.errors}`);
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
