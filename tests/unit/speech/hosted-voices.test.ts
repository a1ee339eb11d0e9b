import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { Redactor } from '../../../electron/base/log.ts';
import {
  HOSTED_SERVICES,
  serviceRequest,
} from '../../../electron/features/speech/hosted-services.ts';
import { HostedVoices } from '../../../electron/features/speech/hosted-voices.ts';
import { TextRefusedError } from '../../../electron/features/speech/provider.ts';
import {
  SPEECH_SERVICE_IDS,
  type SpeechConnection,
  speechConnectionSchema,
} from '../../../shared/contract/speech.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { wav } from '../media/samples.ts';
import { request } from './support.ts';

const KEY = 'sk-a-secret-of-the-streamer';
const { signal } = new AbortController();

interface Asked {
  readonly method: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
}

/** A service on this machine, and what it was asked. */
async function service(answer: (response: ServerResponse, asked: Asked) => void) {
  const asked: Asked[] = [];
  const server = createServer((incoming, response) => {
    const pieces: Buffer[] = [];
    incoming.on('data', (piece: Buffer) => pieces.push(piece));
    incoming.on('end', () => {
      const { method = '', headers } = incoming;
      asked.push({ method, headers, body: Buffer.concat(pieces).toString('utf8') });
      answer(response, asked.at(-1) as Asked);
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { asked, address: `http://127.0.0.1:${port}/v1/audio/speech` };
}

function openHosted(
  clock: VirtualClock | typeof systemClock = systemClock,
  fetch: typeof globalThis.fetch = globalThis.fetch,
) {
  const secrets = new Map<string, string>();
  const { log, lines } = rememberingLogger();
  const redactor = new Redactor();
  const hosted = () =>
    new HostedVoices({
      vault: {
        read: async (name) => secrets.get(name) ?? null,
        write: async (name, value) => void secrets.set(name, value),
        remove: async (name) => void secrets.delete(name),
      },
      fetch,
      redactor,
      clock,
      log,
    });
  return { hosted: hosted(), again: hosted, secrets, lines, redactor };
}

const own = (address: string): SpeechConnection => ({ service: 'own', account: address, key: KEY });

describe('a hosted voice', () => {
  it('is asked with the streamer’s key, and gives a sound', async () => {
    const { asked, address } = await service((response) => response.end(wav({ seconds: 1 })));
    const { hosted } = openHosted();
    await hosted.connect(own(address));
    const text = 'hello "you" {key}';
    const sound = await hosted.speak(request({ text, voice: 'nova', rate: 1.5 }), signal);
    expect(sound).toEqual(wav({ seconds: 1 }));
    expect(asked).toMatchObject([{ method: 'POST', headers: { authorization: `Bearer ${KEY}` } }]);
    expect(JSON.parse(asked[0]?.body ?? '')).toMatchObject({
      input: text,
      voice: 'nova',
      speed: 1.5,
    });
  });

  it('keeps the key in the vault, and tells nobody', async () => {
    const { hosted, again, secrets, redactor } = openHosted();
    await hosted.connect({ service: 'openai', account: '', key: KEY });
    expect([...secrets.keys()]).toEqual(['speech-service']);
    expect(await again().connection()).toEqual({ service: 'openai', account: '' });
    expect(redactor.clean(`a log line with ${KEY}`)).not.toContain(KEY);
    await hosted.disconnect();
    expect(secrets.size).toBe(0);
    expect(await hosted.voices()).toEqual([]);
  });

  it.each([
    ['http://example.com/v1/audio/speech', 'own', 'speech-address'],
    ['ftp://127.0.0.1/', 'own', 'speech-address'],
    ['no address', 'own', 'speech-address'],
    ['https://name:secret@voices.example/', 'own', 'speech-address'],
    ['', 'azure', 'speech-account'],
    ['evil.example/', 'azure', 'speech-account'],
    ['', 'clova', 'speech-account'],
  ] as const)('does not take "%s" for %s', async (account, kind, code) => {
    const { hosted, secrets } = openHosted();
    const connection = { service: kind, account, key: KEY };
    await expect(hosted.connect(connection)).rejects.toMatchObject({ problem: { code } });
    expect(secrets.size).toBe(0);
  });

  it('that is set up while the vault is still read stays', async () => {
    const reading = Promise.withResolvers<null>();
    const { log } = rememberingLogger();
    const hosted = new HostedVoices({
      vault: { read: () => reading.promise, write: async () => {}, remove: async () => {} },
      fetch: globalThis.fetch,
      redactor: new Redactor(),
      clock: systemClock,
      log,
    });
    const before = hosted.voices();
    await hosted.connect({ service: 'openai', account: '', key: KEY });
    reading.resolve(null);
    await before;
    expect(await hosted.connection()).toEqual({ service: 'openai', account: '' });
  });

  it('that the vault holds damaged is none', async () => {
    const { hosted, secrets } = openHosted();
    secrets.set('speech-service', '{"service":"nobody"}');
    expect(await hosted.connection()).toBeNull();
    await expect(hosted.speak(request(), signal)).rejects.toMatchObject({
      problem: { code: 'speech-none' },
    });
  });
});

describe('what is kept for a service', () => {
  it.each(['a\r\nX-Evil: 1', 'a\nb', 'a b', 'a\0b', 'a\u0085b', '열쇠'])(
    'is no key with what a header cannot carry: %j',
    async (key) => {
      const kept = { service: 'openai', account: '', key };
      expect(speechConnectionSchema.safeParse(kept).success).toBe(false);
      const { hosted, secrets } = openHosted();
      secrets.set('speech-service', JSON.stringify(kept));
      expect(await hosted.connection()).toBeNull();
    },
  );

  it.each([
    ['own', 'http://voices.example/'],
    ['azure', 'evil.example/'],
    ['azure', 'evil.example#'],
  ])('is not used where the vault was changed by hand: %s with %s', async (kind, account) => {
    const asked: string[] = [];
    const { hosted, secrets } = openHosted(systemClock, async (address) => {
      asked.push(String(address));
      return new Response('');
    });
    secrets.set('speech-service', JSON.stringify({ service: kind, account, key: KEY }));
    await expect(hosted.speak(request(), signal)).rejects.toMatchObject({
      problem: { code: 'speech-address' },
    });
    expect(asked).toEqual([]);
  });
});

describe('a service that answers with base64 in JSON', () => {
  it.each([
    ['a sound', JSON.stringify({ audioContent: wav().toString('base64') }), null],
    ['something else', JSON.stringify({ audioContent: 7 }), 'speech-no-sound'],
    ['no JSON', '<html>', 'speech-no-sound'],
  ])('is understood: %s', async (_what, body, code) => {
    const { hosted } = openHosted(systemClock, async () => new Response(body));
    await hosted.connect({ service: 'google', account: '', key: KEY });
    const made = hosted.speak(request(), signal).catch((failure: unknown) => failure);
    if (code === null) expect(await made).toEqual(wav());
    else expect(await made).toMatchObject({ problem: { code } });
  });
});

describe('a service that misbehaves', () => {
  it.each<[string, string, (response: ServerResponse) => void]>([
    ['refuses the key', 'speech-refused', (response) => void response.writeHead(401).end()],
    ['answers 500', 'speech-failed', (response) => void response.writeHead(500).end('no')],
    ['breaks off', 'speech-failed', (response) => void response.destroy()],
    [
      'breaks off in the middle',
      'speech-failed',
      (response) => {
        response.writeHead(200, { 'Content-Length': '1000' }).write('RIFF');
        setImmediate(() => response.destroy());
      },
    ],
    [
      'sends 100 MB',
      'speech-no-sound',
      (response) => {
        const flood = Buffer.alloc(1_000_000);
        let sent = 0;
        const more = (): void => {
          while (sent < 100 && response.write(flood)) sent += 1;
          if (sent < 100) response.once('drain', more);
          else response.end();
        };
        more();
      },
    ],
  ])('and %s is told as %s', async (_what, code, answer) => {
    const { address } = await service(answer);
    const { hosted, lines } = openHosted();
    await hosted.connect(own(address));
    const failure = await hosted.speak(request(), signal).catch((error: unknown) => error);
    expect(failure).toMatchObject({ problem: { code } });
    expect(JSON.stringify([lines, String(failure)])).not.toContain(KEY);
  });

  it.each([400, 413, 422])(
    'and takes no text with %s is at fault for this one alone',
    async (status) => {
      const { address } = await service((response) => void response.writeHead(status).end());
      const { hosted } = openHosted();
      await hosted.connect(own(address));
      await expect(hosted.speak(request(), signal)).rejects.toBeInstanceOf(TextRefusedError);
    },
  );

  it('and sends the key elsewhere is not followed', async () => {
    const elsewhere = await service((response) => response.end(wav()));
    const { address } = await service((response) =>
      response.writeHead(307, { Location: elsewhere.address }).end(),
    );
    const { hosted } = openHosted();
    await hosted.connect(own(address));
    await expect(hosted.speak(request(), signal)).rejects.toMatchObject({
      problem: { code: 'speech-failed' },
    });
    expect(elsewhere.asked).toEqual([]);
  });

  it('and never answers has eight seconds', async () => {
    const clock = new VirtualClock();
    const come = Promise.withResolvers<void>();
    const { address } = await service(() => come.resolve());
    const { hosted } = openHosted(clock);
    await hosted.connect(own(address));
    const speech = hosted.speak(request(), signal);
    await come.promise;
    await Promise.all([
      expect(speech).rejects.toMatchObject({ problem: { code: 'speech-slow' } }),
      clock.advance(8_000),
    ]);
  });
});

it('a call to a service ends with the core', async () => {
  const come = Promise.withResolvers<void>();
  const { address } = await service(() => come.resolve());
  const { hosted } = openHosted(new VirtualClock());
  await hosted.connect(own(address));
  const core = new AbortController();
  const speech = hosted.speak(request(), core.signal);
  await come.promise;
  core.abort();
  await expect(speech).rejects.toMatchObject({ problem: { code: 'speech-failed' } });
});

describe('the request to a service', () => {
  const values = {
    text: `<b>"가" & 'you'</b> {key}`,
    voice: 'a/b',
    lang: 'ko-KR',
    key: KEY,
    account: 'koreacentral',
    rate: 1,
    pitch: 1,
  };

  it.each(SPEECH_SERVICE_IDS)('of %s carries text and key where they belong', (id) => {
    const account = id === 'own' ? 'https://voices.example/speech' : values.account;
    const made = serviceRequest(HOSTED_SERVICES[id], { ...values, account });
    expect(new URL(made.address).protocol).toBe('https:');
    expect(made.address).not.toContain(KEY);
    expect(Object.values(made.headers).join(' ')).toContain(KEY);
    // What a viewer wrote is never a gap.
    expect(made.body).not.toContain(KEY);
    const type = made.headers['Content-Type'];
    if (type === 'application/json') expect(JSON.stringify(JSON.parse(made.body))).toContain('가');
    else if (type === 'application/ssml+xml')
      expect(made.body).toContain('&lt;b&gt;&quot;가&quot; &amp;');
    else expect(new URLSearchParams(made.body).get('text')).toBe(values.text);
  });

  it.each([
    ['openai', 2, 2, 2],
    ['elevenlabs', 2, 1.2, 2],
    ['google', 1, 1, 0],
    ['azure', 1.5, '+50%', '+50%'],
    ['clova', 2, -5, -5],
    ['clova', 0.5, 10, 5],
  ] as const)('of %s counts a share of %s as %s, and a pitch as %s', (id, share, rate, pitch) => {
    const { rate: rateOf, pitch: pitchOf } = HOSTED_SERVICES[id];
    expect([rateOf(share), pitchOf(share)].map((value) => value || 0)).toEqual([rate, pitch]);
  });

  it('of ElevenLabs names the voice in its address, whatever it is', () => {
    const { address } = serviceRequest(HOSTED_SERVICES.elevenlabs, values);
    expect(address).toContain('/text-to-speech/a%2Fb?');
  });
});
