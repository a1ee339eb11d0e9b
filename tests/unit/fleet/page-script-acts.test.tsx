import { beforeEach, describe, expect, it } from 'vitest';
import { button, get, live, NOW, OpenPage, prepareDocument, rows, turns } from './open-page.ts';

beforeEach(prepareDocument);

describe('what a person does on the fleet’s page in a browser', () => {
  it('pauses once for two clicks, and says what came of it', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    button('Pause a').click();
    button('Pause a').click();
    await page.later();
    expect(page.asked).toEqual([{ does: 'pause', channel: 'a' }]);
    expect(button('Pause a').getAttribute('aria-disabled')).toBe('true');
    page.channels = [live('a', { state: 'paused', owner: null })];
    await page.answer();
    expect(get('#told').textContent).toBe('Done.');
    expect(button('Resume a').hasAttribute('aria-disabled')).toBe(false);
  });

  it('asks by name before it removes, and a no changes nothing', async () => {
    const page = new OpenPage();
    page.channels = [live('a', { name: '$& Mina' })];
    await page.open();
    const ask = get('#ask') as HTMLDialogElement;
    button('Remove $& Mina').click();
    expect(ask.open).toBe(true);
    expect(get('#ask-title').textContent).toBe('Remove $& Mina?');
    get('#ask [data-does="close"]').click();
    expect([ask.open, page.asked]).toEqual([false, []]);
    button('Remove $& Mina').click();
    get('#ask [data-does="yes"]').click();
    expect(page.asked).toEqual([{ does: 'remove', channel: 'a' }]);
    expect(get('#told').textContent).toContain('half a minute');
  });

  it('shows a link once: it is gone with its window', async () => {
    const page = new OpenPage();
    page.outcome = { isDone: true, text: 'Ready.', link: 'https://f.example/join/x', until: NOW };
    await page.open();
    get('[data-does="add"]').click();
    await page.answer();
    const field = get('#link-text') as HTMLInputElement;
    expect(field.value).toBe('https://f.example/join/x');
    expect(get('#link-until').textContent).toMatch(/^It works once, until Sep/);
    get('#link [data-does="copy"]').click();
    await turns();
    expect(get('#copied').textContent).toBe('Copy the marked text yourself.');
    get('#link [data-does="close"]').click();
    expect(field.value).toBe('');
  });

  it('says that it works on it, and shows at once what became of it', async () => {
    const page = new OpenPage();
    page.channels = [live('a'), live('b')];
    await page.open();
    const told = get('#told');
    button('Pause a').click();
    expect([told.textContent, told.className]).toEqual(['Working…', '']);
    expect([button('Pause a').textContent, button('Remove a').textContent]).toEqual([
      ...['Working…', 'Remove'],
    ]);
    expect(button('Remove a').getAttribute('aria-disabled')).toBe('true');
    expect(button('Pause b').textContent).toBe('Pause');
    expect(button('Pause b').hasAttribute('aria-disabled')).toBe(false);
    page.channels = [live('a', { state: 'paused', owner: null }), live('b')];
    await page.answer();
    expect([told.textContent, told.className]).toEqual(['Done.', 'ok']);
    expect(button('Resume a').textContent).toBe('Resume');
    expect(button('Remove a').hasAttribute('aria-disabled')).toBe(false);
    button('Resume a').click();
    page.outcome = { isDone: false, text: 'It is gone.' };
    await page.answer();
    expect(page.asked.slice(1)).toEqual([{ does: 'resume', channel: 'a' }]);
    expect([told.textContent, told.className]).toEqual(['It is gone.', 'bad']);
  });

  it('says that it is not known whether it worked where nobody answers, and may be tried again', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    button('Pause a').click();
    page.status = 0;
    await page.answer();
    const told = get('#told');
    expect(told.textContent).toContain('it isn’t known whether that worked');
    expect(told.className).toBe('bad');
    page.status = 200;
    await page.later();
    button('Pause a').click();
    expect(page.asked).toHaveLength(2);
  });

  it('asks nothing about a channel that it works on', async () => {
    const page = new OpenPage();
    page.channels = [live('a'), live('b')];
    await page.open();
    button('Pause a').click();
    button('Remove a').click();
    const ask = get('#ask') as HTMLDialogElement;
    expect(ask.open).toBe(false);
    button('Remove b').click();
    expect([ask.open, get('#ask-title').textContent]).toEqual([true, 'Remove b?']);
  });

  it('closes its question when it is answered, and does nothing where none was asked', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    get('#ask [data-does="yes"]').click();
    expect(page.asked).toEqual([]);
    button('Remove a').click();
    get('#ask [data-does="yes"]').click();
    expect((get('#ask') as HTMLDialogElement).open).toBe(false);
    expect([get('#told').textContent, get('#told').className]).toEqual([
      'Removing. This takes up to half a minute.',
      '',
    ]);
    expect(button('Remove a').textContent).toBe('Remove');
    page.channels = [];
    await page.answer();
    expect(rows()).toEqual([]);
  });

  it('does nothing for a click beside its buttons', async () => {
    const page = new OpenPage();
    page.channels = [live('a')];
    await page.open();
    get('#channels-rows th').click();
    expect(page.asked).toEqual([]);
    expect([...document.querySelectorAll('dialog')].some(({ open }) => open)).toBe(false);
  });

  it('makes one link for two clicks, and opens no window where there is none', async () => {
    const page = new OpenPage();
    page.outcome = { isDone: false, text: 'Not here.' };
    await page.open();
    const add = get('[data-does="add"]');
    add.click();
    add.click();
    expect(add.getAttribute('aria-disabled')).toBe('true');
    await page.answer();
    expect(page.asked).toEqual([{ does: 'add' }]);
    expect(add.hasAttribute('aria-disabled')).toBe(false);
    expect((get('#link') as HTMLDialogElement).open).toBe(false);
    expect(get('#told').textContent).toBe('Not here.');
  });

  it('shows a link marked, ready to be copied, and says when it is copied', async () => {
    const page = new OpenPage();
    const copied: string[] = [];
    let isAllowed = true;
    page.copy = async (text) => {
      if (!isAllowed) throw new Error('not allowed');
      copied.push(text);
    };
    page.outcome = { isDone: true, text: 'Ready.', link: 'https://f.example/join/x' };
    await page.open();
    get('[data-does="add"]').click();
    await page.answer();
    const dialog = get('#link') as HTMLDialogElement;
    const field = get('#link-text') as HTMLInputElement;
    expect(dialog.open).toBe(true);
    expect(document.activeElement).toBe(field);
    expect(field.selectionEnd).toBe(field.value.length);
    expect(get('#link-until').textContent).toBe('It works once, until .');
    field.setSelectionRange(0, 0);
    get('#link [data-does="copy"]').click();
    await turns();
    expect(copied).toEqual(['https://f.example/join/x']);
    expect(get('#copied').textContent).toBe('Copied');
    expect([field.selectionStart, field.selectionEnd]).toEqual([0, field.value.length]);
    isAllowed = false;
    get('#link [data-does="copy"]').click();
    await turns();
    expect(get('#copied').textContent).toBe('Copy the marked text yourself.');
    get('#link [data-does="close"]').click();
    expect(dialog.open).toBe(false);
    get('[data-does="add"]').click();
    await page.answer();
    expect([dialog.open, get('#copied').textContent]).toEqual([true, '']);
  });
});
