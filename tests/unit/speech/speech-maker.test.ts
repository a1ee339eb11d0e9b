import { inspect } from 'node:util';
import { describe, expect, it } from 'vitest';
import { SpeechError, TextRefusedError } from '../../../electron/features/speech/provider.ts';
import { SpeechMaker, type SpeechOrder } from '../../../electron/features/speech/speech-maker.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { rememberingLogger } from '../events/support.ts';
import { mp3, ogg, png, wav } from '../media/samples.ts';
import { FakeProvider, voice } from './support.ts';

const order = (changes: Partial<SpeechOrder> = {}): SpeechOrder => ({
  text: '안녕하세요',
  voice: null,
  rate: 1,
  pitch: 1,
  ...changes,
});

const fails = async (): Promise<Buffer> => {
  throw new SpeechError('speech-failed');
};
const speaks = async (): Promise<Buffer> => wav({ seconds: 2 });

type Answer = FakeProvider['answer'];

function setUp(hostedAnswer: Answer = speaks, localAnswer: Answer = speaks) {
  const clock = new VirtualClock();
  const { log, lines } = rememberingLogger();
  const hosted = new FakeProvider('hosted', [voice('hosted', 'nova', '')], hostedAnswer);
  const local = new FakeProvider(
    'espeak-ng',
    [voice('espeak-ng', 'ko', 'ko'), voice('espeak-ng', 'en-us', 'en-us')],
    localAnswer,
  );
  const { signal } = new AbortController();
  const refused: boolean[] = [];
  const onRefused = (now: boolean) => refused.push(now);
  const maker = new SpeechMaker({ providers: [hosted, local], clock, log, signal, onRefused });
  return { maker, clock, hosted, local, lines, refused };
}

describe('speech', () => {
  it('comes from the first provider that has voices, with its length', async () => {
    const { maker, local } = setUp();
    const made = await maker.make(order());
    expect(made).toMatchObject({ provider: 'hosted', sound: { type: 'audio/wav', seconds: 2 } });
    expect(local.asked).toEqual([]);
  });

  it('comes from the provider of the chosen voice before the others', async () => {
    const { maker, hosted } = setUp();
    const made = await maker.make(order({ voice: 'espeak-ng/ko' }));
    expect(made.provider).toBe('espeak-ng');
    expect(hosted.asked).toEqual([]);
  });

  it.each([
    ['안녕하세요', null, 'ko'],
    ['hello there', null, 'en-us'],
    ['안녕하세요', 'espeak-ng/en-us', 'ko'],
    ['hello there', 'espeak-ng/ko', 'ko'],
    ['안녕하세요', 'espeak-ng/gone', 'ko'],
    ['hello there', 'a voice of a page', 'en-us'],
  ])('of "%s" with the voice %s is read by %s', async (text, chosen, expected) => {
    const { maker, hosted, local } = setUp();
    hosted.has = [];
    await maker.make(order({ text, voice: chosen }));
    expect(local.asked[0]?.voice).toBe(expected);
  });

  it('may have any voice that a hosted service knows', async () => {
    const { maker, hosted } = setUp();
    await maker.make(order({ voice: 'hosted/my-own-voice' }));
    expect(hosted.asked[0]?.voice).toBe('my-own-voice');
  });

  it('has nothing in it that a program could take for a command', async () => {
    const { maker, hosted } = setUp();
    await maker.make(order({ text: '안녕 [[slnc 9000]] <b>\0' }));
    expect(hosted.asked[0]?.text).toBe('안녕  slnc 9000   b');
  });

  it.each(['', '   ', '...', '\u200b', '[[]]', '♥ ~ !!!'])(
    'is nothing for "%s": nobody is asked',
    async (text) => {
      const { maker, hosted, local } = setUp();
      await expect(maker.make(order({ text }))).rejects.toMatchObject({
        problem: { code: 'speech-none' },
      });
      expect([...hosted.asked, ...local.asked]).toEqual([]);
      expect((await maker.make(order())).provider).toBe('hosted');
    },
  );

  it.each([
    ['WAV', wav({ seconds: 1 }), 'audio/wav'],
    ['MP3', mp3({ seconds: 1 }), 'audio/mpeg'],
    ['OGG', ogg({ seconds: 1 }), 'audio/ogg'],
  ])('may be %s, by its content', async (_name, bytes, type) => {
    const { maker } = setUp(async () => bytes);
    expect((await maker.make(order())).sound.type).toBe(type);
  });
});

describe('a provider that fails', () => {
  it.each([
    ['does not answer', fails],
    ['throws something unknown', async () => Promise.reject(new Error('boom'))],
    ['sends a picture', async () => png()],
    ['sends a page', async () => Buffer.from('<html>audio/mpeg</html>')],
    ['sends nothing', async () => Buffer.alloc(0)],
    ['sends a damaged sound', async () => wav({ seconds: 1 }).subarray(0, 60)],
    ['sends three minutes', async () => wav({ seconds: 180 })],
  ])('and %s gives way to the next one', async (_what, answer) => {
    const { maker } = setUp(answer);
    expect((await maker.make(order())).provider).toBe('espeak-ng');
  });

  it('has a stand-in while it rests, but not because it refused a text', async () => {
    const { maker, hosted, clock } = setUp(fails);
    expect((await maker.make(order())).isStandIn).toBe(true);
    expect((await maker.make(order())).isStandIn).toBe(true);
    await clock.advance(15_000);
    hosted.answer = async () => Promise.reject(new TextRefusedError('speech-failed'));
    expect(await maker.make(order())).toMatchObject({ provider: 'espeak-ng', isStandIn: false });
    hosted.answer = speaks;
    expect(await maker.make(order())).toMatchObject({ provider: 'hosted', isStandIn: false });
    expect(await maker.make(order({ voice: 'espeak-ng/ko' }))).toMatchObject({ isStandIn: false });
  });

  it('rests for a while, then longer, so that alerts do not wait for it', async () => {
    const { maker, clock, hosted } = setUp(fails);
    await maker.make(order());
    await maker.make(order());
    expect(hosted.asked).toHaveLength(1);
    await clock.advance(15_000);
    await maker.make(order());
    expect(hosted.asked).toHaveLength(2);
    await clock.advance(29_999);
    await maker.make(order());
    expect(hosted.asked).toHaveLength(2);
    await clock.advance(1);
    hosted.answer = speaks;
    expect((await maker.make(order())).provider).toBe('hosted');
    // As if it had never failed.
    hosted.answer = fails;
    await maker.make(order());
    await clock.advance(15_000);
    hosted.answer = speaks;
    expect((await maker.make(order())).provider).toBe('hosted');
  });

  it('never rests for longer than five minutes', async () => {
    const { maker, clock, hosted } = setUp(fails);
    for (let failure = 0; failure < 10; failure += 1) {
      await maker.make(order());
      await clock.advance(5 * 60_000);
    }
    expect(hosted.asked).toHaveLength(10);
  });

  it.each([
    ['refuses a text', async () => Promise.reject(new TextRefusedError('speech-failed'))],
    ['makes three minutes of it', async () => wav({ seconds: 180 })],
  ])('because it %s reads the next text, so that no viewer can silence it', async (_what, bad) => {
    const { maker, hosted } = setUp(bad);
    expect((await maker.make(order())).provider).toBe('espeak-ng');
    hosted.answer = speaks;
    expect((await maker.make(order())).provider).toBe('hosted');
  });

  it('because its key is refused is told, until it works again', async () => {
    const { maker, hosted, refused } = setUp(async () => {
      throw new SpeechError('speech-refused');
    });
    await maker.make(order());
    expect(refused).toEqual([true]);
    hosted.answer = speaks;
    await maker.look();
    await maker.make(order());
    expect(refused).toEqual([true, false]);
  });

  it('to have any voice is asked again a minute later', async () => {
    const { maker, clock, hosted, local } = setUp();
    const voices = local.has;
    hosted.has = [];
    local.has = [];
    await expect(maker.make(order())).rejects.toThrow();
    local.has = voices;
    await clock.advance(59_999);
    await expect(maker.make(order())).rejects.toThrow();
    await clock.advance(1);
    expect((await maker.make(order())).provider).toBe('espeak-ng');
  });

  it('to be there is looked for anew, even while another search is under way', async () => {
    const { maker, hosted, local } = setUp();
    const slow = Promise.withResolvers<void>();
    const listed = hosted.has;
    hosted.has = [];
    local.voices = async () => slow.promise.then(() => local.has);
    const first = maker.look();
    hosted.has = listed;
    const second = maker.look();
    slow.resolve();
    await first;
    expect((await second).map(({ provider }) => provider)).toContain('hosted');
  });

  it('gets another chance when the streamer looks for voices', async () => {
    const { maker, hosted } = setUp(fails);
    await maker.make(order());
    await maker.look();
    await maker.make(order());
    expect(hosted.asked).toHaveLength(2);
  });

  it('is named in the log, what was said is not', async () => {
    const { maker, lines } = setUp(fails, async ({ text }) => Promise.reject(new Error(text)));
    await expect(maker.make(order({ text: 'a secret message' }))).rejects.toMatchObject({
      problem: { code: 'speech-failed' },
    });
    const logged = inspect(lines, { depth: null });
    expect(logged).toContain('hosted');
    expect(logged).not.toContain('secret message');
  });

  it('with two minutes of a text is heard, and told by no other', async () => {
    const { maker, refused, lines } = setUp(async () => wav({ seconds: 120 }));
    expect((await maker.make(order())).provider).toBe('hosted');
    expect(refused).toEqual([false]);
    await maker.make(order({ voice: 'espeak-ng/ko' }));
    expect(refused).toEqual([false]);
    expect(lines).toEqual([]);
  });

  it('to tell its voices has none for now, and the others are heard', async () => {
    const { maker, hosted, lines } = setUp();
    hosted.voices = async () => {
      throw new Error('not there');
    };
    expect((await maker.look()).map(({ provider }) => provider)).toEqual([
      'espeak-ng',
      'espeak-ng',
    ]);
    expect(lines).toMatchObject([{ level: 'info', fields: { provider: 'hosted' } }]);
    const made = await maker.make(order({ voice: 'hosted/my-own-voice' }));
    expect(made).toMatchObject({ provider: 'espeak-ng', isStandIn: false });
  });

  it('is not looked for again while voices are known', async () => {
    const { maker, clock, local } = setUp();
    let searches = 0;
    local.voices = async () => {
      searches += 1;
      return local.has;
    };
    await maker.make(order());
    await clock.advance(10 * 60_000);
    await maker.make(order());
    expect(searches).toBe(1);
  });

  it('has a voice of its own for a name that is empty', async () => {
    const { maker, hosted } = setUp();
    await maker.make(order({ voice: 'hosted/' }));
    expect(hosted.asked[0]?.voice).toBe('nova');
  });

  it.each([
    ['has no voice of the language', [voice('espeak-ng', 'en-us', 'en-us')]],
    ['has none at all', []],
  ])('because nobody %s says so', async (_what, voices) => {
    const { maker, hosted, local } = setUp();
    hosted.has = [];
    local.has = voices;
    await expect(maker.make(order())).rejects.toMatchObject({ problem: { code: 'speech-none' } });
  });
});
