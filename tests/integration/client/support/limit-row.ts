import type { PlatformClient } from '../../../../electron/platform/client.ts';
import type { ClientStage, RawRequest } from './client-stage.ts';

/** One end of one limit. */
export interface LimitRow {
  readonly limit: string;
  /** The last value that is taken. */
  readonly edge: (client: PlatformClient, stage: ClientStage) => Promise<unknown>;
  /** The first that is not. */
  readonly over: (client: PlatformClient) => Promise<unknown>;
  /** What the client names. */
  readonly names: { readonly limit: string; readonly value: number | string };
  /** The same as `over`, as the client would never send it. */
  readonly raw: RawRequest;
}

export const OPEN = '/api/openapi/open/v1';

/** Characters are counted: these are two UTF-16 units each. */
export const wide = (count: number): string => '😀'.repeat(count);

export const numbers = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => `n${n}`);

/** Well-formed ids of claims that do not exist. */
export const claimIds = (count: number): readonly string[] =>
  Array.from({ length: count }, (_, n) => String(200_000_000_000_000_000n + BigInt(n)));
