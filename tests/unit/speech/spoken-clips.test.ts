import { describe, expect, it } from 'vitest';
import type { MadeSpeech, SpeechOrder } from '../../../electron/features/speech/speech-maker.ts';
import { SpokenClips } from '../../../electron/features/speech/spoken-clips.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const order = (text: string): SpeechOrder => ({ text, voice: null, rate: 1, pitch: 1 });

function setUp(size = 4) {
  const clock = new VirtualClock();
  const asked: string[] = [];
  const waiting = new Map<string, PromiseWithResolvers<MadeSpeech>>();
  let keys = 0;
  const clips = new SpokenClips({
    maker: {
      make: ({ text }) => {
        asked.push(text);
        const making = Promise.withResolvers<MadeSpeech>();
        waiting.set(text, making);
        return making.promise;
      },
    },
    clock,
    makeKey: () => {
      keys += 1;
      return `key ${keys}`;
    },
  });
  const made = async (text: string, isStandIn = false) => {
    waiting.get(text)?.resolve({
      isStandIn,
      provider: 'espeak-ng',
      sound: { type: 'audio/wav', seconds: 1.5 },
      bytes: Buffer.alloc(size, text),
    });
    await clips.whenMade(order(text));
  };
  const failed = async (text: string) => {
    waiting.get(text)?.reject(new Error('no'));
    await clips.whenMade(order(text));
  };
  return { clips, clock, asked, made, failed };
}

const read = async (clips: SpokenClips, clip: string): Promise<string | null> => {
  const media = await clips.open(clip);
  return media && new Response(media.read(0, media.bytes)).text();
};

describe('spoken clips', () => {
  it('are made once for all who ask, and told when they are ready', async () => {
    const { clips, asked, made } = setUp();
    expect(clips.state(order('a'))).toBe('making');
    expect(clips.state(order('a'))).toBe('making');
    await made('a');
    expect(clips.state(order('a'))).toBe('ready');
    expect(clips.clip(order('a'))).toMatchObject({ ms: 1_500 });
    expect(asked).toEqual(['a']);
  });

  it('are others for another voice, speed or pitch', () => {
    const { clips, asked } = setUp();
    clips.state(order('a'));
    clips.state({ ...order('a'), voice: 'espeak-ng/ko' });
    clips.state({ ...order('a'), rate: 2 });
    clips.state({ ...order('a'), pitch: 2 });
    clips.state({ ...order('1 a'), voice: 'b' });
    clips.state({ ...order('a'), voice: 'b 1' });
    expect(asked).toHaveLength(6);
  });

  it('have an address that nobody can guess, for a while', async () => {
    const { clips, clock, made } = setUp();
    clips.state(order('a'));
    await made('a');
    const { clip = '' } = clips.clip(order('a')) ?? {};
    expect(clip).toMatch(/^[0-9a-f]{64}$/);
    expect(await read(clips, clip)).toBe('aaaa');
    expect(clips.clip(order('a'))?.clip).not.toBe(clip);
    expect(await clips.open('0'.repeat(64))).toBeNull();
    await clock.advance(5 * 60_000);
    expect(await clips.open(clip)).toBeNull();
  });

  it('are read in part, as a page that seeks asks for it', async () => {
    const { clips } = setUp();
    const bytes = Buffer.from('abcdef');
    const sound = { type: 'audio/wav', seconds: 1 } as const;
    const clip = clips.add({ provider: 'say', isStandIn: false, sound, bytes });
    const media = await clips.open(clip);
    expect(await new Response(media?.read(1, 3)).text()).toBe('bc');
    expect(media).toMatchObject({ bytes: 6, isPassing: true });
  });

  it('have 64 addresses at most, the oldest ends first', async () => {
    const { clips, made } = setUp();
    const first = clips.clip(order('a'))?.clip ?? '';
    await made('a');
    for (let count = 1; count < 64; count += 1) clips.clip(order('a'));
    expect(await clips.open(first)).not.toBeNull();
    clips.clip(order('a'));
    expect(await clips.open(first)).toBeNull();
  });

  it('answer an address that was given before they were made', async () => {
    const { clips, made } = setUp();
    const { clip = '', ms } = clips.clip(order('a')) ?? {};
    expect(ms).toBeNull();
    const answer = read(clips, clip);
    await made('a');
    expect(await answer).toBe('aaaa');
  });

  it('keep their address for just under five minutes, also with others beside it', async () => {
    const { clips, clock, made } = setUp();
    const first = clips.clip(order('a'))?.clip ?? '';
    await made('a');
    await clock.advance(5 * 60_000 - 1);
    const second = clips.clip(order('a'))?.clip ?? '';
    expect(await clips.open(first)).not.toBeNull();
    await clock.advance(1);
    clips.clip(order('a'));
    expect(await clips.open(first)).toBeNull();
    expect(await clips.open(second)).not.toBeNull();
  });

  it('that nobody could make are none before ten seconds are over', async () => {
    const { clips, clock, asked, failed } = setUp();
    await clock.advance(60_000);
    clips.state(order('a'));
    await failed('a');
    await clock.advance(9_999);
    expect(clips.state(order('a'))).toBe('none');
    expect(asked).toHaveLength(1);
  });

  it('that nobody could make are none, and tried again later', async () => {
    const { clips, clock, asked, failed } = setUp();
    const { clip = '' } = clips.clip(order('a')) ?? {};
    await failed('a');
    expect(clips.state(order('a'))).toBe('none');
    expect(clips.clip(order('a'))).toBeNull();
    expect(await clips.open(clip)).toBeNull();
    await clock.advance(10_000);
    expect(clips.state(order('a'))).toBe('making');
    expect(asked).toHaveLength(2);
  });

  it('of a voice that stood in serve for now, and are made anew later', async () => {
    const { clips, clock, asked, made } = setUp();
    const { clip = '' } = clips.clip(order('a')) ?? {};
    await made('a', true);
    await clock.advance(9_999);
    expect(clips.state(order('a'))).toBe('ready');
    await clock.advance(1);
    expect(clips.state(order('a'))).toBe('making');
    expect(asked).toHaveLength(2);
    expect(await read(clips, clip)).toBe('aaaa');
    await made('a');
    await clock.advance(60_000);
    expect(clips.state(order('a'))).toBe('ready');
  });

  it('are made anew once another voice may read, and what plays goes on', async () => {
    const { clips, asked, made } = setUp();
    const { clip = '' } = clips.clip(order('a')) ?? {};
    await made('a');
    clips.forget();
    expect(clips.state(order('a'))).toBe('making');
    expect(asked).toHaveLength(2);
    expect(await read(clips, clip)).toBe('aaaa');
  });

  it.each([
    ['64 of them', 64, 4],
    ['32 MB', 6, 5_000_000],
  ])('are kept up to %s, the one used longest ago goes first', async (_what, most, size) => {
    const { clips, asked, made } = setUp(size);
    for (let at = 0; at <= most; at += 1) {
      clips.state(order(`${at}`));
      await made(`${at}`);
      clips.state(order('0'));
    }
    expect(asked).toHaveLength(most + 1);
    for (const kept of ['0', '2']) clips.state(order(kept));
    expect(asked).toHaveLength(most + 1);
    clips.state(order('1'));
    expect(asked).toHaveLength(most + 2);
  });

  it('are kept up to 64 while they are still being made, too', () => {
    const { clips, asked } = setUp();
    for (let at = 0; at <= 64; at += 1) clips.state(order(`${at}`));
    clips.state(order('1'));
    expect(asked).toHaveLength(65);
    clips.state(order('0'));
    expect(asked).toHaveLength(66);
  });
});
