import { describe, expect, it } from 'vitest';
import { createImagePolicy } from '../../../electron/events/field-sanitizer.ts';
import { decodeText } from '../../support/receive-text.ts';

const policy = createImagePolicy({ allowLoopbackHttp: false });
const decode = (frame: string) => decodeText(frame, policy);

function decodeEvent(frame: string) {
  const result = decode(frame);
  if (result.type !== 'event') throw new Error(`not an event: ${JSON.stringify(result)}`);
  return { decoded: result.decoded, data: result.decoded.data };
}

describe('frames that are no event', () => {
  it.each([
    ['', 'not-json'],
    ['hello', 'not-json'],
    ['{"event":"CHAT"', 'not-json'],
    ['null', 'not-an-object'],
    ['5', 'not-an-object'],
    ['"CHAT"', 'not-an-object'],
    ['[]', 'not-an-object'],
    ['{}', 'no-event'],
    ['{"event":5}', 'no-event'],
    ['{"event":null,"data":{}}', 'no-event'],
    ['{"action":"RESTART"}', 'unknown-action'],
    ['{"event":"CHAT"}', 'data-not-an-object'],
    ['{"event":"CHAT","data":null}', 'data-not-an-object'],
    ['{"event":"CHAT","data":[]}', 'data-not-an-object'],
    ['{"event":"DONATION","data":7}', 'data-not-an-object'],
    ['{"event":"DONATION","data":"plain text"}', 'data-not-an-object'],
    ['{"event":"CHAT","data":{}}', 'data-empty'],
    ['{"event":"CHAT","data":{"content":"","senderChannelId":null}}', 'data-empty'],
    ['{"event":"CHAT","data":{"content":[],"profile":{"nickname":"n"}}}', 'data-empty'],
    ['{"event":"DONATION","data":{"channelId":"c","emojis":{}}}', 'data-empty'],
    ['{"event":"DROPS","data":{"other":1}}', 'data-empty'],
  ])('refuses %s as %s', (frame, reason) => {
    expect(decode(frame)).toMatchObject({ type: 'refused', reason });
  });

  it.each([
    ['{"event":"DONATION","data":{"payAmount":"garbage"}}', 'DONATION'],
    ['{"event":"DONATION","data":{"donationType":"VIDEO"}}', 'DONATION'],
    ['{"event":"SUBSCRIPTION","data":{"month":[]}}', 'SUBSCRIPTION'],
    ['{"event":"GOODS_PURCHASE","data":{"totalAmount":1}}', 'GOODS_PURCHASE'],
    ['{"event":"DROPS","data":{"count":3}}', 'DROPS'],
    ['{"event":"CHAT","data":{"content":"hi"}}', 'CHAT'],
    ['{"event":"CHAT","data":{"senderChannelId":"viewer"}}', 'CHAT'],
  ])('keeps %s, which still says something', (frame, kind) => {
    expect(decodeEvent(frame).decoded.kind).toBe(kind);
  });

  it('knows the answer to a PING', () => {
    expect(decode('{"action":"PONG"}')).toEqual({ type: 'pong' });
  });

  it.each(['SYSTEM', 'chat', '', '__proto__', 'constructor', 'toString'])(
    'answers the name of the unknown event %j',
    (event) => {
      expect(decode(JSON.stringify({ event, data: {} }))).toEqual({
        type: 'unknown-event',
        name: event,
      });
    },
  );

  it('keeps names and details short', () => {
    const unknown = decode(JSON.stringify({ event: 'X'.repeat(5_000) }));
    expect(unknown).toEqual({ type: 'unknown-event', name: 'X'.repeat(64) });
    const refused = decode('x'.repeat(70_000));
    expect(refused.type === 'refused' && refused.detail.length).toBeLessThan(200);
  });

  it('survives data nested a hundred thousand levels deep', () => {
    const deep = `${'['.repeat(100_000)}${']'.repeat(100_000)}`;
    expect(() => decode(deep)).not.toThrow();
    expect(() => decode(`{"event":"CHAT","data":${deep}}`)).not.toThrow();
    expect(decodeEvent(`{"event":"CHAT","data":{"content":"hi","x":${deep}}}`).data).toMatchObject({
      content: 'hi',
    });
  });
});
