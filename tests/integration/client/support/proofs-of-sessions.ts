import { expect } from 'vitest';
import {
  SPEC_OPERATIONS,
  SUBSCRIBABLE_EVENTS,
  subscriptionOperation,
} from '../../../../electron/platform/operations.ts';
import type { ClientStage } from './client-stage.ts';
import type { Proof } from './proof.ts';

const { createUserSession, createClientSession, listUserSessions, listClientSessions } =
  SPEC_OPERATIONS;

function address(stage: ClientStage, sessionKey: string): string {
  return `ws://127.0.0.1:${stage.simulator.port}/?type=OPENAPI_SESSION&sessionKey=${sessionKey}`;
}

const LISTED = { connectedDate: null, disconnectedDate: null, subscribedEvents: [] };

export const PROOFS_OF_SESSIONS: readonly Proof[] = [
  {
    operation: createUserSession,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { url, sessionKey } = await client.sessions.createUser();
      expect(url).toBe(address(stage, sessionKey));
      expect(stage.simulator.sessions.find(sessionKey)?.owner).toEqual({
        kind: 'USER',
        clientId: stage.simulator.clientId,
        channelId: stage.streamer.channelId,
      });
    },
  },
  {
    operation: createClientSession,
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { url, sessionKey } = await client.sessions.createClient();
      expect(url).toBe(address(stage, sessionKey));
      expect(stage.simulator.sessions.find(sessionKey)?.owner).toEqual({
        kind: 'CLIENT',
        clientId: stage.simulator.clientId,
      });
    },
  },
  {
    operation: listUserSessions,
    about: 'user sessions and no others',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      const { sessionKey } = await client.sessions.createUser();
      await client.sessions.createClient();
      expect(await client.sessions.listUser()).toEqual([{ sessionKey, ...LISTED }]);
    },
  },
  {
    operation: listClientSessions,
    about: 'client sessions and no others',
    prove: async (stage) => {
      const { client } = await stage.signIn();
      await client.sessions.createUser();
      const { sessionKey } = await client.sessions.createClient();
      expect(await client.sessions.listClient()).toEqual([{ sessionKey, ...LISTED }]);
    },
  },
  ...SUBSCRIBABLE_EVENTS.map(
    (event): Proof => ({
      operation: subscriptionOperation('subscribe', event),
      about: event,
      prove: async (stage) => {
        const { client } = await stage.signIn();
        const { sessionKey } = await client.sessions.createUser();
        expect(await client.sessions.subscribe(event, sessionKey)).toBeUndefined();
        expect((await client.sessions.listUser())[0]?.subscribedEvents).toEqual([
          { eventType: event.toUpperCase(), channelId: stage.streamer.channelId },
        ]);
      },
    }),
  ),
  ...SUBSCRIBABLE_EVENTS.map(
    (event): Proof => ({
      operation: subscriptionOperation('unsubscribe', event),
      about: event,
      prove: async (stage) => {
        const { client } = await stage.signIn();
        const { sessionKey } = await client.sessions.createUser();
        for (const one of SUBSCRIBABLE_EVENTS) await client.sessions.subscribe(one, sessionKey);
        expect(await client.sessions.unsubscribe(event, sessionKey)).toBeUndefined();
        const left = (await client.sessions.listUser())[0]?.subscribedEvents;
        expect(left?.map(({ eventType }) => eventType)).toEqual(
          SUBSCRIBABLE_EVENTS.filter((one) => one !== event).map((one) => one.toUpperCase()),
        );
      },
    }),
  ),
];
