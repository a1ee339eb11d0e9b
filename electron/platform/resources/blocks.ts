import { z } from 'zod';
import { Checks, type CursorQuery } from '../checks.ts';
import type { Caller } from '../http/caller.ts';
import { NOTE_LIMITS, NOTE_OPERATIONS } from '../platform-notes.ts';
import { type CursorPage, cursorPageOf, id, text, time, timeOrNull } from './fields.ts';

const blockedChannel = z.looseObject({
  restrictedChannelId: id,
  restrictedChannelName: text,
  restrictedChannelHandle: text,
  createdDate: time,
  /** null: banned for good. */
  releaseDate: timeOrNull,
});

export type BlockedChannel = z.output<typeof blockedChannel>;

export interface BlocksApi {
  /** Size 1-50 (20 when left out). */
  list(query?: CursorQuery): Promise<CursorPage<BlockedChannel>>;
  block(channelId: string): Promise<void>;
  unblock(channelId: string): Promise<void>;
}

export function createBlocks(caller: Caller): BlocksApi {
  const { blocks, block, unblock } = NOTE_OPERATIONS;
  return {
    async list({ size, next } = {}) {
      const checks = new Checks(blocks.name);
      checks.size(size, NOTE_LIMITS.blocksSizeMax);
      checks.id('next', next);
      return caller.ask(blocks, cursorPageOf(blockedChannel), { query: { size, next } });
    },
    async block(channelId) {
      new Checks(block.name).id('targetChannelId', channelId);
      return caller.tell(block, { body: { targetChannelId: channelId } });
    },
    async unblock(channelId) {
      new Checks(unblock.name).id('targetChannelId', channelId);
      return caller.tell(unblock, { body: { targetChannelId: channelId } });
    },
  };
}
