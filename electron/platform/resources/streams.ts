import { z } from 'zod';
import type { Caller } from '../http/caller.ts';
import { NOTE_OPERATIONS } from '../platform-notes.ts';

const streamKey = z.looseObject({ streamKey: z.string().min(1) });

export interface StreamsApi {
  /** The stream key: a secret, whoever has it can broadcast as the streamer. */
  key(): Promise<string>;
}

export function createStreams(caller: Caller): StreamsApi {
  return {
    key: async () => (await caller.ask(NOTE_OPERATIONS.streamKey, streamKey)).streamKey,
  };
}
