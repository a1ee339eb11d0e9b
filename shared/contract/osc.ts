import { z } from 'zod';
import type { Problem } from '../problem.ts';
import { feed } from './command.ts';

/** OSC over UDP, for consoles, lights, and tablets: commands in, state and events out. */

/** What most OSC programs send to. */
const USUAL_PORT = 8_000;
export const OSC_PEERS_MOST = 8;
export const OSC_PEER_CHARS_MOST = 21;

/** A program or device that is named by hand. */
export interface OscPeer {
  readonly host: string;
  /** Where it hears of state and events; null: it only sends. */
  readonly port: number | null;
}

const PEER = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})(?::(\d{1,5}))?$/;

/** `192.168.0.7` or `192.168.0.7:9000`, of this computer or its own network; null: it is neither. */
export function oscPeerOf(text: string): OscPeer | null {
  const [, ...groups] = PEER.exec(text.trim()) ?? [];
  if (groups.length === 0) return null;
  const [a = 0, b = 0, c = 0, d = 0] = groups.slice(0, 4).map(Number);
  const port = groups[4] === undefined ? null : Number(groups[4]);
  if ([a, b, c, d].some((part) => part > 255) || !isNear(a, b)) return null;
  if (port !== null && (port < 1 || port > 65_535)) return null;
  return { host: [a, b, c, d].join('.'), port };
}

/** Loopback and home networks: UDP tells who sent a packet no better than the network does. */
function isNear(a: number, b: number): boolean {
  if (a === 127 || a === 10) return true;
  if (a === 172) return b >= 16 && b <= 31;
  if (a === 169) return b === 254;
  return a === 192 && b === 168;
}

const peerSchema = z
  .string()
  .trim()
  .max(OSC_PEER_CHARS_MOST)
  .refine((text) => oscPeerOf(text) !== null);

/** `settings.json`. */
export const oscSettingsSchema = z.object({
  on: z.boolean().default(false),
  port: z.number().int().min(1_024).max(65_535).default(USUAL_PORT),
  /** Who may send besides this computer, and who is told, as `oscPeerOf` reads them. */
  peers: z.array(peerSchema).max(OSC_PEERS_MOST).readonly().default([]),
});
export type OscSettings = z.infer<typeof oscSettingsSchema>;

/** Since it was opened. */
export interface OscCounts {
  /** Commands that were run. */
  readonly ran: number;
  /** Packets from who is not named. */
  readonly strangers: number;
  /** Packets that are no OSC. */
  readonly unreadable: number;
  /** Messages to an address that means nothing here. */
  readonly unknown: number;
  /** Packets and commands over the limits. */
  readonly tooMany: number;
}

export interface OscState {
  readonly settings: OscSettings;
  /** Where it listens; null: it does not. */
  readonly address: string | null;
  /** Why it does not listen although it is on. */
  readonly problem: Problem | null;
  readonly counts: OscCounts;
  /** The last who was not named; null: nobody. */
  readonly lastStranger: string | null;
  /** The last address that means nothing; null: none. */
  readonly lastUnknown: string | null;
  /** Why the last command that failed did; null: none did. */
  readonly lastProblem: Problem | null;
}

export const OSC_FEED = feed<OscState>({ everyMs: 500 });

export const OSC_COMMANDS = {
  /** In force at once. */
  'osc.set': { args: z.strictObject(oscSettingsSchema.shape).required() },
} as const;
