import { lookup } from 'node:dns/promises';
import http, { type ClientRequest, type IncomingMessage } from 'node:http';
import https, { type RequestOptions } from 'node:https';
import { isIP, type LookupFunction } from 'node:net';
import type { Clock } from '../../base/clock.ts';
import { errorCode } from '../../base/files.ts';
import { socketAgent } from '../../base/outbound.ts';
import type { SinkAddress } from './addresses.ts';
import { SinkError } from './sinks-errors.ts';

const LIMIT_MS = 10_000;
const MOST_ANSWER_BYTES = 4_096;

export interface Resolved {
  readonly address: string;
  readonly family: number;
}

export interface PostParts {
  readonly clock: Clock;
  /** IP addresses of a name. */
  readonly resolve: (host: string) => Promise<readonly Resolved[]>;
}

export const systemResolve: PostParts['resolve'] = (host) => lookup(host, { all: true });

export interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  /** At most 4 KiB of it; empty where it was a success. */
  readonly body: string;
}

/**
 * Sends JSON once. Redirects are answers like others. The IP address is checked where the connection
 * takes it, so a name that leads elsewhere the next moment gains nothing. Throws a `SinkError`.
 */
export async function post(
  parts: PostParts,
  address: SinkAddress,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<Answer> {
  const ending = new AbortController();
  let isLate = false;
  const limit = parts.clock.setTimeout(() => {
    isLate = true;
    ending.abort();
  }, LIMIT_MS);
  const ends = AbortSignal.any([signal, ending.signal]);
  try {
    const response = await ask(await wayTo(parts, address, ends), address, headers, body, ends);
    const status = response.statusCode ?? 0;
    const header = (name: string) => [response.headers[name]].flat()[0] ?? null;
    const isSuccess = status >= 200 && status < 300;
    const text = isSuccess ? '' : await readSome(response);
    response.destroy();
    return { status, header, body: text };
  } catch (failure) {
    if (isLate) throw new SinkError('sinks-slow');
    throw failure instanceof SinkError ? failure : new SinkError(...reasonOf(failure));
  } finally {
    limit.dispose();
    ending.abort();
  }
}

type Way = Pick<RequestOptions, 'agent' | 'host' | 'servername' | 'lookup'>;

/** How the connection is made: to an address that was looked up and checked, through the proxy if there is one. */
async function wayTo(parts: PostParts, address: SinkAddress, ends: AbortSignal): Promise<Way> {
  const { url, host } = address;
  const proxy =
    url.protocol === 'https:' && !address.allows('127.0.0.1') ? socketAgent() : undefined;
  const servername = isIP(host) === 0 ? host : '';
  if (proxy === undefined)
    return { agent: false, host, servername, lookup: lookupOf(parts, address) };
  // A proxy is told the address, not the name, which it might look up differently.
  const [first] = await Promise.race([checked(parts, address), ended(ends)]);
  return { agent: proxy, host: first?.address ?? host, servername };
}

/** Rejects when it is over. */
export function ended(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error('It took too long.')), { once: true });
  });
}

/** All of its addresses are allowed: one that is not tells that somebody tries. */
export async function checked(
  { resolve }: Pick<PostParts, 'resolve'>,
  { host, allows }: SinkAddress,
): Promise<readonly Resolved[]> {
  const all = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }];
  if (!all.every((each) => allows(each.address))) throw new SinkError('sinks-address-place');
  if (all.length === 0) throw new SinkError('sinks-no-host');
  return all;
}

function lookupOf(parts: PostParts, address: SinkAddress): LookupFunction {
  return (_, { all }, done) => {
    checked(parts, address).then(
      (found) => {
        const [first] = found;
        if (all) done(null, [...found]);
        else done(null, first?.address ?? '', first?.family);
      },
      (failure) => done(failure, ''),
    );
  };
}

function ask(
  way: Way,
  { url }: SinkAddress,
  headers: Readonly<Record<string, string>>,
  body: string,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const { request } = url.protocol === 'https:' ? https : http;
  return new Promise((resolve, reject) => {
    const asking: ClientRequest = request({
      ...way,
      port: url.port === '' ? undefined : url.port,
      path: `${url.pathname}${url.search}`,
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Stagelight',
        ...headers,
        Host: url.host,
        'Content-Length': Buffer.byteLength(body),
      },
      signal,
    });
    asking.on('response', resolve);
    asking.on('error', reject);
    asking.end(body);
  });
}

/** What comes of the body until it ends, breaks off, or is more than anybody reads. */
async function readSome(response: IncomingMessage): Promise<string> {
  const pieces: Buffer[] = [];
  let bytes = 0;
  try {
    for await (const piece of response) {
      pieces.push(piece as Buffer);
      bytes += (piece as Buffer).length;
      if (bytes >= MOST_ANSWER_BYTES) break;
    }
  } catch {
    // The status alone says enough.
  }
  return Buffer.concat(pieces).subarray(0, MOST_ANSWER_BYTES).toString('utf8');
}

const NO_HOST: ReadonlySet<string> = new Set(['ENOTFOUND', 'EAI_AGAIN', 'EAI_NONAME']);
const TLS = /^ERR_TLS|^ERR_SSL|CERT|SELF_SIGNED|UNABLE_TO_|EPROTO/;

/** Why there was no connection, or not for long. */
export function reasonOf(failure: unknown): ConstructorParameters<typeof SinkError> {
  const inner = failure instanceof AggregateError ? failure.errors[0] : failure;
  const code = errorCode(inner) ?? errorCode(failure) ?? '';
  if (NO_HOST.has(code)) return ['sinks-no-host'];
  if (TLS.test(code)) return ['sinks-tls', { reason: code }];
  return ['sinks-unreachable', { reason: code === '' ? '?' : code }];
}
