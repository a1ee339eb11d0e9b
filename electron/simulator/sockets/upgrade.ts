import { type IncomingMessage, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { errorBody, type FailStatus } from '../answers.ts';
import type { SessionRegistry } from '../sessions/registry.ts';
import type { Session } from '../sessions/session.ts';

export type UpgradeRequest = Pick<IncomingMessage, 'url' | 'headers'>;

interface Decided {
  readonly brokenRules: readonly string[];
}

export interface Accepted extends Decided {
  readonly kind: 'accept';
  readonly session: Session;
  /** The connection is closed with this code 10 ms later; null: it stays. */
  readonly closeCode: number | null;
}

export interface Refused extends Decided {
  readonly kind: 'refuse';
  readonly status: FailStatus;
  readonly message: string;
}

/** Decides about a request for a WebSocket (specification, "Real-time": type and sessionKey). */
export function decideUpgrade(
  request: UpgradeRequest,
  sessions: SessionRegistry,
): Accepted | Refused {
  const url = URL.parse(request.url ?? '/', 'http://127.0.0.1');
  if (!url) {
    const message = 'The address cannot be read';
    return { kind: 'refuse', status: 400, message, brokenRules: [message] };
  }
  const brokenRules = brokenRulesOf(request, url);
  const refuse = (status: FailStatus, message: string): Refused => {
    return { kind: 'refuse', status, message, brokenRules };
  };
  if (url.pathname !== '/') return refuse(404, 'Not found');
  if (url.searchParams.get('type') !== 'OPENAPI_SESSION') return refuse(404, 'Unknown type');
  const sessionKey = url.searchParams.get('sessionKey') ?? '';
  const session = sessions.find(sessionKey);
  if (session) return { kind: 'accept', session, closeCode: null, brokenRules };
  const dead = sessions.findDead(sessionKey);
  if (!dead) return refuse(401, 'Invalid session key');
  if (dead.upgrades === 'refuse') return refuse(dead.status, 'The session has ended');
  const closeCode = dead.upgrades === 'close' ? dead.code : null;
  return { kind: 'accept', session: dead.session, closeCode, brokenRules };
}

function brokenRulesOf(request: UpgradeRequest, url: URL): readonly string[] {
  const rules: string[] = [];
  if (url.pathname !== '/') rules.push('The path of the WebSocket address is /');
  if (url.searchParams.get('type') !== 'OPENAPI_SESSION') {
    rules.push('The type of the WebSocket address is OPENAPI_SESSION');
  }
  for (const name of ['type', 'sessionKey']) {
    const count = url.searchParams.getAll(name).length;
    if (count !== 1) rules.push(`The WebSocket address has exactly one ${name}`);
  }
  for (const name of new Set(url.searchParams.keys())) {
    if (name !== 'type' && name !== 'sessionKey') {
      rules.push(`The WebSocket address has no parameter ${name}`);
    }
  }
  const { headers } = request;
  if (headers.authorization !== undefined || headers['client-secret'] !== undefined) {
    rules.push('A WebSocket is opened with the session key alone, without credentials');
  }
  if (headers['sec-websocket-protocol'] !== undefined) {
    rules.push('The connection is a plain WebSocket without a protocol of its own');
  }
  return rules;
}

/** Answers an upgrade with an error body and ends the line. */
export function answerRefusal(socket: Duplex, status: FailStatus, message: string): void {
  const body = JSON.stringify(errorBody(status, message));
  socket.end(
    [
      `HTTP/1.1 ${status} ${STATUS_CODES[status] ?? ''}`,
      'Connection: close',
      'Content-Type: application/json',
      `Content-Length: ${Buffer.byteLength(body)}`,
      '',
      body,
    ].join('\r\n'),
  );
}
