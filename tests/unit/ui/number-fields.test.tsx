import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { TYPING_PAUSE_MS } from '../../../renderer/ui/number-draft.ts';
import { drawDesk } from '../dashboard/alerts/alert-queue-support.ts';
import { asked, BIG, drawRules, open } from '../dashboard/alerts/alert-rules-support.ts';
import type { Drawn } from '../dashboard/draw-dashboard.tsx';
import { askedOf } from '../dashboard/draw-dashboard.tsx';

/** As a browser tells of a digit. */
const digit = (field: HTMLElement, value: string) =>
  fireEvent(
    field,
    Object.assign(new InputEvent('input', { bubbles: true, inputType: 'insertText' }), {
      value: setValue(field, value),
    }),
  );

/** Past React, which remembers what it put there itself. */
function setValue(field: HTMLElement, value: string): string {
  const { set } = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value') ?? {};
  set?.call(field, value);
  return value;
}

const minimum = () => screen.getByLabelText('Minimum donation for an alert');
const toldOf = (page: Drawn) => askedOf(page, 'overlay.set');
const told = (minimumBeams: number) => ({ queue: { minimumBeams } });

describe('a number that is typed', () => {
  it('is told after a pause, once, and not digit by digit', async () => {
    const page = await drawDesk({ part: 'settings' });
    for (const text of ['5', '50', '500']) {
      digit(minimum(), text);
      await page.pass(TYPING_PAUSE_MS - 100);
    }
    expect(minimum()).toHaveValue(500);
    expect(toldOf(page)).toEqual([]);
    await page.pass(100);
    expect(toldOf(page)).toEqual([told(500)]);
  });

  it.each([
    ['Enter', () => fireEvent.keyDown(minimum(), { key: 'Enter' })],
    ['leaving the field', () => fireEvent.blur(minimum())],
  ])('is told at once with %s, and not again after the pause', async (_, end) => {
    const page = await drawDesk({ part: 'settings' });
    digit(minimum(), '500');
    end();
    expect(toldOf(page)).toEqual([told(500)]);
    await page.pass(TYPING_PAUSE_MS * 2);
    expect(toldOf(page)).toHaveLength(1);
  });

  it('is told at once when it came by a step of the field', async () => {
    const page = await drawDesk({ part: 'settings' });
    digit(minimum(), '50');
    fireEvent.change(minimum(), { target: { value: '51' } });
    expect(toldOf(page)).toEqual([told(51)]);
    await page.pass(TYPING_PAUSE_MS * 2);
    expect(toldOf(page)).toHaveLength(1);
  });

  it('is told to nobody while it is none, and gives way to what holds when it is left', async () => {
    const page = await drawDesk({ part: 'settings' });
    digit(minimum(), '-3');
    await page.pass(TYPING_PAUSE_MS);
    fireEvent.blur(minimum());
    expect(toldOf(page)).toEqual([]);
    expect(minimum()).toHaveValue(0);
  });

  it('leaves nothing behind when its field goes', async () => {
    const page = await drawRules([BIG]);
    open('Big');
    digit(screen.getByLabelText('Maximum'), '20000');
    open('Big');
    await page.pass(TYPING_PAUSE_MS * 2);
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('is told after a pause where it may be left out, too', async () => {
    const page = await drawRules([BIG]);
    open('Big');
    digit(screen.getByLabelText('Maximum'), '20000');
    expect(askedOf(page, 'overlay.set')).toEqual([]);
    await page.pass(TYPING_PAUSE_MS);
    expect(asked(page)[0]?.when).toEqual([{ type: 'amount', from: 10_000, to: 20_000 }]);
  });
});
