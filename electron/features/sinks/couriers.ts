import type { SinkKind } from '../../../shared/contract/sinks.ts';
import { assertNever } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { readAddress } from './addresses.ts';
import type { Courier } from './courier.ts';
import { checkDiscord, discord } from './discord.ts';
import { EVENT_FOLDER, type EventFileParts, eventFile } from './event-file.ts';
import { nats } from './nats.ts';
import { readServers, serverText } from './nats-address.ts';
import type { PostParts } from './post.ts';
import type { SinkSecret } from './sink-secrets.ts';
import { SinkError } from './sinks-errors.ts';
import type { StoredSink } from './sinks-repository.ts';
import { webhook } from './webhook.ts';

export interface CourierParts extends PostParts, EventFileParts {
  readonly language: () => Language;
}

/** Of a sink whose address or secret is missing or wrong, a courier that says so. */
export function courierOf(
  { kind, nearby, nats: settings }: StoredSink,
  { address, user, secret }: SinkSecret,
  parts: CourierParts,
): Courier {
  try {
    switch (kind) {
      case 'webhook':
        if (secret === null) throw new SinkError('sinks-no-secret');
        return webhook(parts, readAddress(known(address), nearby), secret);
      case 'discord':
        return discord(parts, checkDiscord(known(address)), parts.language);
      case 'file':
        return eventFile(parts);
      case 'nats': {
        const servers = readServers(known(address), nearby);
        if (settings === null) throw new SinkError('sinks-no-address');
        return nats(parts, { ...settings, servers, user: user ?? '', password: secret ?? '' });
      }
      default:
        return assertNever(kind);
    }
  } catch (failure) {
    if (!(failure instanceof SinkError)) throw failure;
    const { problem } = failure;
    return { most: 1, givesUp: false, deliver: async () => ({ kind: 'gone', problem }) };
  }
}

function known(address: string | null): string {
  if (address === null) throw new SinkError('sinks-no-address');
  return address;
}

/** Throws a `SinkError` if such an address cannot be used. */
export function checkWay(kind: SinkKind, address: string | null, nearby: boolean): void {
  if (kind === 'webhook') readAddress(known(address), nearby);
  if (kind === 'discord') checkDiscord(known(address));
  if (kind === 'nats') readServers(known(address), nearby);
}

/** Where it leads, without what is secret. */
export function targetOf(kind: SinkKind, { address }: SinkSecret): string {
  if (kind === 'file') return `${EVENT_FOLDER}/`;
  if (address !== null && kind === 'nats') return serversOf(address);
  if (address === null || !URL.canParse(address)) return '';
  const { origin } = new URL(address);
  return `${origin}/…`;
}

function serversOf(address: string): string {
  try {
    return readServers(address, true).map(serverText).join(', ');
  } catch {
    return '';
  }
}
