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

function start(isOn = false) {
  const owned = new DisposableStore();
  onTestFinished(() => owned.dispose());
  const clock = new VirtualClock();
  const { log } = rememberingLogger();
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
        get: () => ({ ...DEFAULT_OVERLAY, speech: { ...DEFAULT_OVERLAY.speech, on: isOn } }),
      } as never,
      localVoices: [local],
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
  return { commands, seconds, searched: () => searched, local, notices, service, owned };
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
