import { Kvm } from '@nats-io/kv';
import { connect } from '@nats-io/transport-node';
import { systemClock } from '../../electron/base/clock.ts';
import { isJsonObject, parseJson } from '../../shared/json.ts';

/** A process has taken a channel, which it may not have begun yet. */
export interface Claim {
  readonly channelId: string;
  readonly at: number;
  readonly epoch: number;
  /** As the process calls itself in the fleet. */
  readonly hostId: string;
}

/** Hears of every claim as NATS has it: who is killed before a channel has begun does not tell. */
export async function watchLeases(servers: readonly string[], bucket: string) {
  const connection = await connect({ servers: [...servers], maxReconnectAttempts: -1 });
  const leases = await new Kvm(connection).open(bucket);
  const changes = await leases.watch({ key: 'channel.>' });
  const claims: Claim[] = [];
  const latest = new Map<string, string>();
  const listening = (async () => {
    for await (const entry of changes) {
      const text = entry.operation === 'PUT' ? entry.string() : '';
      // A renewal leaves it as it is.
      if (text === '' || latest.get(entry.key) === text) continue;
      latest.set(entry.key, text);
      const channelId = Buffer.from(entry.key.split('.')[1] ?? '', 'base64url').toString();
      const said = parseJson(text);
      const hostId = isJsonObject(said) ? String(said['host']) : '';
      claims.push({ channelId, at: systemClock.now(), epoch: entry.revision, hostId });
    }
  })();
  return {
    claims,
    async dispose(): Promise<void> {
      changes.stop();
      await listening;
      await connection.close();
    },
  };
}
