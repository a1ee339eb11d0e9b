import { z } from 'zod';
import { feed } from './command.ts';

/** What other programs may do: keys for the API, each with its scopes. */

/** What a key may be used for. None gives secrets, backups, or keys. */
export const API_SCOPES = [
  'events:read',
  'chat:send',
  'alerts:control',
  'overlay:control',
  'activities:control',
  'reports:read',
] as const;
export type ApiScope = (typeof API_SCOPES)[number];

export const API_KEYS_MOST = 50;
export const API_KEY_NAME_MOST = 60;
export const API_ORIGINS_MOST = 10;

/** A web page's address without a path, such as `https://tool.example` or `http://localhost:3000`. */
export const ORIGIN = /^https?:\/\/(?:[a-z0-9.-]+|\[[0-9a-f:]+\])(?::\d{1,5})?$/;

export interface ApiKeyRow {
  readonly id: string;
  readonly name: string;
  readonly scopes: readonly ApiScope[];
  /** Web pages that may use it; none: programs only. */
  readonly origins: readonly string[];
  /** Epoch milliseconds. */
  readonly createdAt: number;
  /** To the hour after a restart; null: never. */
  readonly lastUsedAt: number | null;
  /** Programs that are connected with it now. */
  readonly connected: number;
}

export interface DoorsState {
  /** Newest first. */
  readonly keys: readonly ApiKeyRow[];
  /** The API's address, without a key. */
  readonly address: string;
}

export const DOORS_FEED = feed<DoorsState>({ everyMs: 250 });

export const DOORS_COMMANDS = {
  /** The answer has the key, which is shown this once. Fails beyond `API_KEYS_MOST`. */
  'doors.create-key': {
    args: z.strictObject({
      name: z.string().trim().min(1).max(API_KEY_NAME_MOST),
      scopes: z.array(z.enum(API_SCOPES)).min(1),
      origins: z.array(z.string().toLowerCase().regex(ORIGIN)).max(API_ORIGINS_MOST),
    }),
    result: z.object({ key: z.string() }),
  },
  /** It stops working at once; who is connected with it is cut off. */
  'doors.revoke-key': { args: z.strictObject({ id: z.string().max(100) }) },
} as const;
