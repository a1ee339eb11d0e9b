import { describe, expect, it } from 'vitest';
import { SignInDeniedError } from '../../../electron/auth/errors.ts';
import { fleetTexts } from '../../../electron/headless/fleet-texts.ts';
import {
  eventReport,
  friendlyReporter,
  gapReport,
  jsonReporter,
  type Report,
} from '../../../electron/headless/reporter.ts';
import { EVENT_KINDS, type StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { sampleEvent } from '../../../shared/sample-events.ts';
import { gapOf } from '../../support/gaps.ts';

const READY: Report = {
  type: 'ready',
  overlayUrl: 'http://127.0.0.1:1/overlay/k/',
  dashboardUrl: 'http://127.0.0.1:1/dashboard/k/',
};

function written(
  reporter: typeof jsonReporter | typeof friendlyReporter,
  reports: readonly Report[],
  language: Language = 'en',
): string {
  let text = '';
  const report = reporter((part) => {
    text += part;
  }, fleetTexts(language));
  for (const one of reports) report(one);
  return text;
}

describe('the lines on standard output', () => {
  it.each<[Report, string]>([
    [
      READY,
      '{"type":"ready","overlayUrl":"http://127.0.0.1:1/overlay/k/","dashboardUrl":"http://127.0.0.1:1/dashboard/k/"}',
    ],
    [
      { type: 'sign-in', url: 'https://ci.me/auth?x=1&y=2' },
      '{"type":"sign-in","url":"https://ci.me/auth?x=1&y=2"}',
    ],
    [{ type: 'signed-in', channelId: 'channel-1' }, '{"type":"signed-in","channelId":"channel-1"}'],
    [{ type: 'signed-in', channelId: null }, '{"type":"signed-in","channelId":null}'],
    [{ type: 'books', state: 'waiting' }, '{"type":"books","state":"waiting"}'],
    [
      { type: 'connection', state: 'live', reason: null },
      '{"type":"connection","state":"live","reason":null}',
    ],
    [
      { type: 'connection', state: 'signed-out', reason: new SignInDeniedError('no').problem.code },
      '{"type":"connection","state":"signed-out","reason":"sign-in-denied"}',
    ],
    [
      gapReport({ from: 0, to: 1_500, reason: 'no-pong', kinds: ['donation', 'subscription'] }),
      '{"type":"gap","from":"1970-01-01T00:00:00.000Z","to":"1970-01-01T00:00:01.500Z","reason":"no-pong","kinds":["DONATION","SUBSCRIPTION"]}',
    ],
    [
      gapReport(gapOf({ from: 0, reason: 'crash' })),
      '{"type":"gap","from":"1970-01-01T00:00:00.000Z","to":"1970-01-01T00:00:00.000Z","reason":"crash","kinds":["CHAT","DONATION","SUBSCRIPTION"]}',
    ],
  ])('are %j as the contract says, letter by letter', (report, line) => {
    expect(written(jsonReporter, [report])).toBe(`${line}\n`);
  });

  it.each(EVENT_KINDS)('give an event of kind %s with all its data as decoded', (kind) => {
    const decoded = sampleEvent(kind, 'ko');
    const event = { ...decoded, seq: 7, receivedAt: 0, origin: 'platform' } as StageEvent;
    const line = written(jsonReporter, [eventReport(event)]);
    expect(line.endsWith('}\n')).toBe(true);
    expect(JSON.parse(line)).toEqual({
      type: 'event',
      seq: 7,
      kind,
      receivedAt: '1970-01-01T00:00:00.000Z',
      data: decoded.data,
    });
    expect(Object.keys(JSON.parse(line))).toEqual(['type', 'seq', 'kind', 'receivedAt', 'data']);
  });

  it('are one each, whatever a viewer wrote', () => {
    const decoded = sampleEvent('CHAT', 'en');
    if (decoded.kind !== 'CHAT') throw new Error('no chat');
    const data = { ...decoded.data, content: 'a\nb\r\n"}\n{"type":"ready"}\u2028\ud800' };
    const event: StageEvent = { kind: 'CHAT', data, seq: 1, receivedAt: 0, origin: 'platform' };
    const text = written(jsonReporter, [eventReport(event), READY]);
    const lines = text.split('\n');
    expect(lines).toHaveLength(3);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({ data: { content: data.content } });
  });
});

describe('the sentences for a person', () => {
  it('name both addresses, the sign-in, the channel and the connection', () => {
    const text = written(friendlyReporter, [
      READY,
      { type: 'sign-in', url: 'https://ci.me/auth' },
      { type: 'signed-in', channelId: 'channel-1' },
      { type: 'signed-in', channelId: null },
      { type: 'connection', state: 'reconnecting', reason: 'closed-1006' },
      { type: 'connection', state: 'live', reason: null },
      { type: 'gap', from: 'A', to: 'B', reason: 'no-pong', kinds: ['DONATION', 'SUBSCRIPTION'] },
    ]);
    for (const part of [
      ...['http://127.0.0.1:1/overlay/k/', 'http://127.0.0.1:1/dashboard/k/', 'Ctrl-C'],
      ...['Sign in here: https://ci.me/auth', 'Signed in as channel channel-1.', 'Signed in.'],
      ...['Connection: reconnecting (closed-1006)', 'Connection: live\n'],
      'Events (DONATION, SUBSCRIPTION) may be missing from A to B (no-pong).\n',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('are in the language of the terminal', () => {
    const text = written(
      friendlyReporter,
      [
        READY,
        { type: 'signed-in', channelId: 'channel-1' },
        { type: 'connection', state: 'reconnecting', reason: 'closed-1006' },
        { type: 'gap', from: 'A', to: 'B', reason: 'no-pong', kinds: ['CHAT', 'DONATION'] },
      ],
      'ko',
    );
    for (const part of [
      ...['Stagelight가 실행 중이에요.', 'http://127.0.0.1:1/dashboard/k/', 'Ctrl-C'],
      ...['로그인했어요. 채널: channel-1.', '연결: reconnecting (closed-1006)'],
      '이 사이의 이벤트(CHAT, DONATION)가 누락됐을 수 있어요: A ~ B (no-pong).\n',
    ]) {
      expect(text).toContain(part);
    }
  });

  it('leave single events out', () => {
    const event = {
      ...sampleEvent('CHAT', 'en'),
      seq: 1,
      receivedAt: 0,
      origin: 'platform',
    } as StageEvent;
    expect(written(friendlyReporter, [eventReport(event)])).toBe('');
  });

  it('pass no control character of a channel on to the terminal', () => {
    const text = written(friendlyReporter, [
      { type: 'signed-in', channelId: 'a\u001b[2Jb\u0007\n  Connection: live' },
    ]);
    expect(text.split('\n')).toHaveLength(2);
    expect(text.trimEnd()).not.toMatch(/\p{Cc}/u);
  });
});
