import { z } from 'zod';
import type { Caller } from '../http/caller.ts';
import { SPEC_OPERATIONS } from '../operations.ts';
import { id, text, textOrNull } from './fields.ts';

const currentUser = z.looseObject({
  channelId: id,
  channelName: text,
  channelHandle: text,
  channelImageUrl: textOrNull,
});

/** The streamer who signed in. */
export type CurrentUser = z.output<typeof currentUser>;

export interface UsersApi {
  me(): Promise<CurrentUser>;
}

export function createUsers(caller: Caller): UsersApi {
  return { me: () => caller.ask(SPEC_OPERATIONS.currentUser, currentUser) };
}
