import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import {
  ALL,
  answered,
  asked,
  BIG,
  drawRules,
  names,
  ruleOf,
} from '../dashboard/alerts/alert-rules-support.ts';
import { askedOf } from '../dashboard/draw-dashboard.tsx';
import { button, buttons, changes, drawOverlay } from '../dashboard/overlay/overlay-support.ts';

const THIRD = ruleOf('third', { name: 'Third' });
const grip = (name: string) => button(`Move: ${name}`);
const said = () => document.querySelector('.only-heard[aria-live="assertive"]')?.textContent;
const press = (name: string, key: string) => fireEvent.keyDown(grip(name), { key });

/** Rows of 40 pixels, one below the other; the list begins at 100. */
function layOut(list: string): void {
  const rect = (top: number, height: number) => () => ({ top, height }) as DOMRect;
  const element = document.querySelector<HTMLElement>(list);
  if (!element) throw new Error(`No ${list}`);
  element.getBoundingClientRect = rect(100, 120);
  [...element.children].forEach((row, index) => {
    row.getBoundingClientRect = rect(100 + 40 * index, 40);
  });
}

describe('rules in another order with keys', () => {
  it('are lifted, moved, put down, and told to the core once', async () => {
    const page = await drawRules([BIG, ALL, THIRD]);
    press('Big', ' ');
    expect(said()).toContain('Picked up Big. Position 1 of 3.');
    expect(grip('Big')).toHaveAttribute('aria-pressed', 'true');
    press('Big', 'ArrowDown');
    expect(said()).toBe('Position 2 of 3.');
    press('Big', 'ArrowDown');
    press('Big', 'ArrowDown');
    expect(said()).toBe('Position 3 of 3.');
    expect(askedOf(page, 'overlay.set')).toEqual([]);
    press('Big', ' ');
    expect(said()).toBe('Dropped Big. Position 3 of 3.');
    expect(names()).toEqual(['All', 'Third', 'Big']);
    expect(asked(page).map(({ id }) => id)).toEqual(['all', 'third', 'big']);
    expect(askedOf(page, 'overlay.set')).toHaveLength(1);
  });

  it('go to either end, and back where they were with Escape', async () => {
    const page = await drawRules([BIG, ALL, THIRD]);
    press('All', ' ');
    press('All', 'End');
    expect(said()).toBe('Position 3 of 3.');
    press('All', 'Home');
    expect(said()).toBe('Position 1 of 3.');
    press('All', 'Escape');
    expect(said()).toBe('Canceled. All is back in position 2 of 3.');
    expect(names()).toEqual(['Big', 'All', 'Third']);
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('are put back when the keyboard goes elsewhere', async () => {
    const page = await drawRules([BIG, ALL]);
    press('Big', ' ');
    press('Big', 'ArrowDown');
    fireEvent.blur(grip('Big'));
    expect(said()).toContain('Canceled. Big');
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('leave arrows alone while nothing is lifted', async () => {
    const page = await drawRules([BIG, ALL]);
    press('Big', 'ArrowDown');
    press('Big', 'Escape');
    expect(said()).toBe('');
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('fall out of hand when the list changes under it', async () => {
    const page = await drawRules([BIG, ALL, THIRD]);
    press('Third', ' ');
    press('Third', 'Home');
    fireEvent.click(button('Remove: Big'));
    await answered(page);
    expect(grip('Third')).toHaveAttribute('aria-pressed', 'false');
    press('Third', 'ArrowDown');
    expect(names()).toEqual(['All', 'Third']);
  });

  it('cannot be taken while there is only one', async () => {
    await drawRules([BIG]);
    expect(grip('Big')).toBeDisabled();
  });
});

describe('rules in another order with the pointer', () => {
  const at = (clientY: number) => ({ pointerId: 1, button: 0, clientY });

  it('follow it and are put down where it is let go', async () => {
    const page = await drawRules([BIG, ALL, THIRD]);
    layOut('.rules');
    fireEvent.pointerDown(grip('Big'), at(120));
    fireEvent.pointerMove(window, at(170));
    const rows = [...document.querySelectorAll<HTMLElement>('.rule')];
    expect(rows.map(({ style }) => style.transform)).toEqual([
      'translateY(50px)',
      'translateY(-40px)',
      'translateY(0px)',
    ]);
    expect(names()).toEqual(['Big', 'All', 'Third']);
    fireEvent.pointerUp(window, at(170));
    expect(names()).toEqual(['All', 'Big', 'Third']);
    expect(asked(page).map(({ id }) => id)).toEqual(['all', 'big', 'third']);
    expect(document.querySelector('[data-reorder]')).toBeNull();
  });

  it.each([
    ['Escape', () => fireEvent.keyDown(window, { key: 'Escape' })],
    ['a lost pointer', () => fireEvent.pointerCancel(window, at(170))],
  ])('go back with %s', async (_, stop) => {
    const page = await drawRules([BIG, ALL]);
    layOut('.rules');
    fireEvent.pointerDown(grip('Big'), at(120));
    fireEvent.pointerMove(window, at(170));
    stop();
    fireEvent.pointerUp(window, at(170));
    expect(names()).toEqual(['Big', 'All']);
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('leave another finger and another button alone', async () => {
    const page = await drawRules([BIG, ALL]);
    layOut('.rules');
    fireEvent.pointerDown(grip('Big'), { ...at(120), button: 2 });
    expect(document.querySelector('[data-reorder]')).toBeNull();
    fireEvent.pointerDown(grip('Big'), at(120));
    fireEvent.pointerMove(window, { ...at(170), pointerId: 7 });
    fireEvent.pointerUp(window, at(120));
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('are not told to the core when the list changed meanwhile', async () => {
    const page = await drawRules([BIG, ALL, THIRD]);
    layOut('.rules');
    fireEvent.pointerDown(grip('Big'), at(120));
    fireEvent.pointerMove(window, at(999));
    fireEvent.click(button('Remove: Third'));
    fireEvent.pointerUp(window, at(999));
    await answered(page);
    expect(names()).toEqual(['Big', 'All']);
  });
});

describe('widgets in another order', () => {
  it('are moved through the layers, in Korean too', async () => {
    const page = await drawOverlay();
    const grips = () => buttons(/^옮기기: /).map((each) => each.getAttribute('aria-label'));
    const [top, ...rest] = grips();
    const first = button(top ?? '');
    fireEvent.keyDown(first, { key: ' ' });
    expect(said()).toContain(`${rest.length + 1}개 중 1번째예요.`);
    fireEvent.keyDown(first, { key: 'End' });
    fireEvent.keyDown(first, { key: ' ' });
    expect(grips()).toEqual([...rest, top]);
    await page.pass(1_000);
    expect(changes(page).at(-1)?.widgets).toHaveLength(rest.length + 1);
  });
});
