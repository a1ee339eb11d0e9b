import type { FaultInput } from '../../../../electron/simulator/faults/fault.ts';
import type { Session } from '../../../../electron/simulator/sessions/session.ts';
import type { Connection } from '../../../../electron/simulator/sockets/connection.ts';
import type { FaultStage } from './fault-stage.ts';

const OPEN = '/api/openapi/open/v1';

/** Operations as faults and the watched network name them. */
export const CREATE = `GET ${OPEN}/sessions/auth`;
export const LIST = `GET ${OPEN}/sessions`;
export const SUBSCRIBE = `POST ${OPEN}/sessions/events/subscribe/*`;
export const SUBSCRIBE_DONATION = SUBSCRIBE.replace('*', 'donation');
export const ME = `GET ${OPEN}/users/me`;
export const TOKEN = 'POST /api/openapi/auth/v1/token';

export function inject(stage: FaultStage, ...faults: readonly FaultInput[]): void {
  for (const fault of faults) stage.simulator.faults.inject(fault);
}

/** The app's own session at the platform. */
export function ownSession({ simulator, app }: FaultStage): Session {
  const createdAt = app.core.keeper.status.session?.createdAt ?? 0;
  const own = simulator.sessions.all.find(
    (session) => session.owner.kind === 'USER' && Math.abs(session.createdAt - createdAt) < 1_000,
  );
  if (!own) throw new Error('the app has no session');
  return own;
}

export function removeSession(
  stage: FaultStage,
  reason: 'expired' | 'count-limit' = 'count-limit',
): void {
  stage.simulator.sessions.remove(ownSession(stage), reason);
}

/** The line ends as when a process dies: FIN, but no close frame. */
export function endWithoutGoodbye({ simulator }: FaultStage): void {
  for (const connection of simulator.sockets.all) connection.destroy();
}

/** Does something to each of the next connections, as soon as it is open. */
export function onNextOpened(
  { simulator }: FaultStage,
  times: number,
  act: (connection: Connection) => void,
): void {
  let left = times;
  const listening = simulator.sockets.onOpened((connection) => {
    left -= 1;
    if (left === 0) listening.dispose();
    act(connection);
  });
}

/** A session of the same streamer that somebody else holds, with or without a connection. */
export function otherSession({ simulator }: FaultStage, isConnected: boolean): Session {
  const { clientId, streamerChannelId: channelId, sessions, clock } = simulator;
  const session = sessions.create({ kind: 'USER', clientId, channelId });
  if (!session) throw new Error('there is no slot for another session');
  sessions.subscribe(session, { eventType: 'CHAT', channelId });
  if (isConnected) session.attach({ send: () => true }, clock.now());
  return session;
}

/** Another connection to the app's own session gets its events for a moment, and goes; the app's own stays open. */
export async function replaceConnection(stage: FaultStage, ms: number): Promise<void> {
  const { clock } = stage.simulator;
  const session = ownSession(stage);
  const other = { send: () => true };
  session.attach(other, clock.now());
  await stage.run(ms);
  session.detach(other, clock.now());
}

/** The platform's user ends the link to the app in the platform's own settings. */
export function revokeGrant({ simulator }: FaultStage): void {
  const { authorizations } = simulator.world;
  for (const grant of authorizations.grants()) authorizations.revokeGrant(grant);
}

/** Until then the fault stays; afterwards everything works again. */
export async function during(
  stage: FaultStage,
  ms: number,
  ...faults: readonly FaultInput[]
): Promise<void> {
  inject(stage, ...faults);
  await stage.run(ms);
  stage.simulator.faults.clear();
}
