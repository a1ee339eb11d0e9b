import { readAddress, type SinkAddress } from './addresses.ts';
import { SinkError } from './sinks-errors.ts';

const USUAL_PORT = 4_222;
const SERVERS_MOST = 8;
const FORM = /^(nats|tls):\/\/([^/?#@\s]+)\/?$/;

export interface NatsServer extends SinkAddress {
  readonly port: number;
  /** Nothing is said before the line is encrypted and the certificate is right. */
  readonly tls: boolean;
}

/**
 * Servers of one cluster, with commas between. Throws a `SinkError`. The rule is that of webhooks: `tls`
 * as `https`, and `nats` as `http`, on this computer only.
 */
export function readServers(text: string, nearby: boolean): readonly NatsServer[] {
  const servers = text.split(',').map((part) => readServer(part.trim(), nearby));
  if (servers.length > SERVERS_MOST) throw new SinkError('sinks-nats-address');
  return servers;
}

function readServer(text: string, nearby: boolean): NatsServer {
  const [, scheme, place] = FORM.exec(text) ?? [];
  if (place === undefined) throw new SinkError('sinks-nats-address');
  const tls = scheme === 'tls';
  const port = Number(/:(\d+)$/.exec(place)?.[1] ?? USUAL_PORT);
  try {
    return { ...readAddress(`${tls ? 'https' : 'http'}://${place}`, nearby), port, tls };
  } catch (failure) {
    const isForm = failure instanceof SinkError && failure.problem.code === 'sinks-address-form';
    throw isForm ? new SinkError('sinks-nats-address') : failure;
  }
}

/** As it was entered, without anything else. */
export function serverText({ tls, url, port }: NatsServer): string {
  return `${tls ? 'tls' : 'nats'}://${url.hostname}:${port}`;
}
