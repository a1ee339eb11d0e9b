import { ChildProcess } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../electron/base/clock.ts';
import { soundOf } from '../../../electron/features/media/index.ts';
import {
  closedWav,
  espeakVoices,
  parseEspeakVoices,
} from '../../../electron/features/speech/espeak.ts';
import { plainText } from '../../../electron/features/speech/provider.ts';
import { runProgram } from '../../../electron/features/speech/run-program.ts';
import { parseSayVoices, sayVoices } from '../../../electron/features/speech/say.ts';
import {
  parseWindowsVoices,
  windowsVoices,
} from '../../../electron/features/speech/windows-voices.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { oddSpeaker, request } from './support.ts';

const { signal } = new AbortController();

const SHELL_TEXTS = [
  '$(touch /tmp/owned)',
  '`touch /tmp/owned`',
  '"; rm -rf ~; "',
  "' || true",
  '--help',
  '-f /etc/passwd',
  'one\ntwo\r\nthree',
  'before\0after',
  '[[h@lU]] [[slnc 60000]]',
  '<speak><break time="60s"/></speak>',
  'a'.repeat(10_000),
];

interface Told {
  readonly args: readonly string[];
  readonly input: string;
  readonly env: Readonly<Record<string, string>>;
}
const told = (bytes: Buffer): Told => JSON.parse(bytes.toString('utf8')) as Told;

describe('what a program is given', () => {
  it('is the text of a viewer on standard input alone', async () => {
    process.env['STAGELIGHT_VAULT_PASSPHRASE'] = 'a secret of ours';
    const espeak = espeakVoices({ clock: systemClock, program: oddSpeaker('tell') });
    const usual = told(await espeak.speak(request({ text: 'hello' }), signal));
    const odd = plainText(`${SHELL_TEXTS[0]} ${SHELL_TEXTS[1]} --help`);
    const { args, input, env } = told(await espeak.speak(request({ text: odd }), signal));
    delete process.env['STAGELIGHT_VAULT_PASSPHRASE'];
    expect(args).toEqual(usual.args);
    expect(input).toBe(odd);
    expect(Object.keys(env)).not.toContain('STAGELIGHT_VAULT_PASSPHRASE');
  });

  it('are the voice, speed and pitch in its own measures', async () => {
    const espeak = espeakVoices({ clock: systemClock, program: oddSpeaker('tell') });
    const { args } = told(
      await espeak.speak(request({ voice: 'en-us', rate: 2, pitch: 0.5 }), signal),
    );
    expect(args).toEqual([
      '-v',
      'en-us',
      '-s',
      '330',
      '-p',
      '25',
      '-b',
      '1',
      '--stdin',
      '--stdout',
    ]);
  });

  it('is one line of base64 and always the same script for PowerShell', async () => {
    const windows = windowsVoices({ clock: systemClock, program: oddSpeaker('tell') });
    const said = told(await windows.speak(request({ text: '$(calc) `calc`', rate: 3 }), signal));
    expect(said.args.slice(0, 4)).toEqual([
      '-NoLogo',
      '-NoProfile',
      '-NonInteractive',
      '-EncodedCommand',
    ]);
    expect(said.input).toMatch(/^[\w+/=]+\n$/);
    const asked = JSON.parse(Buffer.from(said.input, 'base64').toString('utf8')) as unknown;
    expect(asked).toEqual({
      text: '$(calc) `calc`',
      voice: 'ko',
      language: 'ko-KR',
      rate: 10,
      pitch: 0,
    });
  });

  it.each([
    [1, 1, 0, 0],
    [2, 2, 6, 50],
    [0.5, 0.5, -6, -25],
  ])(
    'is a speed of %s and a pitch of %s for Windows as %s and %s',
    async (rate, pitch, ...steps) => {
      const windows = windowsVoices({ clock: systemClock, program: oddSpeaker('tell') });
      const { input } = told(await windows.speak(request({ rate, pitch }), signal));
      const asked = JSON.parse(Buffer.from(input, 'base64').toString('utf8')) as Record<
        string,
        number
      >;
      expect([asked['rate'], asked['pitch']].map((value) => value || 0)).toEqual(steps);
    },
  );

  it.each([...SHELL_TEXTS, ...HOSTILE_TEXTS.map(({ text }) => text)])(
    'has no commands, controls or markup left: %#',
    (text) => {
      const plain = plainText(text);
      expect(plain).not.toMatch(/[\p{Cc}\p{Cs}[\]{}<>|\\^`]/u);
      expect(plain.length).toBeLessThanOrEqual(1_000);
    },
  );
});

describe('a program that fails', () => {
  it.each([
    ['dies', 'die', 'speech-failed'],
    ['ends with an error', 'fail', 'speech-failed'],
    ['writes without end', 'flood', 'speech-no-sound'],
  ])('%s is ended and told', async (_what, mode, code) => {
    const run = runProgram({
      program: oddSpeaker(mode),
      args: [],
      input: 'x'.repeat(1_000_000),
      signal,
      clock: systemClock,
    });
    await expect(run).rejects.toMatchObject({ problem: { code } });
  });

  it('is not there is told', async () => {
    const program = { file: '/nowhere/espeak-ng', leading: [] };
    const run = runProgram({ program, args: [], input: '', signal, clock: systemClock });
    await expect(run).rejects.toMatchObject({ problem: { code: 'speech-failed' } });
  });

  it('cannot be started for want of file descriptors is told, and the app goes on', async () => {
    // As Node does then: no pipes, and the error in a moment.
    const start = () => {
      const child = new ChildProcess();
      process.nextTick(() => child.emit('error', new Error('spawn EMFILE')));
      return child;
    };
    const program = oddSpeaker('tell');
    const run = runProgram({ program, args: [], input: '', signal, clock: systemClock, start });
    await expect(run).rejects.toMatchObject({ problem: { code: 'speech-failed' } });
  });

  it('hangs is ended after its time, and at once when the core stops', async () => {
    const clock = new VirtualClock();
    const program = oddSpeaker('hang');
    const slow = runProgram({ program, args: [], input: '', signal, clock });
    const stop = new AbortController();
    const stopped = runProgram({ program, args: [], input: '', signal: stop.signal, clock });
    stop.abort();
    await expect(stopped).rejects.toMatchObject({ problem: { code: 'speech-failed' } });
    await Promise.all([
      expect(slow).rejects.toMatchObject({ problem: { code: 'speech-slow' } }),
      clock.advance(6_000),
    ]);
  });

  it('writes no file is told, where its sound is one', async () => {
    const say = sayVoices({ clock: systemClock, program: oddSpeaker('tell') });
    await expect(say.speak(request(), signal)).rejects.toMatchObject({
      problem: { code: 'speech-no-sound' },
    });
  });
});

describe('the voices of a system', () => {
  it('are read from the list of espeak-ng, without those of other packages', () => {
    const list = [
      'Pty Language       Age/Gender VoiceName          File                 Other Languages',
      ' 5  ko              --/M      Korean             ko                   ',
      ' 2  en-us           --/M      English_(America)  gmw/en-US            (en 3)',
      ' 5  en-us           --/M      us-mbrola-2        mb/mb-us2            (en 7)',
      ' 5  variant         --/M      Storm              !v/Storm             (en-us 5)',
    ].join('\n');
    expect(parseEspeakVoices(list).map(({ name }) => name)).toEqual(['ko', 'en-us']);
  });

  it('are none where only other packages hold them', () => {
    const list = ' 5  en-us           --/M      us-mbrola-2        mb/mb-us2            (en 7)';
    expect(parseEspeakVoices(list)).toEqual([]);
  });

  it('are no arguments, whatever they are called', () => {
    expect(parseSayVoices('-o                  en_US    # A name like an option.')).toEqual([]);
  });

  it('are read from the list of macOS', () => {
    const list = [
      'Alex                en_US    # Most people recognize me by my voice.',
      'Bad News            en_US    # The light you see at the end of the tunnel…',
      'Yuna                ko_KR    # 안녕하세요. 제 이름은 유나입니다.',
      'Amelie              fr_CA    # Bonjour, je m’appelle Amélie.',
    ].join('\n');
    expect(parseSayVoices(list)).toEqual([
      { provider: 'say', name: 'Alex', lang: 'en-US' },
      { provider: 'say', name: 'Bad News', lang: 'en-US' },
      { provider: 'say', name: 'Yuna', lang: 'ko-KR' },
    ]);
  });

  it('of Windows are asked for, not spoken', async () => {
    const windows = windowsVoices({ clock: systemClock, program: oddSpeaker('list') });
    expect(await windows.voices(signal)).toEqual([
      { provider: 'windows', name: 'Microsoft Heami Desktop', lang: 'ko-KR' },
    ]);
  });

  it('are read from what PowerShell writes', () => {
    const list = 'Microsoft Heami Desktop\tko-KR\r\nMicrosoft Hazel Desktop\ten-GB\nHedda\tde-DE\n';
    expect(parseWindowsVoices(list).map(({ name }) => name)).toEqual([
      'Microsoft Heami Desktop',
      'Microsoft Hazel Desktop',
    ]);
  });
});

describe('a WAV written to a pipe', () => {
  it('gets its real sizes, so that its length is known', () => {
    const open = Buffer.concat([
      Buffer.from('RIFF....WAVEfmt ', 'latin1'),
      // 16 bytes: PCM, one channel, 22,050 samples of two bytes a second.
      Buffer.from('100000000100010022560000' + '44ac0000' + '02001000', 'hex'),
      Buffer.from('data....', 'latin1'),
      Buffer.alloc(88_200),
    ]);
    open.writeUInt32LE(0x7fff_f024, 4);
    open.writeUInt32LE(0x7fff_f000, 40);
    expect(soundOf(open)).toBeNull();
    expect(soundOf(closedWav(open))).toEqual({ type: 'audio/wav', seconds: 2 });
  });

  it('by espeak-ng has them as it comes from there', async () => {
    const espeak = espeakVoices({ clock: systemClock, program: oddSpeaker('open-wav') });
    expect(soundOf(await espeak.speak(request(), signal))).toMatchObject({ seconds: 1 });
  });

  it.each([
    ['nothing', ''],
    ['something else', 'x'.repeat(100)],
  ])('that is %s stays so', (_what, text) => {
    expect(closedWav(Buffer.from(text)).toString()).toBe(text);
  });
});
