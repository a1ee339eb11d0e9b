import { fireEvent } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { AlertStage } from '../../../renderer/widgets/alert-stage.tsx';
import { donorsOf } from '../../../renderer/widgets/donation-alert.tsx';
import type { ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AlertLook, MergedDonation } from '../../../shared/overlay/alert-look.ts';
import { ENTRANCES, EXITS } from '../../../shared/overlay/names.ts';
import { HOSTILE_TEXTS } from '../../fixtures/hostile-texts.ts';
import { donation, draw, playing, purchase, subscription } from './event-samples.ts';
import { renderIn } from './render-words.tsx';

function show(event: ValuedEvent, look: Partial<AlertLook>, language: Language = 'ko') {
  const staged = { alert: playing(event, 6_000, look), phase: 'in' as const, showing: 1 };
  const view = renderIn(language, <AlertStage staged={staged} align="bottom" />);
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

describe('the picture of an alert', () => {
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
