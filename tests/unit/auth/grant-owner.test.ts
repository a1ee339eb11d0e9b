import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import { freePort } from '../../support/free-port.ts';
import {
  type CoreWorld,
  isLive,
  isWaitingForSomebody,
  startCoreWorld,
} from '../core/core-world.ts';

let folder: string;
let redirectUri: string;
let own: Simulator;
let other: Simulator;
let world: CoreWorld;

/** Everything that left this computer, by where it went. */
const sent: { readonly origin: string; readonly text: string }[] = [];
const watching: typeof globalThis.fetch = async (input, init) => {
  const headers = JSON.stringify([...new Headers(init?.headers)]);
  sent.push({ origin: new URL(String(input)).origin, text: `${headers} ${String(init?.body)}` });
  return globalThis.fetch(input, init);
};

beforeEach(async () => {
  sent.length = 0;
  redirectUri = `http://127.0.0.1:${await freePort()}/oauth/callback`;
  const options = { redirectUris: [redirectUri], autoApprove: true };
  own = await startSimulator(options);
  other = await startSimulator(options);
  folder = mkdtempSync(join(tmpdir(), 'stagelight-test-'));
  world = await startCoreWorld({ simulator: own, redirectUri, folder, fetch: watching });
  void world.core.begin();
  await world.approve();
  await world.until(isLive);
});

afterEach(async () => {
  await world.core.stop();
  await own.dispose();
  await other.dispose();
  rmSync(folder, { recursive: true, force: true });
});

const vaultFile = () => join(folder, 'vault.json');
const secrets = (): Record<string, string> =>
  JSON.parse(readFileSync(vaultFile(), 'utf8')).secrets as Record<string, string>;
const tokens = () =>
  JSON.parse(secrets()['grant'] ?? '{}') as { accessToken: string; refreshToken: string };

async function startAt(simulator: Simulator, changes: Partial<Simulator> = {}): Promise<void> {
  await world.core.stop();
  sent.length = 0;
  const at = { ...simulator, ...changes } as Simulator;
  world = await startCoreWorld({ simulator: at, redirectUri, folder, fetch: watching });
  void world.core.begin();
}

describe('a sign-in', () => {
  it('is never sent to another platform than its own: somebody has to sign in there', async () => {
    const { accessToken, refreshToken } = tokens();
    await startAt(other);
    const status = await world.until(isWaitingForSomebody);
    expect(status.notices.map(({ problem }) => problem.code)).toContain('grant-of-another');
    const said = sent.map(({ text }) => text).join('\n');
    for (const token of [accessToken, refreshToken]) expect(said).not.toContain(token);
  });

  it('is of no use to another application of the same platform', async () => {
    const { accessToken, refreshToken } = tokens();
    await startAt(own, { clientId: 'another-application' });
    await world.until(isWaitingForSomebody);
    const said = sent.map(({ text }) => text).join('\n');
    for (const token of [accessToken, refreshToken]) expect(said).not.toContain(token);
  });

  it('goes on where it was made for, also after a look elsewhere and with a slash more', async () => {
    await startAt(other);
    await world.until(isWaitingForSomebody);
    await startAt(own, { baseUrl: `${own.baseUrl}/` });
    await world.until(isLive);
  });

  it('of an older version is bound to what it is first started with', async () => {
    const { owner: _bound, ...old } = tokens() as unknown as Record<string, unknown>;
    await world.core.stop();
    const kept = JSON.parse(readFileSync(vaultFile(), 'utf8'));
    kept.secrets.grant = JSON.stringify(old);
    writeFileSync(vaultFile(), JSON.stringify(kept));
    await startAt(own);
    await world.until(isLive);
    expect(tokens()).toMatchObject({ owner: `${own.baseUrl} ${own.clientId}` });
    await startAt(other);
    await world.until(isWaitingForSomebody);
  });
});
