import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  changedOverlay,
  DEFAULT_OVERLAY,
  overlayChangeSchema,
} from '../../../../shared/overlay/overlay-settings.ts';
import { drawDashboard } from '../draw-dashboard.tsx';
import { PROBLEM_TEXT } from '../support.ts';

const box = { x: 0, y: 0, width: 1, height: 1 };

async function drawWith(...widgets: readonly object[]) {
  const page = await drawDashboard({ language: 'en' });
  const layout = widgets.map((widget, at) => ({ id: `w${at}`, box, ...widget }));
  const value = changedOverlay(DEFAULT_OVERLAY, overlayChangeSchema.parse({ layout }));
  await page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'overlay', value }));
  return page;
}

const opener = () => screen.queryByRole('button', { name: 'New broadcast' });
const dialog = () => within(screen.getByRole('dialog'));

describe('a new broadcast', () => {
  // jsdom has the element, not its methods.
  beforeAll(() => {
    HTMLDialogElement.prototype.showModal ??= function showModal() {
      this.open = true;
    };
  });

  it.each([
    ['a goal that is kept', { kind: 'goal' }, false],
    ['a goal of the broadcast', { kind: 'goal', settings: { period: 'broadcast' } }, true],
    ['totals of the day', { kind: 'totals' }, false],
    ['supporters as they are by default', { kind: 'supporters' }, true],
    ['chat alone', { kind: 'chat' }, false],
  ])('can be begun with %s: %s', async (_what, widget, offered) => {
    await drawWith(widget);
    expect(opener() !== null).toBe(offered);
  });

  it('is begun after it was asked for twice, and says so', async () => {
    const page = await drawWith({ kind: 'supporters' });
    fireEvent.click(opener() as HTMLElement);
    expect(page.bridge.asked).toEqual([]);
    fireEvent.click(dialog().getByRole('button', { name: 'New broadcast' }));
    expect(page.bridge.last).toMatchObject({ name: 'broadcast.begin', args: {} });
    await page.core((bridge) => bridge.last.answer({ beganAt: 1 }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(screen.getByText('Counting from zero now.')).toBeVisible();
  });

  it('is left alone when it was not meant', async () => {
    const page = await drawWith({ kind: 'supporters' });
    fireEvent.click(opener() as HTMLElement);
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(page.bridge.asked).toEqual([]);
  });

  it('that could not begin says why', async () => {
    const page = await drawWith({ kind: 'supporters' });
    fireEvent.click(opener() as HTMLElement);
    fireEvent.click(dialog().getByRole('button', { name: 'New broadcast' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});
