import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Language } from '../../../../shared/locales/index.ts';
import type { Drawn } from '../draw-dashboard.tsx';
import { button, drawOverlay } from '../overlay/overlay-support.ts';
import { PROBLEM_TEXT } from '../support.ts';
import { BEGAN, moment, outlineOf } from './replay-support.ts';

afterEach(() => vi.unstubAllGlobals());

const EVENTS = [
  moment(1, 1_000),
  moment(2, 2_000),
  moment(3, 4_000, 'DONATION'),
  ...Array.from({ length: 60 }, (_, index) => moment(4 + index, 5_000 + index * 1_000)),
  moment(64, 65_000, 'DONATION'),
];
/** The core answers what is asked of the broadcast; null: there is none. */
async function answer(page: Drawn, events: typeof EVENTS | null): Promise<void> {
  await page.core((bridge) => {
    for (const asked of bridge.asked) {
      if (asked.name === 'broadcast.outline') {
        asked.answer({ outline: events && outlineOf(events) });
      } else if (asked.name === 'broadcast.events') {
        const { from, after } = asked.args as { after: number; from?: { at: number } };
        const rest = (events ?? []).filter(
          ({ seq, receivedAt }) => seq > after && receivedAt >= (from?.at ?? 0),
        );
        asked.answer({ events: rest, next: null, beganAt: BEGAN, endedAt: null });
      }
    }
  });
}

async function openReplay(
  events: typeof EVENTS | null = EVENTS,
  language: Language = 'ko',
): Promise<Drawn> {
  const page = await drawOverlay({ language });
  fireEvent.click(button(language === 'ko' ? '지난 방송' : 'Last broadcast'));
  await page.pass(10);
  await answer(page, events);
  await answer(page, events);
  return page;
}

const bar = () => screen.getByRole<HTMLInputElement>('slider', { name: '방송 재생 위치' });
const picture = () => document.querySelector('iframe')?.contentDocument?.body.textContent ?? '';
const sent = (page: Drawn) => page.bridge.asked.map(({ name }) => name);

describe('the last broadcast in the preview', () => {
  it('is played with its time, and nothing but reading is asked of the core', async () => {
    const page = await openReplay();
    expect(screen.getByText('00:01 / 01:05')).toBeVisible();
    fireEvent.click(button('재생'));
    await page.pass(4_000);
    expect(bar().getAttribute('aria-valuetext')).toBe('01:05 중 00:05');
    expect(new Set(sent(page))).toEqual(new Set(['broadcast.outline', 'broadcast.events']));
    fireEvent.click(button('일시정지'));
    await page.pass(5_000);
    expect(bar().getAttribute('aria-valuetext')).toBe('01:05 중 00:05');
  });

  it('draws its events as widgets of the preview', async () => {
    const page = await openReplay();
    fireEvent.click(button('재생'));
    await page.pass(4_000);
    expect(picture()).toContain('감자칩');
    expect(picture()).toContain('하루');
  });

  it('plays faster and to the end, and from the start again', async () => {
    const page = await openReplay();
    fireEvent.change(screen.getByLabelText('속도'), { target: { value: '60' } });
    fireEvent.click(button('재생'));
    await page.pass(1_500);
    expect(button('처음부터 재생')).toBeVisible();
    expect(screen.getByText('01:05 / 01:05')).toBeVisible();
  });

  it('goes to where the time bar is pulled', async () => {
    const page = await openReplay();
    fireEvent.change(bar(), { target: { value: String(BEGAN + 30_000) } });
    expect(bar().getAttribute('aria-valuetext')).toBe('01:05 중 00:30');
    await page.pass(200);
    expect(page.bridge.lastOf('broadcast.events').args).toEqual({
      broadcast: 7,
      after: 0,
      limit: 500,
      from: { at: BEGAN + 30_000, lead: 60 },
    });
  });

  it('marks donations on the time bar and goes from one to the next', async () => {
    const page = await openReplay();
    const marks = [...document.querySelectorAll('.replay-marks [data-kind="DONATION"]')];
    expect(marks.map((mark) => (mark as HTMLElement).style.left)).toEqual(['4.6875%', '100%']);
    fireEvent.click(button('다음 후원으로'));
    await page.pass(200);
    await answer(page, EVENTS);
    expect(bar().valueAsNumber).toBe(BEGAN + 2_000);
    fireEvent.click(button('다음 후원으로'));
    await page.pass(200);
    await answer(page, EVENTS);
    expect(bar().valueAsNumber).toBe(BEGAN + 63_000);
    expect(button('다음 후원으로')).toBeDisabled();
    fireEvent.click(button('이전 후원으로'));
    expect(bar().valueAsNumber).toBe(BEGAN + 2_000);
  });

  it('takes silence away or leaves it, as it is switched', async () => {
    const quiet = [moment(1, 0), moment(2, 600_000)];
    const page = await openReplay(quiet);
    const skip = screen.getByRole('switch', { name: '조용한 구간 건너뛰기' });
    expect(skip).toBeChecked();
    fireEvent.click(button('재생'));
    await page.pass(2_500);
    expect(button('처음부터 재생')).toBeVisible();
    fireEvent.click(skip);
    fireEvent.click(button('처음부터 재생'));
    await page.pass(10);
    await answer(page, quiet);
    await answer(page, quiet);
    await page.pass(2_500);
    expect(button('일시정지')).toBeVisible();
  });

  it('leaves nothing running when something else is chosen', async () => {
    const page = await openReplay();
    const before = page.clock.pendingTimers;
    fireEvent.click(button('재생'));
    await page.pass(4_000);
    fireEvent.click(button('예시'));
    await page.pass(10);
    expect(screen.queryByRole('slider', { name: '방송 재생 위치' })).toBeNull();
    expect(picture()).toContain('시청자 둘');
    expect(page.clock.pendingTimers).toBeLessThanOrEqual(before);
  });
});

describe('where there is nothing to play', () => {
  it('says so kindly, in English too', async () => {
    await openReplay(null, 'en');
    expect(screen.getByText('No broadcast to replay yet')).toBeVisible();
    expect(document.querySelector('.replay-track')).toBeNull();
  });

  it('looks again when asked', async () => {
    const page = await openReplay(null);
    expect(screen.getByText('아직 다시 볼 방송이 없어요')).toBeVisible();
    fireEvent.click(button('다시 확인'));
    await page.pass(10);
    await answer(page, EVENTS);
    await answer(page, EVENTS);
    expect(screen.getByText('00:01 / 01:05')).toBeVisible();
  });

  it('says why it cannot be read, and tries again', async () => {
    const page = await drawOverlay();
    fireEvent.click(button('지난 방송'));
    await page.pass(10);
    await page.core((bridge) => bridge.lastOf('broadcast.outline').refuse());
    expect(screen.getByText(PROBLEM_TEXT.what.ko)).toBeVisible();
    fireEvent.click(button('다시 시도'));
    await page.pass(10);
    await answer(page, EVENTS);
    expect(screen.queryByText(PROBLEM_TEXT.what.ko)).toBeNull();
    expect(bar()).toBeVisible();
  });
});
