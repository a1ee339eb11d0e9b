import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { StreamState } from '../../../../shared/contract/stream.ts';
import { askedOf, drawDashboard } from '../draw-dashboard.tsx';
import { NOW, PROBLEM, PROBLEM_TEXT } from '../support.ts';
import { card, drawStream, READ, sayStream, type, VOYAGE } from './stream-support.ts';

const settings = () => card('Stream settings');
const title = () => settings().getByRole('textbox', { name: 'Title' });
const tags = () => settings().getByRole('textbox', { name: 'Tags' });
const search = () => settings().getByRole('combobox', { name: 'Search categories' });
const save = () => settings().getByRole('button', { name: 'Save' });
const theirs = (defaultLiveTitle: string): Partial<StreamState> => ({
  settings: {
    value: { defaultLiveTitle, category: VOYAGE, tags: ['수다'] },
    readAt: NOW + 1,
  },
});

describe('the title', () => {
  it('is what was read, and follows what is read', async () => {
    const page = await drawStream();
    expect(title()).toHaveValue('첫 제목');
    expect(save()).toBeDisabled();
    await sayStream(page, theirs('남의 제목'));
    expect(title()).toHaveValue('남의 제목');
    expect(screen.queryByText('Changed elsewhere while you were editing')).toBeNull();
  });

  it('is saved with what it was based on, and then is no edit any more', async () => {
    const page = await drawStream();
    type(title(), '새 제목');
    expect(settings().getByText('Unsaved: Title')).toBeVisible();
    fireEvent.click(save());
    expect(page.bridge.last).toMatchObject({
      name: 'stream.set',
      args: { defaultLiveTitle: '새 제목', basedOn: { defaultLiveTitle: '첫 제목' } },
    });
    expect(Object.keys(page.bridge.last.args as object)).toEqual(['defaultLiveTitle', 'basedOn']);
    await page.core((bridge) => bridge.last.answer({}));
    expect(settings().getByText('Saved')).toBeVisible();
    expect(title()).toHaveValue('새 제목');
    expect(save()).toBeDisabled();
    // What the platform made of it is what holds.
    await sayStream(page, theirs('새 제목!'));
    expect(title()).toHaveValue('새 제목!');
    expect(save()).toBeDisabled();
  });

  it('is saved with Enter, not with the one that ends a syllable', async () => {
    const page = await drawStream();
    fireEvent.keyDown(title(), { key: 'Enter' });
    type(title(), '새 제목');
    fireEvent.keyDown(title(), { key: 'Enter', isComposing: true });
    expect(askedOf(page, 'stream.set')).toEqual([]);
    fireEvent.keyDown(title(), { key: 'Enter' });
    fireEvent.keyDown(title(), { key: 'Enter' });
    expect(askedOf(page, 'stream.set')).toHaveLength(1);
  });

  it('stays in the field when saving fails', async () => {
    const page = await drawStream();
    type(title(), '새 제목');
    fireEvent.click(save());
    await page.core((bridge) => bridge.last.refuse());
    expect(settings().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
    expect(title()).toHaveValue('새 제목');
    expect(save()).toBeEnabled();
  });

  it.each([
    ['', 'Enter a title.', '0 / 100'],
    ['🎮'.repeat(101), 'Too long by 1.', '101 / 100'],
  ])('%j cannot be saved, and says why', async (text, why, count) => {
    await drawStream();
    type(title(), text);
    expect(settings().getByText(why)).toBeVisible();
    expect(settings().getByText(count)).toBeVisible();
    expect(title()).toHaveAttribute('aria-invalid', 'true');
    expect(save()).toBeDisabled();
  });

  it('of a hundred emoji is long enough, not too long', async () => {
    await drawStream();
    type(title(), '🎮'.repeat(100));
    expect(settings().getByText('100 / 100')).toBeVisible();
    expect(save()).toBeEnabled();
  });

  it('is saved with Enter, unless it ends a syllable or nothing can be saved', async () => {
    const page = await drawStream();
    const saves = () => page.bridge.asked.filter(({ name }) => name === 'stream.set').length;
    fireEvent.keyDown(title(), { key: 'Enter' });
    type(title(), '새 제목');
    fireEvent.keyDown(title(), { key: 'Enter', isComposing: true });
    expect(saves()).toBe(0);
    fireEvent.keyDown(title(), { key: 'Enter' });
    expect(page.bridge.last).toMatchObject({ args: { defaultLiveTitle: '새 제목' } });
    fireEvent.keyDown(title(), { key: 'Enter' });
    expect(saves()).toBe(1);
  });

  it('has no lines', async () => {
    await drawStream();
    type(title(), 'one \n two');
    expect(title()).toHaveValue('one two');
  });

  it('can be put back as it was', async () => {
    await drawStream();
    type(title(), '새 제목');
    fireEvent.click(settings().getByRole('button', { name: 'Discard changes' }));
    expect(title()).toHaveValue('첫 제목');
  });
});

describe('a field that was changed elsewhere while it is edited', () => {
  it('shows both values and saves nothing before somebody chooses', async () => {
    const page = await drawStream();
    type(title(), '내 제목');
    await sayStream(page, theirs('남의 제목'));
    expect(settings().getByText('내 제목', { selector: 'bdi' })).toBeVisible();
    expect(settings().getByText('남의 제목', { selector: 'bdi' })).toBeVisible();
    expect(title()).toHaveValue('내 제목');
    expect(save()).toBeDisabled();
  });

  it('is saved over the other one once that was seen', async () => {
    const page = await drawStream();
    type(title(), '내 제목');
    await sayStream(page, theirs('남의 제목'));
    fireEvent.click(settings().getByRole('button', { name: 'Use mine' }));
    fireEvent.click(save());
    expect(page.bridge.last.args).toEqual({
      defaultLiveTitle: '내 제목',
      basedOn: { defaultLiveTitle: '남의 제목' },
    });
  });

  it('can be left to the other one', async () => {
    const page = await drawStream();
    type(title(), '내 제목');
    await sayStream(page, theirs('남의 제목'));
    fireEvent.click(settings().getByRole('button', { name: 'Use current' }));
    expect(title()).toHaveValue('남의 제목');
    expect(settings().queryByText('Changed elsewhere while you were editing')).toBeNull();
  });

  it('is no conflict where the other one set the same', async () => {
    const page = await drawStream();
    type(title(), '같은 제목');
    await sayStream(page, theirs('같은 제목'));
    expect(settings().queryByText('Changed elsewhere while you were editing')).toBeNull();
    expect(settings().getByText('No changes')).toBeVisible();
  });
});

describe('the category', () => {
  const found = (...names: string[]) => ({
    categories: names.map((name) => ({ ...VOYAGE, categoryId: name, categoryValue: name })),
  });
  const options = () => settings().getAllByRole('option');

  it('is found and chosen with the keyboard alone', async () => {
    const page = await drawStream();
    fireEvent.focus(search());
    type(search(), 'lan');
    await page.pass(300);
    expect(page.bridge.lastOf('stream.categories').args).toEqual({ keyword: 'lan' });
    await page.core((bridge) => bridge.lastOf('stream.categories').answer(found('A', 'B', 'C')));
    expect(settings().getByText('3 found')).toBeVisible();
    expect(search()).toHaveAttribute('aria-expanded', 'true');
    fireEvent.keyDown(search(), { key: 'ArrowUp' });
    expect(options()[2]).toHaveAttribute('aria-selected', 'true');
    expect(search()).toHaveAttribute('aria-activedescendant', options()[2]?.id);
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    fireEvent.keyDown(search(), { key: 'ArrowDown' });
    fireEvent.keyDown(search(), { key: 'Enter' });
    expect(settings().queryByRole('option')).toBeNull();
    fireEvent.click(save());
    expect(page.bridge.last.args).toMatchObject({
      category: { categoryId: 'B' },
      basedOn: { category: { categoryId: 'voyage' } },
    });
  });

  it('is searched for once typing pauses, and an old answer does not push out a new one', async () => {
    const page = await drawStream();
    fireEvent.focus(search());
    await page.pass(0);
    type(search(), 'a');
    await page.pass(100);
    type(search(), 'ab');
    await page.pass(300);
    const asked = page.bridge.asked.filter(({ name }) => name === 'stream.categories');
    expect(asked.map(({ args }) => args)).toEqual([{ keyword: '' }, { keyword: 'ab' }]);
    await page.core(() => asked[1]?.answer(found('new')));
    await page.core(() => asked[0]?.answer(found('old')));
    expect(options().map((option) => option.textContent)).toEqual(['newGAME']);
  });

  it('that nobody knows, and a search that failed, are said', async () => {
    const page = await drawStream();
    fireEvent.focus(search());
    type(search(), 'zzz');
    await page.pass(300);
    await page.core((bridge) => bridge.lastOf('stream.categories').answer(found()));
    expect(settings().getByText('No categories match “zzz”. Try another name.')).toBeVisible();
    type(search(), 'zz');
    await page.pass(300);
    await page.core((bridge) => bridge.lastOf('stream.categories').refuse());
    expect(settings().getByText(PROBLEM_TEXT.cure.en)).toBeVisible();
    fireEvent.keyDown(search(), { key: 'Escape' });
    expect(settings().queryByText(PROBLEM_TEXT.cure.en)).toBeNull();
  });

  it('does not take an Enter that only ends a syllable', async () => {
    const page = await drawStream();
    fireEvent.focus(search());
    await page.pass(0);
    await page.core((bridge) => bridge.lastOf('stream.categories').answer(found('A')));
    fireEvent.keyDown(search(), { key: 'Enter', isComposing: true });
    expect(options()).toHaveLength(1);
  });

  it('can be removed', async () => {
    const page = await drawStream();
    fireEvent.click(settings().getByRole('button', { name: 'Remove category' }));
    expect(settings().getByText('No category')).toBeVisible();
    fireEvent.click(save());
    expect(page.bridge.last.args).toMatchObject({ category: null });
  });
});

describe('tags', () => {
  const chips = () =>
    settings()
      .getAllByRole('listitem')
      .map((chip) => chip.textContent);

  it('are added with Enter and with commas, and taken away with Backspace', async () => {
    const page = await drawStream();
    type(tags(), ' 게임 ');
    fireEvent.keyDown(tags(), { key: 'Enter' });
    type(tags(), '밤,낮,');
    expect(chips()).toEqual(['수다', '게임', '밤', '낮']);
    fireEvent.keyDown(tags(), { key: 'Backspace' });
    fireEvent.click(settings().getByRole('button', { name: 'Remove tag: 게임' }));
    fireEvent.click(save());
    expect(page.bridge.last.args).toEqual({
      tags: ['수다', '밤'],
      basedOn: { tags: ['수다'] },
    });
  });

  it('are six at most; a seventh stays in the field', async () => {
    await drawStream();
    type(tags(), 'a,b,c,d,e,f,');
    expect(chips()).toHaveLength(6);
    expect(tags()).toHaveValue('f');
    expect(settings().getByText('You can add up to 6 tags.')).toBeVisible();
  });

  it('are each there once', async () => {
    await drawStream();
    type(tags(), '수다');
    fireEvent.keyDown(tags(), { key: 'Enter' });
    expect(chips()).toEqual(['수다']);
    expect(settings().getByText('Already added: 수다')).toBeVisible();
  });

  it('are not cut in a syllable that is still being put together', async () => {
    await drawStream();
    type(tags(), '게이');
    fireEvent.keyDown(tags(), { key: 'Enter', isComposing: true });
    expect(chips()).toEqual(['수다']);
    expect(tags()).toHaveValue('게이');
  });
});

describe('the page', () => {
  it('waits for the core', async () => {
    await drawDashboard({ language: 'en' });
    fireEvent.click(screen.getByRole('button', { name: /^Stream/ }));
    expect(screen.getByText('Loading stream settings.')).toBeVisible();
  });

  it('tells the core that somebody looks, for as long as that is so', async () => {
    const page = await drawStream();
    expect(askedOf(page, 'stream.look')).toHaveLength(1);
    await page.pass(60_000);
    expect(askedOf(page, 'stream.look')).toHaveLength(4);
    fireEvent.click(within(screen.getByRole('navigation')).getByText('Live'));
    await page.pass(60_000);
    expect(askedOf(page, 'stream.look')).toHaveLength(4);
  });

  it('says why a part could not be read, and shows what was read before', async () => {
    await drawStream({
      desk: { problems: { settings: PROBLEM, chat: null, live: null } },
    });
    expect(settings().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
    expect(title()).toHaveValue('첫 제목');
    expect(settings().getByText(/^As of/)).toBeVisible();
  });

  it('knows what to do without anything that was read', async () => {
    const page = await drawStream({ desk: { settings: null, chat: null, live: null } });
    expect(settings().getByText('Not loaded yet')).toBeVisible();
    type(title(), '보지 않고');
    fireEvent.click(save());
    expect(page.bridge.last.args).toEqual({ defaultLiveTitle: '보지 않고', basedOn: {} });
    expect(READ.settings).not.toBeNull();
  });

  it('has no empty fields to fear: a title that is not known is no faulty one', async () => {
    await drawStream({ desk: { settings: null } });
    expect(settings().queryByText('Enter a title.')).toBeNull();
  });
});
