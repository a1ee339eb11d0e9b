import { describe, expect, it } from 'vitest';
import { Redactor } from '../../../electron/base/log.ts';
import { closedWav } from '../../../electron/features/speech/espeak.ts';
import {
  HOSTED_SERVICES,
  serviceRequest,
} from '../../../electron/features/speech/hosted-services.ts';
import { HostedVoices } from '../../../electron/features/speech/hosted-voices.ts';
import { TextRefusedError } from '../../../electron/features/speech/provider.ts';
import type { SpeechConnection } from '../../../shared/contract/speech.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryVault } from '../auth/fakes.ts';
import { rememberingLogger } from '../events/support.ts';
import { request } from './support.ts';

const KEY = 'sk-a-secret-of-the-streamer';
const { signal } = new AbortController();

/** A service that answers as the test says, and what it was asked. */
async function connected(connection: Partial<SpeechConnection>, answer = new Response('sound')) {
  const asked: { address: string; body: string }[] = [];
  const { log, lines } = rememberingLogger();
  const clock = new VirtualClock();
  const vault = new MemoryVault();
  const redactor = new Redactor();
  const open = () =>
    new HostedVoices({
      vault,
      fetch: async (address, init) => {
        asked.push({ address: String(address), body: String(init?.body) });
        return answer;
      },
      redactor,
      clock,
      log,
    });
  const hosted = open();
  await hosted.connect({ service: 'openai', account: '', key: KEY, ...connection });
  return { hosted, open, asked, lines, clock, vault, redactor };
}

const code = (problem: string) => ({ problem: { code: problem } });

describe('the voices of a service', () => {
  it('are those for both languages, for Korean, and for English', async () => {
    const { hosted } = await connected({});
    const [first] = await hosted.voices();
    expect(first).toEqual({ provider: 'hosted', name: 'nova', lang: '' });
    expect((await hosted.voices()).every(({ lang }) => lang === '')).toBe(true);
    const naver = await connected({ service: 'clova', account: 'an id' });
    const voices = await naver.hosted.voices();
    const { ko, en } = HOSTED_SERVICES.clova.voices;
    expect(voices).toEqual([
      ...ko.map((name) => ({ provider: 'hosted', name, lang: 'ko' })),
      ...en.map((name) => ({ provider: 'hosted', name, lang: 'en' })),
    ]);
  });
});

describe('a service', () => {
  it.each([
    ['ko-KR-Neural2-A', 'en', 'ko-KR'],
    ['en-GB-News-G', 'ko', 'en-GB'],
    ['en-GB', 'ko', 'ko-KR'],
    ['my voice', 'ko', 'ko-KR'],
    ['my voice', 'en', 'en-US'],
  ] as const)('is told of the voice %s for %s the language %s', async (voice, language, lang) => {
    const { hosted, asked } = await connected({ service: 'google' });
    await hosted.speak(request({ voice, language }), signal).catch(() => undefined);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      input: { text: '안녕하세요' },
      voice: { languageCode: lang, name: voice },
      audioConfig: { speakingRate: 1, pitch: 0 },
    });
  });

  it.each([
    ['azure', 'ab'],
    ['azure', 'Korea-Central2'],
    ['azure', 'x'.repeat(40)],
    ['clova', 'an id'],
    ['own', 'https://voices.example/speech'],
    ['own', 'http://127.0.0.1:5000/speech'],
    ['openai', 'whatever'],
  ] as const)('of %s may have the account %s', async (service, account) => {
    const { hosted } = await connected({ service, account });
    expect(await hosted.connection()).toEqual({ service, account });
  });

  it.each([
    ['a', 'speech-account'],
    ['x'.repeat(41), 'speech-account'],
    ['a.b', 'speech-account'],
  ])('of Azure may not have the region %s', async (account, problem) => {
    await expect(connected({ service: 'azure', account })).rejects.toMatchObject(code(problem));
  });

  it.each([
    [200, null],
    [204, null],
    [401, 'speech-refused'],
    [403, 'speech-refused'],
    [400, 'speech-failed'],
    [404, 'speech-failed'],
    [429, 'speech-failed'],
  ])('that answers with %i: %s', async (status, problem) => {
    const body = status === 204 ? null : 'sound';
    const { hosted, clock } = await connected({}, new Response(body, { status }));
    const made = await hosted.speak(request(), signal).catch((failure: unknown) => failure);
    if (problem === null) expect(String(made)).toBe(body ?? '');
    else expect(made).toMatchObject(code(problem));
    expect(made instanceof TextRefusedError).toBe(status === 400);
    expect(clock.pendingTimers).toBe(0);
  });

  it.each([
    ['openai', 5_000_000, true],
    ['openai', 5_000_001, false],
    ['google', 5_000_001, true],
    ['google', 7_000_001, false],
  ] as const)('of %s may send %i bytes: %s', async (service, bytes, fits) => {
    const head = service === 'google' ? '{"audioContent":"c291bmQ="}' : 'sound';
    const { hosted } = await connected({ service }, new Response(head.padEnd(bytes)));
    const made = hosted.speak(request(), signal);
    if (fits) expect(String(await made)).toMatch(/^sound/);
    else await expect(made).rejects.toMatchObject(code('speech-no-sound'));
  });

  it('that is not understood in the vault is in the log, and one that is has its key hidden', async () => {
    const { open, lines, vault, redactor } = await connected({});
    expect(await open().connection()).toEqual({ service: 'openai', account: '' });
    expect(redactor.clean(KEY)).not.toContain(KEY);
    expect(lines).toEqual([]);
    const later = { service: 'openai', account: '', key: 'another-key-of-theirs' };
    vault.values.set('speech-service', JSON.stringify(later));
    await open().voices();
    expect(redactor.clean(later.key)).not.toContain(later.key);
    vault.values.set('speech-service', 'no JSON');
    expect(await open().connection()).toBe(null);
    expect(lines).toMatchObject([{ level: 'warn' }]);
  });

  it('is read from the vault once', async () => {
    const { open, vault } = await connected({});
    const hosted = open();
    await hosted.voices();
    vault.failReads = true;
    expect(await hosted.connection()).toEqual({ service: 'openai', account: '' });
    await hosted.disconnect();
    expect(await hosted.connection()).toBe(null);
    await expect(open().connection()).rejects.toThrow('the disk does not read');
  });

  it('has just under eight seconds', async () => {
    const { log } = rememberingLogger();
    const clock = new VirtualClock();
    const answer = Promise.withResolvers<Response>();
    const hosted = new HostedVoices({
      vault: new MemoryVault(),
      fetch: () => answer.promise,
      redactor: new Redactor(),
      clock,
      log,
    });
    await hosted.connect({ service: 'openai', account: '', key: KEY });
    const made = hosted.speak(request(), signal);
    await clock.advance(7_999);
    answer.resolve(new Response('sound'));
    expect(String(await made)).toBe('sound');
    expect(clock.pendingTimers).toBe(0);
  });
});

describe('what a service counts in', () => {
  it.each([
    ['azure', 1, '+0%', '+0%'],
    ['azure', 0.5, '-50%', '-50%'],
    ['elevenlabs', 0.5, 0.7, 0.5],
    ['elevenlabs', 1, 1, 1],
    ['google', 2, 2, 12],
    ['google', 0.5, 0.5, -12],
    ['google', 8, 8, 20],
    ['google', 0.1, 0.1, -20],
    ['clova', 1, 0, 0],
    ['clova', 1.2, -1, -5],
    ['clova', 0.9, 2, 2],
    ['own', 1.5, 1.5, 1.5],
  ] as const)('for %s a share of %s is %s, and a pitch %s', (id, share, rate, pitch) => {
    const { rate: rateOf, pitch: pitchOf } = HOSTED_SERVICES[id];
    expect([rateOf(share), pitchOf(share)].map((value) => value || 0)).toEqual([rate, pitch]);
  });

  it('has its gaps filled, each in its own way, and what is no gap left as it is', () => {
    const values = { text: 't', voice: 'v w', lang: 'l', key: 'k', account: 'a/b', pitch: 2 };
    const service = {
      ...HOSTED_SERVICES.openai,
      address: 'https://x.example/{account}/{constructor}',
      headers: { 'X-Key': 'Key {key} {nothing}' },
      body: { as: 'json', fields: { a: '{text}', b: '{rate}', c: 'say {text}', d: '{toString}' } },
    } as const;
    expect(serviceRequest(service, { ...values, rate: 1 })).toEqual({
      address: 'https://x.example/a%2Fb/{constructor}',
      headers: {
        'Content-Type': 'application/json',
        'User-Agent': 'Stagelight',
        'X-Key': 'Key k {nothing}',
      },
      body: '{"a":"t","b":1,"c":"say {text}","d":"{toString}"}',
    });
    const own = { ...values, account: 'https://y.example/a?b', rate: 1 };
    expect(serviceRequest(HOSTED_SERVICES.own, own).address).toBe('https://y.example/a?b');
  });
});

describe('the header of a WAV', () => {
  const wav = (bytes: number, riff = 'RIFF', data = 'data') => {
    const whole = Buffer.alloc(bytes, 1);
    whole.write(riff, 0, 'latin1');
    whole.write(data, 36, 'latin1');
    return whole;
  };

  it('is closed where a sound follows', () => {
    const closed = closedWav(wav(100));
    expect(closed.readUInt32LE(4)).toBe(92);
    expect(closed.readUInt32LE(40)).toBe(56);
    expect(closed.subarray(44)).toEqual(wav(100).subarray(44));
  });

  it.each([
    ['no sound', wav(44)],
    ['another head', wav(100, 'RIFX')],
    ['other parts', wav(100, 'RIFF', 'LIST')],
  ])('stays as it is with %s', (_what, bytes) => {
    expect(closedWav(bytes)).toBe(bytes);
  });
});
