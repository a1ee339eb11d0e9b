import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { askedOf, type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { GRANTED, READ, sayStream, VOYAGE } from '../stream/stream-support.ts';
import { NOW, PROBLEM_TEXT } from '../support.ts';

const button = () => document.querySelector('[data-part="title"]') as HTMLButtonElement;
const category = () => document.querySelector('[data-part="category"]') as HTMLButtonElement;
const field = () => screen.queryByRole<HTMLInputElement>('textbox', { name: 'Title' });
const write = (value: string) => fireEvent.change(field() as Element, { target: { value } });
const press = (key: string, init: object = {}) =>
  fireEvent.keyDown(field() as Element, { key, ...init });

async function draw(granted: readonly string[] = GRANTED): Promise<Drawn> {
  const page = await drawDashboard({
    language: 'en',
    status: { scopes: { granted, missing: [] } },
  });
  await sayStream(page, READ);
  return page;
}

describe('the title on the live page', () => {
  it('is saved with Enter over what was read, and shows until the core has said it', async () => {
    const page = await draw();
    expect(button()).toHaveTextContent('첫 제목');
    fireEvent.click(button());
    write('둘째 제목');
    press('Enter', { isComposing: true });
    expect(askedOf(page, 'stream.set')).toEqual([]);
    press('Enter');
    press('Enter');
    expect(askedOf(page, 'stream.set')).toEqual([
      { defaultLiveTitle: '둘째 제목', basedOn: { defaultLiveTitle: '첫 제목' } },
    ]);
    await page.core((bridge) => bridge.lastOf('stream.set').answer({}));
    expect(field()).toBeNull();
    expect(button()).toHaveTextContent('둘째 제목');
  });

  it('is left with Escape, and saved nowhere without a change', async () => {
    const page = await draw();
    fireEvent.keyDown(window, { key: 'F2' });
    write('버려질 제목');
    press('Escape');
    expect(field()).toBeNull();
    fireEvent.click(button());
    press('Enter');
    expect(field()).toBeNull();
    expect(button()).toHaveTextContent('첫 제목');
    expect(askedOf(page, 'stream.set')).toEqual([]);
  });

  it.each([
    ['', 'Enter a title.'],
    ['가'.repeat(102), 'Too long by 2.'],
  ])('of %j is not sent, and says why', async (title, why) => {
    const page = await draw();
    fireEvent.click(button());
    write(title);
    press('Enter');
    expect(screen.getByText(why)).toBeVisible();
    expect(askedOf(page, 'stream.set')).toEqual([]);
  });

  it('stays in its field when saving fails, and is then saved over what is known', async () => {
    const page = await draw();
    fireEvent.click(button());
    write('내 제목');
    press('Enter');
    const theirs = { defaultLiveTitle: '남의 제목', category: VOYAGE, tags: [] };
    await sayStream(page, { settings: { value: theirs, readAt: NOW + 1 } });
    await page.core((bridge) => bridge.lastOf('stream.set').refuse());
    expect(screen.getByText(PROBLEM_TEXT.what.en)).toBeVisible();
    expect(field()).toHaveValue('내 제목');
    press('Enter');
    expect(askedOf(page, 'stream.set').at(-1)).toEqual({
      defaultLiveTitle: '내 제목',
      basedOn: { defaultLiveTitle: '남의 제목' },
    });
  });

  it('leaves the field alone that was opened while it was being saved', async () => {
    const page = await draw();
    fireEvent.click(button());
    write('둘째 제목');
    press('Enter');
    press('Escape');
    fireEvent.click(category());
    const search = screen.getByRole('combobox', { name: 'Search categories' });
    await page.core((bridge) => bridge.lastOf('stream.set').answer({}));
    expect(search).toBeInTheDocument();
    expect(button()).toHaveTextContent('둘째 제목');
  });

  it('does not keep a category from being saved meanwhile', async () => {
    const page = await draw();
    fireEvent.click(button());
    write('둘째 제목');
    press('Enter');
    fireEvent.click(category());
    const search = screen.getByRole('combobox', { name: 'Search categories' });
    await page.pass(1);
    const island = { ...VOYAGE, categoryId: 'island', categoryValue: 'Island' };
    await page.core((bridge) =>
      bridge.lastOf('stream.categories').answer({ categories: [island], damaged: 0 }),
    );
    fireEvent.keyDown(search, { key: 'Enter' });
    expect(askedOf(page, 'stream.set').at(-1)).toMatchObject({ category: island });
    await page.core((bridge) => {
      for (const { name, answer } of bridge.asked) if (name === 'stream.set') answer({});
    });
    expect(category()).toHaveTextContent('Island');
    expect(button()).toHaveTextContent('둘째 제목');
  });

  it('says that it was not saved until that is put away', async () => {
    const page = await draw();
    fireEvent.click(button());
    write('내 제목');
    press('Enter');
    await page.core((bridge) => bridge.lastOf('stream.set').refuse());
    press('Escape');
    fireEvent.click(screen.getByRole('button', { name: 'Close' }));
    expect(screen.queryByText(PROBLEM_TEXT.what.en)).toBeNull();
  });

  it('cannot be changed without the permission, and says which', async () => {
    await draw(GRANTED.filter((scope) => scope !== 'WRITE:LIVE_STREAM_SETTINGS'));
    expect(button()).toBeDisabled();
    expect(button().title).not.toBe('');
    fireEvent.keyDown(window, { key: 'F2' });
    expect(field()).toBeNull();
  });
});
