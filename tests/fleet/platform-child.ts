import process from 'node:process';
import { systemClock } from '../../electron/base/clock.ts';
import { startSimulator } from '../../electron/simulator/server.ts';
import { assertNever } from '../../shared/events.ts';
import { type Flow, ManyChannels, type PlatformRecord, type SignedIn } from './many-channels.ts';

/** What the process is told in its one argument, as JSON. */
export interface PlatformSetUp {
  readonly channels: number;
  readonly timeScale: number;
  readonly redirectUri: string;
}

export interface PlatformFacts {
  readonly baseUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly signedIn: readonly SignedIn[];
}

export type Wish =
  | { readonly type: 'flow'; readonly flow: Flow | null }
  | { readonly type: 'live' }
  | { readonly type: 'record' };

export interface Answers {
  readonly flow: null;
  readonly live: number;
  readonly record: PlatformRecord;
}

const { channels, timeScale, redirectUri } = JSON.parse(process.argv[2] ?? '') as PlatformSetUp;
const simulator = await startSimulator({
  timeScale,
  redirectUris: [redirectUri],
  keepPublications: 0,
});
const many = new ManyChannels(simulator, systemClock, channels);

function answer(wish: Wish): Answers[Wish['type']] {
  switch (wish.type) {
    case 'flow':
      many.flow(wish.flow);
      return null;
    case 'live':
      return many.live;
    case 'record':
      return many.record();
    default:
      return assertNever(wish);
  }
}

process.on('message', ({ id, wish }: { readonly id: number; readonly wish: Wish }) => {
  process.send?.({ id, answer: answer(wish) });
});
// Whoever started it is gone.
process.on('disconnect', () => process.exit(0));
const { baseUrl, clientId, clientSecret } = simulator;
const facts: PlatformFacts = { baseUrl, clientId, clientSecret, signedIn: many.signIn() };
process.send?.({ id: 0, answer: facts });
