import { describe, expect, it } from 'vitest';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { OPERATION_TABLE } from './operation-table.ts';
import { CLIENT_ID, CLIENT_SECRET, clientOf, FakePlatform, refusal, TOKEN } from './support.ts';

const HEADERS = {
  bearer: { authorization: `Bearer ${TOKEN}` },
  client: { 'client-id': CLIENT_ID, 'client-secret': CLIENT_SECRET },
  none: {},
} as const;

describe('every operation', () => {
  it.each(OPERATION_TABLE)('$name sends exactly what is documented', async (row) => {
    const platform = new FakePlatform(row.reply);
    await row.call(clientOf(platform));
    expect(platform.count).toBe(1);
    const sent = platform.last;
    expect(`${sent.method} ${sent.path}`).toBe(`${row.method} ${row.path}`);
    expect(sent.query).toEqual(row.query ?? {});
    expect(sent.body).toEqual(row.body);
    // All headers, so that one too many (a second proof, a content type) fails as well.
    const contentType = row.body === undefined ? {} : { 'content-type': 'application/json' };
    expect(sent.headers).toEqual({ ...HEADERS[row.auth], ...contentType });
  });

  it.each(OPERATION_TABLE)('$name is repeated after a 503 only if that is safe', async (row) => {
    const clock = new VirtualClock();
    const platform = new FakePlatform(refusal(503, 'later'), row.reply);
    const outcome = row.call(clientOf(platform, { clock })).then(
      () => 'done',
      () => 'failed',
    );
    await clock.advance(60_000);
    expect(await outcome).toBe(row.repeats ? 'done' : 'failed');
    expect(platform.count).toBe(row.repeats ? 2 : 1);
  });

  it('sends nothing where the caller asks for nothing', async () => {
    const platform = new FakePlatform();
    const client = clientOf(platform);
    expect(await client.channels.get([])).toEqual([]);
    expect(await client.drops.claims({ claimIds: [] })).toEqual([]);
    expect(await client.drops.setFulfillment([], 'FULFILLED')).toEqual({
      groups: [],
      unreportedIds: [],
    });
    expect(platform.count).toBe(0);
  });

  it('takes a base address with a folder and a slash at its end', async () => {
    const platform = new FakePlatform(OPERATION_TABLE[0]!.reply);
    const options = { baseUrl: 'http://127.0.0.1:8080/stand-in/' };
    await clientOf(platform, { options }).users.me();
    expect(platform.last.path).toBe('/stand-in/api/openapi/open/v1/users/me');
  });
});
