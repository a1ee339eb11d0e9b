import { connect } from 'node:net';
import type { Clock } from '../base/clock.ts';
import type { Logger } from '../base/log.ts';
import type { MakeKey } from '../base/random.ts';
import type { Core } from '../core.ts';
import { ChannelAdmin } from './channel-admin.ts';
import { ChannelFinder } from './channel-finder.ts';
import type { FleetStore } from './fleet-store.ts';
import { Front, type Route } from './front.ts';
import type { FrontAddress } from './front-policy.ts';
import { JoinDoor, signInPath } from './join-door.ts';
import { Joins } from './joins.ts';
import type { Lease } from './leases.ts';
import { FleetReader } from './page/fleet-reader.ts';
import { PageDoor, pagePath } from './page/page-door.ts';
import { PageKey } from './page/page-key.ts';
import type { PlatformGrants } from './platform-grants.ts';
import type { Seal } from './seal.ts';
import { Tunnels, type WayIn } from './tunnels.ts';

export interface DoorParts {
  readonly address: FrontAddress & { readonly mayMove?: boolean };
  readonly store: FleetStore;
  readonly seal: Seal;
  readonly fleet: string;
  readonly hostId: string;
  /** Channels of this host whose leases are proved. */
  readonly running: () => readonly { readonly lease: Lease; readonly core: Core }[];
  readonly platform: PlatformGrants;
  readonly clock: Clock;
  readonly makeKey: MakeKey;
  readonly log: Logger;
}

/** Where this host's browsers come in, for every channel of the fleet. */
export interface Door {
  /** What all its addresses begin with, without a trailing slash. */
  readonly base: string;
  readonly port: number;
  baseOf(channelId: string): string;
  /** Where a channel's streamer signs in again; undefined: the fleet has no public address. */
  signInUrlOf(channelId: string): string | undefined;
  /** The page of the whole fleet; null: its key cannot be read. */
  pageUrl(): Promise<string | null>;
  close(): Promise<void>;
}

/** Throws a `StagelightError` if the port is not to be had. */
export async function openDoor(parts: DoorParts): Promise<Door> {
  const { address, store, running, clock, log, platform } = parts;
  const portOf = (channelId: string): number | null =>
    running().find(({ lease }) => lease.channelId === channelId)?.core.pageServer.port ?? null;
  const finder = new ChannelFinder({ ...parts, ...store, portOf });
  const tunnels = new Tunnels({
    ...parts,
    connection: store.connection,
    enter: (channelId) => {
      const port = portOf(channelId);
      return port === null ? null : here(port);
    },
    running: () =>
      running().map(({ lease: { channelId, epoch }, core }) => ({
        channelId,
        epoch,
        connection: core.status.connection.state,
        forMs: clock.now() - core.status.connection.since,
        name: core.status.read().account?.channelName ?? null,
      })),
  });
  const enter = async (channelId: string): Promise<Route> => {
    const found = await finder.find(channelId);
    if (found.kind === 'here') return here(found.port);
    if (found.kind !== 'there') return found.kind;
    const way = await tunnels.open(found.hostKey, channelId);
    if (!way) finder.forget(channelId);
    return way ?? 'nobody';
  };
  let joins: JoinDoor | null = null;
  let page: PageDoor | null = null;
  const front = await Front.open({
    ...address,
    enter,
    answerPath: async (request, response, url, visit) =>
      (await page?.answer(request, response, url, visit)) ||
      (await joins?.answer(request, response, url)) ||
      false,
    clock,
    log,
  }).catch((failure: unknown) => {
    tunnels.dispose();
    throw failure;
  });
  const admin = new ChannelAdmin({ ...parts, connection: store.connection });
  const links = new Joins({ ...parts, channels: store.channels });
  const key = new PageKey({ ...parts, channels: store.channels });
  page = new PageDoor({
    ...parts,
    key,
    reader: new FleetReader({ ...store, admin, clock }),
    admin,
    joins: links,
    revoke: platform.revoke,
    linkBase: address.publicUrl && front.base,
  });
  joins = new JoinDoor({
    ...parts,
    ...platform,
    joins: links,
    base: front.base,
    admit: (signedIn, mayStart) => admin.admit(signedIn, mayStart),
    isChannel: (channelId) => admin.has(channelId),
  });
  return {
    base: front.base,
    port: front.port,
    baseOf: (channelId) => front.baseOf(channelId),
    signInUrlOf: (channelId) =>
      address.publicUrl ? `${front.base}${signInPath(channelId)}` : undefined,
    pageUrl: async () => {
      const text = await key.read();
      return text === null ? null : front.base + pagePath(text);
    },
    async close() {
      tunnels.dispose();
      await front.close();
    },
  };
}

function here(port: number): WayIn {
  const stream = connect(port, '127.0.0.1');
  // Whoever uses it hears of its end; an error that comes later has nobody to tell.
  stream.on('error', () => stream.destroy());
  return { stream, port };
}
