import { BlockList, isIP } from 'node:net';
import { isLoopbackHost } from '../../base/loopback.ts';
import { SinkError } from './sinks-errors.ts';

/** Where an IP address leads. `never`: metadata services, link-local, multicast, reserved ranges. */
export type Place = 'public' | 'home' | 'loopback' | 'never';

const V4_HOME = [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['100.64.0.0', 10],
] as const;
const V4_NEVER = [
  ['0.0.0.0', 8],
  ['169.254.0.0', 16],
  // A metadata service within a range of home networks.
  ['100.100.100.200', 32],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
] as const;
const V6_HOME = [['fc00::', 7]] as const;
/** Of what is public by its first bits: tunnels, examples. Another metadata service. */
const V6_NEVER = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['3fff::', 20],
  ['fd00:ec2::', 32],
] as const;

const listOf = (ranges: readonly (readonly [string, number])[], kind: 'ipv4' | 'ipv6') => {
  const list = new BlockList();
  for (const [address, bits] of ranges) list.addSubnet(address, bits, kind);
  return (address: string) => list.check(address, kind);
};
const isV4Home = listOf(V4_HOME, 'ipv4');
const isV4Never = listOf(V4_NEVER, 'ipv4');
const isV4Loopback = listOf([['127.0.0.0', 8]], 'ipv4');
const isV6Home = listOf(V6_HOME, 'ipv6');
const isV6Never = listOf(V6_NEVER, 'ipv6');
const isV6Public = listOf([['2000::', 3]], 'ipv6');

export function placeOf(address: string): Place {
  const version = isIP(address);
  if (version === 4) return placeOfV4(address);
  return version === 6 ? placeOfV6(address) : 'never';
}

function placeOfV4(address: string): Place {
  if (isV4Loopback(address)) return 'loopback';
  if (isV4Never(address)) return 'never';
  return isV4Home(address) ? 'home' : 'public';
}

function placeOfV6(address: string): Place {
  const groups = groupsOf(address);
  if (!groups) return 'never';
  const inner = innerV4(groups);
  if (inner !== null) return placeOfV4(inner);
  if (groups.slice(0, 7).every((group) => group === 0) && groups[7] === 1) return 'loopback';
  if (isV6Never(address)) return 'never';
  if (isV6Home(address)) return 'home';
  return isV6Public(address) ? 'public' : 'never';
}

/** Eight numbers; null: it names an interface, which no server on the internet does. */
function groupsOf(address: string): readonly number[] | null {
  const url = `http://[${address}]/`;
  if (!URL.canParse(url)) return null;
  const [head = '', tail] = new URL(url).hostname.slice(1, -1).split('::');
  const read = (part: string) => (part === '' ? [] : part.split(':')).map((x) => parseInt(x, 16));
  const [before, after] = [read(head), read(tail ?? '')];
  const gap = new Array<number>(8 - before.length - after.length).fill(0);
  return [...before, ...gap, ...after];
}

/** The IPv4 address in a mapped, translated, or 6to4 one. */
function innerV4(groups: readonly number[]): string | null {
  const v4 = ([high = 0, low = 0]: readonly number[]) =>
    [high >> 8, high & 255, low >> 8, low & 255].join('.');
  const starts = (...first: readonly number[]) => first.every((group, at) => groups[at] === group);
  if (starts(0, 0, 0, 0, 0, 0xffff) || starts(0x64, 0xff9b, 0, 0, 0, 0)) return v4(groups.slice(6));
  return starts(0x2002) ? v4(groups.slice(1, 3)) : null;
}

/** An address as it was entered, checked as far as its letters tell. */
export interface SinkAddress {
  readonly url: URL;
  /** Its name without a final dot; an IP address without brackets. */
  readonly host: string;
  /** Whether it may lead to this IP address. */
  readonly allows: (ip: string) => boolean;
}

const LOWEST_FREE_PORT = 1_024;
/** Ports above it that browsers do not talk to either: other protocols could take a request for theirs. */
const ODD_PORTS: ReadonlySet<number> = new Set([
  1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061, 6000, 6566, 6665, 6666, 6667, 6668, 6669,
  6679, 6697, 10080,
]);

/**
 * Throws a `SinkError`: not https (http only on this computer), with a name and password, at an odd
 * port, or an IP address that it may not lead to.
 * @param nearby addresses of the home network are allowed.
 */
export function readAddress(text: string, nearby: boolean): SinkAddress {
  const url = URL.canParse(text) ? new URL(text) : null;
  const host = url?.hostname.replace(/^\[|\]$/g, '').replace(/\.$/, '') ?? '';
  if (!url || host === '' || url.username !== '' || url.password !== '' || !isPlainPort(url)) {
    throw new SinkError('sinks-address-form');
  }
  const isOwn = isLoopbackHost(host) || placeOf(host) === 'loopback';
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && isOwn)) {
    throw new SinkError('sinks-address-form');
  }
  const allows = (ip: string): boolean => {
    const place = placeOf(ip);
    // A name of the internet never leads to this computer, nor its own name elsewhere.
    if (isOwn || place === 'loopback') return isOwn && place === 'loopback';
    return place === 'public' || (nearby && place === 'home');
  };
  if (isIP(host) !== 0 && !allows(host)) throw new SinkError('sinks-address-place');
  return { url, host, allows };
}

function isPlainPort({ port }: URL): boolean {
  const number = Number(port);
  if (port === '' || number === 80 || number === 443) return true;
  return number >= LOWEST_FREE_PORT && !ODD_PORTS.has(number);
}
