import { describe, expect, it } from 'vitest';
import { judge } from '../../../electron/fleet/front-policy.ts';

const PUBLIC = { publicUrl: new URL('https://fleet.example'), port: 17_816, trustedProxies: [] };
const NEAR = { ...PUBLIC, publicUrl: null };
const PROXY = '127.0.0.1';
const BEHIND = { ...PUBLIC, trustedProxies: [PROXY, '10.0.0.5'] };

const HERE = { host: 'fleet.example' };

describe('the door', () => {
  it.each([
    [PUBLIC, 'fleet.example', 'visit'],
    [PUBLIC, 'FLEET.example', 'visit'],
    [PUBLIC, 'fleet.example:443', 'foreign-host'],
    [PUBLIC, 'evil.example', 'foreign-host'],
    // A proxy has to pass the name on; and names of this computer are for a fleet without a public one.
    [PUBLIC, '127.0.0.1:17816', 'foreign-host'],
    [PUBLIC, undefined, 'foreign-host'],
    [NEAR, '127.0.0.1:17816', 'visit'],
    [NEAR, 'localhost:17816', 'visit'],
    [NEAR, '127.0.0.1:17817', 'foreign-host'],
    [NEAR, 'evil.example:17816', 'foreign-host'],
  ])('%# takes a visit by its name only: %s', (address, host, kind) => {
    expect(judge(address, { host }, PROXY)).toMatchObject({ kind });
  });

  it.each([
    [PUBLIC, 'fleet.example', 'https://fleet.example', true],
    [PUBLIC, 'fleet.example', 'http://fleet.example', false],
    [PUBLIC, 'fleet.example', 'https://fleet.example:8443', false],
    [PUBLIC, 'fleet.example', 'null', false],
    [PUBLIC, 'fleet.example', undefined, false],
    [NEAR, 'localhost:17816', 'http://localhost:17816', true],
    [NEAR, 'localhost:17816', 'http://127.0.0.1:17816', false],
    [NEAR, '127.0.0.1:17816', 'http://127.0.0.1:40000', false],
  ])('%# knows its own pages by their origin', (address, host, origin, isOurOrigin) => {
    const headers = origin === undefined ? { host } : { host, origin };
    expect(judge(address, headers, PROXY)).toMatchObject({ visit: { isOurOrigin } });
  });

  it.each([
    [PUBLIC, PROXY, '1.2.3.4', PROXY],
    [BEHIND, PROXY, '1.2.3.4', '1.2.3.4'],
    [BEHIND, '::ffff:127.0.0.1', '1.2.3.4', '1.2.3.4'],
    // Whatever stands before the nearest stranger could be made up.
    [BEHIND, PROXY, '6.6.6.6, 1.2.3.4, 10.0.0.5', '1.2.3.4'],
    [BEHIND, PROXY, '127.0.0.1, 10.0.0.5', PROXY],
    [BEHIND, PROXY, 'nonsense', PROXY],
    [BEHIND, PROXY, '', PROXY],
    [BEHIND, '192.0.2.1', '1.2.3.4', '192.0.2.1'],
  ])('%# believes only its own proxies about who asks', (address, peer, forwarded, client) => {
    const headers = { ...HERE, 'x-forwarded-for': forwarded };
    expect(judge(address, headers, peer)).toMatchObject({ visit: { client } });
  });

  it.each([
    [BEHIND, { host: 'inner:80', 'x-forwarded-host': 'fleet.example' }, 'visit'],
    [BEHIND, { ...HERE, 'x-forwarded-host': 'evil.example' }, 'foreign-host'],
    [PUBLIC, { host: 'inner:80', 'x-forwarded-host': 'fleet.example' }, 'foreign-host'],
    [BEHIND, { ...HERE, 'x-forwarded-proto': 'http' }, 'plain'],
    [BEHIND, { ...HERE, 'x-forwarded-proto': 'https' }, 'visit'],
    [PUBLIC, { ...HERE, 'x-forwarded-proto': 'http' }, 'visit'],
  ])('%# takes name and scheme from its own proxies only', (address, headers, kind) => {
    expect(judge(address, headers, PROXY)).toMatchObject({ kind });
  });
});
