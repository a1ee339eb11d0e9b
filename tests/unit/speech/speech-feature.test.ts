import { expect, it, onTestFinished } from 'vitest';
import { DisposableStore } from '../../../electron/base/disposables.ts';
import { Redactor } from '../../../electron/base/log.ts';
import { startSpeech } from '../../../electron/features/speech/index.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import { DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import { settle, VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { wav } from '../media/samples.ts';
import { FakeProvider, voice } from './support.ts';

const ORDER = { text: '안녕하세요', voice: null, rate: 1, pitch: 1 };
const SERVICE = { service: 'openai', account: '', key: 'sk-a-secret-key' } as const;

function start(isOn = false, from: 'core' | 'page' = 'core', hasOthers = true) {
  const owned = new DisposableStore();
  onTestFinished(() => owned.dispose());
  const clock = new VirtualClock();
  const { log, lines } = rememberingLogger();
  const local = new FakeProvider('espeak-ng', [voice('espeak-ng', 'ko', 'ko')], async () =>
    wav({ seconds: 1 }),
  );
  const secrets = new Map<string, string>();
  const service = { status: 200 };
  const notices = new NoticeBoard(clock, log);
  let searched = false;
  local.voices = async () => {
    searched = true;
    return local.has;
  };
  const { commands, clips } = startSpeech(
    {
      vault: {
        read: async (name) => secrets.get(name) ?? null,
        write: async (name, value) => void secrets.set(name, value),
        remove: async (name) => void secrets.delete(name),
      },
      fetch: async () =>
        new Response(new Uint8Array(wav({ seconds: 2 })), { status: service.status }),
      redactor: new Redactor(),
      notices,
      overlaySettings: {
        get: () => ({ ...DEFAULT_OVERLAY, speech: { ...DEFAULT_OVERLAY.speech, on: isOn, from } }),
      } as never,
      ...(hasOthers && { localVoices: [local] }),
      makeKey: () => 'a key',
      clock,
      log,
    },
    owned,
  );
  const seconds = async (): Promise<number> => {
    await clips.whenMade(ORDER);
    return (clips.clip(ORDER)?.ms ?? 0) / 1_000;
  };
  return {
    commands,
    clips,
    lines,
    seconds,
    searched: () => searched,
    local,
    notices,
    service,
    owned,
  };
}

it('a service that is set up reads from then on, also what was said before', async () => {
  const { commands, seconds } = start();
  expect(await seconds()).toBe(1);
  await commands['speech.connect'](SERVICE);
  expect(await seconds()).toBe(2);
  await commands['speech.disconnect']({});
  expect(await seconds()).toBe(1);
});

it('a key that is refused is a notice until the service works again', async () => {
  const { commands, notices, service } = start();
  service.status = 401;
  await commands['speech.connect'](SERVICE);
  expect(await commands['speech.try'](ORDER)).toMatchObject({ provider: 'espeak-ng' });
  expect(notices.all.map(({ id }) => id)).toEqual(['speech-refused']);
  service.status = 200;
  await commands['speech.connect'](SERVICE);
  expect(await commands['speech.try'](ORDER)).toMatchObject({ provider: 'hosted' });
  expect(notices.all).toEqual([]);
});

it.each([true, false])('voices are looked for at the start if reading is on: %s', async (isOn) => {
  const { searched } = start(isOn);
  await settle();
  expect(searched()).toBe(isOn);
});

it('a service that is taken away is not asked again', async () => {
  const { commands, lines } = start();
  await commands['speech.connect'](SERVICE);
  await commands['speech.disconnect']({});
  expect(await commands['speech.try'](ORDER)).toMatchObject({ provider: 'espeak-ng' });
  expect(lines.filter(({ level }) => level === 'warn')).toEqual([]);
});

it('no voices are looked for at the start where pages read by themselves', async () => {
  const { searched } = start(true, 'page');
  await settle();
  expect(searched()).toBe(false);
});

it('the voices are told with the service that is set up, without its key', async () => {
  const { commands } = start();
  const local = { provider: 'espeak-ng', name: 'ko', lang: 'ko' };
  expect(await commands['speech.voices']({})).toEqual({ voices: [local], hosted: null });
  await commands['speech.connect'](SERVICE);
  const { voices, hosted } = await commands['speech.voices']({});
  expect(hosted).toEqual({ service: 'openai', account: '' });
  expect(voices.map(({ provider }) => provider)).toContain('hosted');
  expect(voices).toContainEqual(local);
});

it('a service that works says nothing where nothing was said before', async () => {
  const { commands, notices } = start();
  let told = 0;
  notices.onChange(() => {
    told += 1;
  });
  await commands['speech.connect'](SERVICE);
  expect(await commands['speech.try'](ORDER)).toMatchObject({ provider: 'hosted' });
  expect(told).toBe(0);
});

it('speech that is tried has an address of its own', async () => {
  const { commands, clips } = start();
  const { clip } = await commands['speech.try'](ORDER);
  expect(await clips.open(clip)).toMatchObject({ type: 'audio/wav', isPassing: true });
});

it('what is being spoken ends with the core', async () => {
  const { commands, local, owned } = start();
  const begun = Promise.withResolvers<AbortSignal>();
  local.speak = (_asked, signal) => {
    begun.resolve(signal);
    return new Promise(() => undefined);
  };
  void commands['speech.try'](ORDER);
  const signal = await begun.promise;
  owned.dispose();
  expect(signal.aborted).toBe(true);
});

it('begins with the voices of its system where it is given no others', () => {
  expect(() => start(false, 'core', false)).not.toThrow();
});
