import { fireEvent, render, screen } from '@testing-library/react';
import { useRef } from 'react';
import { describe, expect, it } from 'vitest';
import { useRowStops } from '../../../renderer/ui/row-stops.ts';

function List({ names }: { readonly names: readonly string[] }) {
  const list = useRef<HTMLUListElement>(null);
  useRowStops(list, names.length > 0);
  return (
    <ul ref={list}>
      {names.map((name) => (
        <li key={name}>
          {name.startsWith('nobody') ? name : <button type="button">open {name}</button>}
          {name === 'cy' || name.startsWith('nobody') ? null : (
            <button type="button">block {name}</button>
          )}
        </li>
      ))}
    </ul>
  );
}

const button = (name: string) => screen.getByRole('button', { name });
const stops = () =>
  screen
    .getAllByRole('button')
    .filter(({ tabIndex }) => tabIndex === 0)
    .map(({ textContent }) => textContent);
const NAMES = ['ann', 'bo', 'cy', 'dee'];

describe('the rows of a list', () => {
  it('are one Tab stop with the controls of one row', () => {
    render(<List names={NAMES} />);
    expect(stops()).toEqual(['open ann', 'block ann']);
  });

  it.each([
    ['ArrowDown', 'block bo'],
    ['End', 'block dee'],
    ['PageDown', 'block dee'],
    ['ArrowUp', 'block ann'],
  ])('are changed with %s, at the same control', (key, to) => {
    render(<List names={NAMES} />);
    button('block ann').focus();
    fireEvent.keyDown(button('block ann'), { key });
    expect(button(to)).toHaveFocus();
    expect(stops()).toEqual([to.replace('block', 'open'), to]);
  });

  it('lead to the last control of a row that has fewer', () => {
    render(<List names={NAMES} />);
    button('block bo').focus();
    fireEvent.keyDown(button('block bo'), { key: 'ArrowDown' });
    expect(button('open cy')).toHaveFocus();
  });

  it('without controls are passed over', () => {
    render(<List names={['nobody', 'ann', 'nobody else', 'bo']} />);
    expect(stops()).toEqual(['open ann', 'block ann']);
    fireEvent.keyDown(button('open ann'), { key: 'ArrowDown' });
    expect(button('open bo')).toHaveFocus();
  });

  it('leave keys with a modifier alone', () => {
    render(<List names={NAMES} />);
    button('open ann').focus();
    fireEvent.keyDown(button('open ann'), { key: 'ArrowDown', ctrlKey: true });
    expect(button('open ann')).toHaveFocus();
  });

  it('begin with the first, whatever rows come before it was reached', async () => {
    const { rerender } = render(<List names={['bo', 'dee']} />);
    rerender(<List names={NAMES} />);
    await expect.poll(stops).toEqual(['open ann', 'block ann']);
  });

  it('keep one stop when rows come and go', async () => {
    const { rerender } = render(<List names={NAMES} />);
    button('open bo').focus();
    rerender(<List names={['ann', 'cy', 'dee']} />);
    await expect.poll(stops).toEqual(['open cy']);
    rerender(<List names={['zoe', 'ann', 'cy']} />);
    await expect.poll(stops).toEqual(['open cy']);
  });

  it('hand the focus of a removed row to the row in its place', async () => {
    const { rerender } = render(<List names={NAMES} />);
    button('block bo').focus();
    rerender(<List names={['ann', 'dee']} />);
    await expect.poll(() => document.activeElement?.textContent).toBe('block dee');
    rerender(<List names={['ann']} />);
    await expect.poll(() => document.activeElement?.textContent).toBe('block ann');
  });

  it('do not call back a focus that went elsewhere before its row did', async () => {
    const { rerender } = render(<List names={NAMES} />);
    button('open bo').focus();
    fireEvent.pointerDown(document.body);
    button('open bo').blur();
    rerender(<List names={['ann', 'dee']} />);
    await expect.poll(stops).toEqual(['open dee', 'block dee']);
    expect(document.body).toHaveFocus();
  });
});
