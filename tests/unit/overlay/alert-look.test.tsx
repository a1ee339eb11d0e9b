import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AlertStage } from '../../../renderer/widgets/alert-stage.tsx';
import { donorsOf } from '../../../renderer/widgets/donation-alert.tsx';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AlertLook, MergedDonation } from '../../../shared/overlay/alert-look.ts';
import { ENTRANCES, EXITS, LEVELS } from '../../../shared/overlay/names.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { donation, draw, playing, purchase, subscription } from '../../support/stage-events.ts';
import { renderIn } from './render-words.tsx';

function show(
  event: ValuedEvent,
  look: Partial<AlertLook>,
  language: Language = 'ko',
  { sounds = false, phase = 'in' as 'in' | 'out' } = {},
) {
  const staged = { alert: playing(event, 6_000, look), phase, showing: 1 };
  const view = renderIn(language, <AlertStage staged={staged} align="bottom" sounds={sounds} />);
  const one = (selector: string): HTMLElement | null =>
    view.container.querySelector<HTMLElement>(selector);
  return { ...view, one };
}

const HASH = 'b'.repeat(64);

describe('the look of an alert', () => {
  it.each([
    ['donation', donation(1)],
    ['subscription', subscription(1)],
    ['draw', draw(1)],
    ['purchase', purchase(1)],
  ] as const)('has its headline in place of the own words (%s)', (_name, event) => {
    const { one } = show(event, { headline: '고마워요, 밤하늘님' });
    expect(one('.sl-alert-headline')).toHaveTextContent('고마워요, 밤하늘님');
    expect(one('.sl-alert-who')).toBeNull();
    expect(one('.sl-alert-hero')).not.toBeEmptyDOMElement();
  });

  it('has the own words where there is no headline', () => {
    const { one } = show(donation(1), { headline: null });
    expect(one('.sl-alert-who')).toHaveTextContent('밤하늘님이 후원했어요');
    expect(one('.sl-alert-headline')).toBeNull();
  });

  it.each([...HOSTILE_TEXTS])('treats a headline as text: $name', ({ text }) => {
    const { container, one } = show(donation(1), { headline: text });
    expect(container.querySelector('script, iframe, img, style, b')).toBeNull();
    expect((one('.sl-alert-headline')?.textContent ?? '').length).toBeLessThanOrEqual(200);
  });

  it.each([...ENTRANCES])('comes in as it is to: %s', (entrance) => {
    expect(show(donation(1), { entrance }).one('.sl-stage-slot')?.dataset['entrance']).toBe(
      entrance,
    );
  });

  it.each([...EXITS])('leaves as it is to: %s', (exit) => {
    expect(show(donation(1), { exit }).one('.sl-stage-slot')?.dataset['exit']).toBe(exit);
  });

  it('stands where in its box it is to', () => {
    expect(show(donation(1), {}).one('.sl-stage')?.dataset['align']).toBe('bottom');
  });
});

describe('the level of an alert', () => {
  it.each(LEVELS)('%s is on its slot, for the style sheet', (level) => {
    const { one } = show(donation(1), { level });
    expect(one('.sl-stage-slot')?.dataset['level']).toBe(level);
    expect(one('.sl-stage-slot')?.dataset['narrow']).toBe(level === 'small' ? 'true' : undefined);
  });

  it('has a curtain and at most forty flying things only where it is grand', () => {
    const grand = show(donation(1), { level: 'grand' });
    expect(grand.one('.sl-curtain:not(.sl-sparks)')).not.toBeNull();
    expect(grand.container.querySelectorAll('.sl-spark').length).toBeLessThanOrEqual(40);
    expect(grand.one('.sl-spark')).not.toBeNull();
    grand.unmount();
    expect(show(donation(1), { level: 'large' }).one('.sl-curtain, .sl-spark')).toBeNull();
  });

  it.each([
    ['a donation', donation(1), '.sl-alert-number', '10,000'],
    ['months', subscription(1), '.sl-alert-number', '12'],
    ['a purchase', purchase(1), '.sl-alert-number', '₩89,000'],
    ['the winners of a draw', draw(1), '.sl-count', '12'],
  ] as const)('never changes the text of a number that rolls: %s', (_what, event, where, text) => {
    const { one } = show(event, { level: 'grand' });
    const number = one(where);
    expect(number).toHaveTextContent(text);
    expect(number?.querySelector('.sl-roll')).toHaveAttribute('aria-hidden', 'true');
    expect(number?.querySelector('.sl-roll')).toHaveTextContent('');
    const rolls = [...(number?.querySelectorAll<HTMLElement>('.sl-roll > i') ?? [])];
    const shown = ({ dataset, style }: HTMLElement) =>
      dataset['mark'] ?? style.getPropertyValue('--digit');
    expect(rolls.map(shown).join('')).toBe(text);
  });
});

describe('the picture of an alert', () => {
  it.each([
    ['beside', '.sl-alert-sign img', true],
    ['above', '.sl-alert-above img', false],
    ['behind', '.sl-alert-behind img', false],
    ['full', '.sl-curtain img', false],
  ] as const)('stands where it is to: %s', (picturePlace, where, isSign) => {
    const { one, container } = show(donation(1), { image: HASH, imageKind: 'image', picturePlace });
    expect(one(where)).toHaveAttribute('src', `media/${HASH}`);
    expect(container.querySelectorAll('img.sl-alert-media')).toHaveLength(1);
    expect(one('.sl-alert-sign svg') === null).toBe(isSign);
  });

  it.each([
    ['on the page that plays sound', { sounds: true }, 0.4, false],
    ['not on another page', { sounds: false }, 0.4, true],
    ['not where the rule leaves it silent', { sounds: true }, null, true],
    ['not while it leaves', { sounds: true, phase: 'out' as const }, 0.4, true],
  ])('that is a video is heard %s', (_when, page, videoVolume, muted) => {
    const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue(undefined);
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    const look = { image: HASH, imageKind: 'video', videoVolume } as const;
    const { one } = show(donation(1), look, 'ko', page);
    const video = one('video') as HTMLVideoElement;
    expect(video.muted).toBe(muted);
    if (!muted) expect(video.volume).toBe(0.4);
    expect(play.mock.calls.length).toBe(muted ? 0 : 1);
  });

  it('goes on in silence where the browser refuses its sound', async () => {
    const refusal = Object.assign(new Error('no'), { name: 'NotAllowedError' });
    const play = vi
      .spyOn(HTMLMediaElement.prototype, 'play')
      .mockRejectedValueOnce(refusal)
      .mockResolvedValue(undefined);
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    const look = { image: HASH, imageKind: 'video', videoVolume: 0.4 } as const;
    const { one } = show(donation(1), look, 'ko', { sounds: true });
    await vi.waitFor(() => expect(play).toHaveBeenCalledTimes(2));
    expect((one('video') as HTMLVideoElement).muted).toBe(true);
  });

  it('comes from the library beside the page, in place of the sign', () => {
    const { one } = show(donation(1), { image: HASH });
    expect(one('.sl-alert-sign img')).toHaveAttribute('src', `media/${HASH}`);
    expect(one('.sl-alert-sign svg')).toBeNull();
  });

  it('is a video from the start where the core says that it is one', () => {
    const { one } = show(donation(1), { image: 'c'.repeat(64), imageKind: 'video' });
    expect(one('.sl-alert-sign img')).toBeNull();
    expect(one('.sl-alert-sign video')).toHaveAttribute('src', `media/${'c'.repeat(64)}`);
  });

  it('that is an image and does not come gives way to the sign at once', () => {
    const { one } = show(donation(1), { image: HASH, imageKind: 'image' });
    fireEvent.error(one('.sl-alert-sign img') as HTMLElement);
    expect(one('.sl-alert-sign video')).toBeNull();
    expect(one('.sl-alert-sign svg')).not.toBeNull();
  });

  it('that is no image is tried as a silent video, and let go of with the alert', () => {
    const pause = vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    const load = vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    const { one, unmount } = show(donation(1), { image: HASH });
    fireEvent.error(one('.sl-alert-sign img') as HTMLElement);
    const video = one('.sl-alert-sign video') as HTMLVideoElement;
    expect(video).toHaveAttribute('src', `media/${HASH}`);
    expect([video.muted, video.loop, video.autoplay]).toEqual([true, true, true]);
    unmount();
    expect(video.hasAttribute('src')).toBe(false);
    expect([pause, load].map((spy) => spy.mock.calls.length)).toEqual([1, 1]);
  });

  it('that does not come leaves the own sign', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    const { one } = show(donation(1), { image: HASH });
    fireEvent.error(one('.sl-alert-sign img') as HTMLElement);
    fireEvent.error(one('.sl-alert-sign video') as HTMLElement);
    expect(one('.sl-alert-sign svg')).not.toBeNull();
    expect(one('.sl-alert-sign img, .sl-alert-sign video')).toBeNull();
  });

  it.each([
    ['beside', '.sl-alert-sign'],
    ['above', '.sl-alert-above'],
    ['behind', '.sl-alert-behind'],
    ['full', '.sl-curtain'],
  ] as const)('that breaks off while it plays leaves no hole: %s', (picturePlace, where) => {
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    const look = { image: HASH, imageKind: 'video', picturePlace } as const;
    const { one } = show(donation(1), look);
    fireEvent.loadedData(one(`${where} video`) as HTMLElement);
    fireEvent.error(one(`${where} video`) as HTMLElement);
    expect(one('.sl-alert-own, .sl-alert-above, .sl-alert-behind, .sl-alert-full')).toBeNull();
    expect(one('.sl-alert-sign svg')).not.toBeNull();
  });

  it('that was a video is not tried as an image again', () => {
    vi.spyOn(HTMLMediaElement.prototype, 'pause').mockImplementation(() => {});
    vi.spyOn(HTMLMediaElement.prototype, 'load').mockImplementation(() => {});
    const hash = 'c'.repeat(64);
    const first = show(donation(1), { image: hash });
    fireEvent.error(first.one('.sl-alert-sign img') as HTMLElement);
    fireEvent.loadedData(first.one('.sl-alert-sign video') as HTMLElement);
    first.unmount();
    expect(show(donation(2), { image: hash }).one('.sl-alert-sign video')).not.toBeNull();
  });
});

describe('donations together on one card', () => {
  const together: readonly MergedDonation[] = [
    { name: '밤하늘', beams: 100 },
    { name: null, beams: 50 },
    { name: 'fox', beams: 300 },
    { name: '밤하늘', beams: 400 },
    { name: '  ', beams: null },
    { name: 'owl', beams: null },
  ];

  it('name everybody, the most generous first and the anonymous last', () => {
    expect(donorsOf(together)).toEqual([
      { name: '밤하늘', beams: 500, count: 2 },
      { name: 'fox', beams: 300, count: 1 },
      { name: 'owl', beams: null, count: 1 },
      { name: null, beams: 50, count: 2 },
    ]);
  });

  it.each([
    ['ko', '850빔', '후원 6건이 모였어요', '익명×250'],
    ['en', '850 beams', '6 donations together', 'Anonymous×250'],
  ] as const)('in %s say their sum and how many they are', (language, sum, count, last) => {
    const { one, container } = show(donation(1), { together }, language);
    expect(one('.sl-alert-hero')).toHaveTextContent(sum);
    expect(one('.sl-alert-who')).toHaveTextContent(count);
    const givers = [...container.querySelectorAll('.sl-alert-giver')];
    expect(givers.map((giver) => giver.textContent)).toEqual(['밤하늘500', 'fox300', 'owl', last]);
  });

  it('say no sum where no amount is known', () => {
    const { one } = show(donation(1), { together: [{ name: 'owl', beams: null }] });
    expect(one('.sl-alert-hero')).toHaveTextContent('고마운 후원');
  });

  it('set many names smaller than few', () => {
    const people = (count: number): readonly MergedDonation[] =>
      Array.from({ length: count }, (_, at) => ({ name: `name ${at}`, beams: 1 }));
    const crowd = (count: number): string | undefined => {
      const { one, unmount } = show(donation(1), { together: people(count) });
      const found = one('.sl-alert-givers')?.dataset['crowd'];
      unmount();
      return found;
    };
    expect([8, 20, 40].map(crowd)).toEqual(['few', 'some', 'many']);
  });
});
