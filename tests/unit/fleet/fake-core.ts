import { Redactor } from '../../../electron/base/log.ts';
import type { Core } from '../../../electron/core.ts';
import type { FleetHost } from '../../../electron/fleet/fleet-host.ts';
import { sessionMemory } from '../../../electron/session/session-memory.ts';
import { markOfAll } from '../../../electron/storage/coverage-mark.ts';
import type { ConnectionHistory, CoverageMark } from '../../../shared/connection-history.ts';
import type { FleetWorld, WorldHost } from './fleet-world.ts';

type StartedChannel = Parameters<ConstructorParameters<typeof FleetHost>[0]['startCore']>[0];

/** Whose sessions. */
export const OWNER = 'platform application';
const HOUR = 3_600_000;
const KINDS = ['CHAT', 'DONATION', 'SUBSCRIPTION'];

/** What is not as where all has come. `mark`: of some kinds, by the clock of the core's host. */
export type ToldHistory = Partial<ConnectionHistory> & { readonly mark?: CoverageMark };

/** Until when nothing of any kind was missed. */
function earliestOf(mark: CoverageMark): number {
  return Math.min(...Object.values(mark).map(({ received }) => received));
}

/** A core that writes down what comes to it. */
export function fakeCore(
  world: FleetWorld,
  host: WorldHost,
  { channelId, vault, openSocket, slots, receivedUntil }: StartedChannel,
): Core {
  const memory = sessionMemory(vault, new Redactor(), OWNER);
  const keys: string[] = [];
  const listeners: ((status: { phase: string }) => void)[] = [];
  let phase = 'stopped';
  let received = host.clock.now();
  let createdAt = host.clock.now();
  // By the server's clock: this one may be set.
  let missedSince = receivedUntil ? earliestOf(receivedUntil) - host.skewMs : null;
  const closeGap = (): void => {
    if (missedSince === null) return;
    world.gaps.push({ channelId, from: missedSince, to: world.clock.now() });
    missedSince = null;
  };
  const begin = async (): Promise<void> => {
    let session = await memory.load();
    if (!session) {
      const slot = await slots.take('first', []);
      const created = slot?.session ?? world.platform.create(channelId, KINDS);
      session = { createdAt: host.clock.now(), ...created };
      await slot?.settle(session);
      await memory.save(session);
    }
    ({ createdAt } = session);
    keys.push(session.sessionKey);
    phase = 'connecting';
    const socket = openSocket(session.url, {
      onOpen: () => {
        closeGap();
        phase = 'live';
        for (const listener of listeners) listener({ phase });
      },
      onText: (text) => {
        const { data } = JSON.parse(text) as { data: { donationText: string } };
        received = host.clock.now();
        const isSent = host.way !== 'cut';
        world.written.push({ host: host.id, channelId, text: data.donationText, isSent });
      },
      onEnd: () => {
        phase = 'reconnecting';
      },
    });
    host.open.set(channelId, socket);
  };
  const stop = async (): Promise<void> => {
    closeGap();
    phase = 'stopped';
    host.open.get(channelId)?.close();
    host.open.delete(channelId);
    await new Promise<void>((resolve) => host.clock.setTimeout(resolve, 100));
  };
  const status = () => ({
    phase,
    session: {
      nextRollOverAt: world.rollingOver.has(channelId) ? null : createdAt + 11.5 * HOUR,
    },
  });
  const core = {
    hub: {
      get lastSeq() {
        return world.written.length;
      },
    },
    begin,
    stop,
    alerts: {
      get current() {
        return world.alerts.has(channelId) ? { alertId: 1 } : null;
      },
    },
    keeper: {
      sessionKeys: keys,
      onStatus: (listener: (status: { phase: string }) => void) => listeners.push(listener),
      get status() {
        return status();
      },
      recorder: {
        get connectionHistory() {
          const { mark: _, ...told } = world.histories.get(channelId) ?? {};
          return { events: [], gaps: [], openGaps: [], ...told };
        },
        coverage: {
          openGaps: [],
          get mark() {
            return { ...markOfAll(received), ...world.histories.get(channelId)?.mark };
          },
          get markAtEnd() {
            return { ...markOfAll(host.clock.now()), ...world.histories.get(channelId)?.mark };
          },
        },
      },
    },
  };
  return core as unknown as Core;
}
