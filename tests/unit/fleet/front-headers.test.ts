import { describe, expect, it } from 'vitest';
import { innerHeaders, outerHeaders, upgradeHead } from '../../../electron/fleet/front-headers.ts';

const ASKED = {
  host: 'fleet.example',
  origin: 'https://fleet.example',
  connection: 'keep-alive, Upgrade',
  upgrade: 'websocket',
  cookie: '__Host-stagelight-join=secret',
  'x-forwarded-for': '1.2.3.4',
  'x-forwarded-host': 'fleet.example',
  forwarded: 'for=1.2.3.4',
  'x-real-ip': '1.2.3.4',
  'proxy-authorization': 'Basic abc',
  'transfer-encoding': 'chunked',
  'user-agent': 'OBS/30',
  authorization: 'Bearer key',
  range: 'bytes=0-1',
  'sec-websocket-key': 'abc',
};

describe('what passes the door', () => {
  it('is the request as from a page of the page server itself, without what is the door’s own', () => {
    expect(innerHeaders({ headers: ASKED }, 5_000, true)).toEqual({
      host: '127.0.0.1:5000',
      origin: 'http://127.0.0.1:5000',
      connection: 'close',
      'user-agent': 'OBS/30',
      authorization: 'Bearer key',
      range: 'bytes=0-1',
      'sec-websocket-key': 'abc',
    });
  });

  it('leaves the origin of others as it is, and makes up none', () => {
    const origin = 'https://tool.example';
    expect(innerHeaders({ headers: { origin } }, 5_000, false)).toMatchObject({ origin });
    expect(innerHeaders({ headers: {} }, 5_000, false)).not.toHaveProperty('origin');
  });

  it('is a request for a socket in one piece', () => {
    const head = upgradeHead({ method: 'GET', headers: ASKED }, '/overlay/k/feed?a=1', 5_000, true);
    const lines = head.split('\r\n');
    expect(lines[0]).toBe('GET /overlay/k/feed?a=1 HTTP/1.1');
    expect(lines.slice(-2)).toEqual(['', '']);
    expect(lines).toContain('connection: Upgrade');
    expect(lines).toContain('upgrade: websocket');
    expect(head).not.toContain('secret');
  });

  it.each([
    ['/overlay/k/', '/c/channel/overlay/k/'],
    ['https://elsewhere.example/', 'https://elsewhere.example/'],
  ])('leads a page that is sent to %s to %s', (location, expected) => {
    const headers = { location, connection: 'close', 'content-type': 'text/plain' };
    expect(outerHeaders({ headers }, 'channel')).toEqual({
      location: expected,
      'content-type': 'text/plain',
    });
  });
});
