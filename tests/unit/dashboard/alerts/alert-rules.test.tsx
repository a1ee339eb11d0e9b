import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { askedOf } from '../draw-dashboard.tsx';
import { button, buttons } from '../overlay/overlay-support.ts';
import { PROBLEM, PROBLEM_TEXT } from '../support.ts';
import {
  ALL,
  answered,
  asked,
  BIG,
  drawRules,
  firstLook,
  names,
  open,
  PICTURE,
  previewIn,
  ruleOf,
  SOUND,
} from './alert-rules-support.ts';

describe('the list of rules', () => {
  it('says how to begin while there is none', async () => {
    const page = await drawRules([]);
    expect(screen.getByText(/No rules yet/)).toBeVisible();
    fireEvent.click(button('Add a rule: Donations from 10,000 beams'));
    expect(asked(page)).toMatchObject([
      { enabled: true, when: [{ kinds: ['DONATION'] }, { from: 10_000 }] },
    ]);
    expect(button('Edit: Donation · 10,000 beams or more')).toHaveAttribute(
      'aria-expanded',
      'true',
    );
  });

  it('makes four rules by amount at one press, and says when they are there', async () => {
    const page = await drawRules([ALL]);
    fireEvent.click(button('Add four rules by amount'));
    expect(screen.getByText('4 rules added.')).toBeVisible();
    expect(names()).toEqual([
      'Donation · 50,000 beams or more',
      'Donation · 10,000–49,999 beams',
      'Donation · 1,000–9,999 beams',
      'Donation · Up to 999 beams',
      'All',
    ]);
    expect(screen.getByText('→ Large')).toBeVisible();
    await answered(page);
    const calls = askedOf(page, 'overlay.set').length;
    fireEvent.click(button('Add four rules by amount'));
    expect(screen.getByText('You already have these four rules.')).toBeVisible();
    expect(askedOf(page, 'overlay.set')).toHaveLength(calls);
  });

  it('says when a rule above takes what a tier is for', async () => {
    await drawRules([{ ...BIG, when: [{ type: 'kind', kinds: ['DONATION'] }, ...BIG.when] }]);
    fireEvent.click(button('Add four rules by amount'));
    expect(screen.getByText('4 rules added. A rule above matches first: Big')).toBeVisible();
  });

  it('puts a rule that asks for more above those that ask for less', async () => {
    const page = await drawRules([ALL]);
    fireEvent.click(button('Add a rule: Purchases'));
    expect(asked(page).at(-1)?.id).toBe('all');
    expect(names()).toEqual(['Purchase', 'All']);
  });

  it('changes the order at once and says it to the core', async () => {
    const page = await drawRules([BIG, ALL]);
    expect(button('Move up: Big')).toBeDisabled();
    expect(button('Move down: All')).toBeDisabled();
    fireEvent.click(button('Move down: Big'));
    expect(names()).toEqual(['All', 'Big']);
    expect(asked(page).map(({ id }) => id)).toEqual(['all', 'big']);
  });

  it('switches a rule off and keeps it', async () => {
    const page = await drawRules([BIG]);
    fireEvent.click(screen.getByLabelText('Use: Big'));
    expect(asked(page)).toEqual([{ ...BIG, enabled: false }]);
    expect(screen.getByText('Off')).toBeVisible();
  });

  it('removes a rule and brings it back where it was', async () => {
    const page = await drawRules([BIG, ALL]);
    fireEvent.click(button('Remove: Big'));
    expect(asked(page).map(({ id }) => id)).toEqual(['all']);
    await answered(page);
    const told = screen.getByText('Rule removed: Big').closest('.callout') as HTMLElement;
    fireEvent.click(within(told).getByText('Undo'));
    expect(asked(page)).toEqual([BIG, ALL]);
    expect(screen.queryByText('Rule removed: Big')).toBeNull();
  });

  it('shows what holds again when the core does not take a change, and says why', async () => {
    const page = await drawRules([BIG, ALL]);
    fireEvent.click(button('Move down: Big'));
    await page.core((bridge) => bridge.lastOf('overlay.set').refuse(PROBLEM));
    expect(names()).toEqual(['Big', 'All']);
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });
});

describe('the editor of a rule', () => {
  it('takes numbers of a range, and an empty field for no limit', async () => {
    const page = await drawRules([BIG]);
    open('Big');
    fireEvent.change(screen.getByLabelText('Maximum'), { target: { value: '20000' } });
    expect(asked(page)[0]?.when).toEqual([{ type: 'amount', from: 10_000, to: 20_000 }]);
    await answered(page);
    fireEvent.change(screen.getByLabelText('Minimum'), { target: { value: '' } });
    expect(asked(page)[0]?.when).toEqual([{ type: 'amount', from: null, to: 20_000 }]);
  });

  it('tells nobody of a number that is none', async () => {
    const page = await drawRules([BIG]);
    open('Big');
    for (const value of ['-5', '1.5', '99999999999']) {
      fireEvent.change(screen.getByLabelText('Maximum'), { target: { value } });
    }
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });

  it('says that nothing fits conditions which exclude each other', async () => {
    await drawRules([BIG]);
    open('Big');
    fireEvent.change(screen.getByLabelText('Maximum'), { target: { value: '5' } });
    expect(screen.getByText(/minimum is above the maximum/)).toBeVisible();
    expect(screen.getByText(/No alert can match/)).toBeVisible();
    expect(buttons('Send test alert')).toEqual([]);
  });

  it('keeps the last kind of a condition on kinds', async () => {
    const page = await drawRules([
      ruleOf('kinds', { name: 'Kinds', when: [{ type: 'kind', kinds: ['DROPS'] }] }),
    ]);
    open('Kinds');
    const kinds = within(
      screen.getByText('All conditions must match.').parentElement as HTMLElement,
    );
    fireEvent.click(kinds.getByLabelText('Drops'));
    expect(askedOf(page, 'overlay.set')).toEqual([]);
    fireEvent.click(kinds.getByLabelText('Sub'));
    expect(asked(page)[0]?.when).toEqual([{ type: 'kind', kinds: ['SUBSCRIPTION', 'DROPS'] }]);
  });

  it('keeps words to look for until there are others', async () => {
    const page = await drawRules([ALL]);
    open('All');
    fireEvent.click(button('Add a condition: Contains text'));
    await answered(page);
    const field = screen.getByLabelText('Contains text');
    fireEvent.change(field, { target: { value: ' ' } });
    expect(screen.getByText('Enter the text to find.')).toBeVisible();
    expect(asked(page)[0]?.when).toEqual([{ type: 'text-contains', text: 'congrats' }]);
    fireEvent.change(field, { target: { value: 'gg' } });
    expect(asked(page)[0]?.when).toEqual([{ type: 'text-contains', text: 'gg' }]);
  });

  it('reads tiers with commas and refuses anything else', async () => {
    const page = await drawRules([
      ruleOf('tier', { name: 'Tier', when: [{ type: 'tier', tiers: [1] }] }),
    ]);
    open('Tier');
    const field = screen.getByLabelText('Tier');
    fireEvent.change(field, { target: { value: '2, x' } });
    expect(screen.getByText(/Enter numbers from 0 to 99/)).toBeVisible();
    expect(askedOf(page, 'overlay.set')).toEqual([]);
    fireEvent.change(field, { target: { value: '2, 3 3' } });
    expect(asked(page)[0]?.when).toEqual([{ type: 'tier', tiers: [2, 3] }]);
  });

  it('fills the words in while they are written, for every kind that fits', async () => {
    const page = await drawRules([ruleOf('all', { name: 'All' })]);
    open('All');
    const preview = () => document.querySelector('.filled') as HTMLElement;
    expect(within(preview()).getAllByText(/default text/)).toHaveLength(4);
    const words = { target: { value: '{name} gave {amount}' } };
    fireEvent.change(screen.getByLabelText('Alert text'), words);
    expect(preview()).toHaveTextContent('Test viewer gave 10,000 beams');
    expect(preview()).toHaveTextContent('Test viewer gave $29.90');
    expect(within(preview()).getAllByText(/lacks some/)).toHaveLength(2);
    fireEvent.click(button('Insert Message'));
    expect(firstLook(page)?.headline).toContain('{name}');
  });

  it('puts the caret behind an inserted word before anything else can be typed', async () => {
    await drawRules([ruleOf('all', { name: 'All' })]);
    open('All');
    const field = screen.getByLabelText<HTMLInputElement>('Alert text');
    fireEvent.change(field, { target: { value: 'Wow! Thanks' } });
    field.setSelectionRange(5, 5);
    fireEvent.click(button('Insert Name'));
    expect(field).toHaveFocus();
    expect(field.value).toBe('Wow! {name}Thanks');
    expect([field.selectionStart, field.selectionEnd]).toEqual([11, 11]);
  });

  it('shows the alert as the overlay draws it, on this page only', async () => {
    const page = await drawRules([BIG], [PICTURE]);
    open('Big');
    const words = { target: { value: '{name}, <b>thanks</b>' } };
    fireEvent.change(screen.getByLabelText('Alert text'), words);
    fireEvent.change(screen.getByLabelText('Image or video'), {
      target: { value: PICTURE.hash },
    });
    const preview = previewIn('.variant');
    expect(preview.textContent).toContain('Test viewer, <b>thanks</b>');
    expect(preview.querySelector('b')).toBeNull();
    expect(preview.querySelector(`img[src$="${PICTURE.hash}"]`)).not.toBeNull();
    expect(askedOf(page, 'test-event.play')).toEqual([]);
  });

  it('adds looks, says how often each is drawn, and keeps one', async () => {
    const page = await drawRules([ALL]);
    open('All');
    expect(buttons(/^Remove style/)).toEqual([]);
    fireEvent.click(button('Add a style'));
    await answered(page);
    fireEvent.change(screen.getAllByLabelText('Chance')[1] as HTMLElement, {
      target: { value: '3' },
    });
    expect(asked(page)[0]?.variants.map(({ weight }) => weight)).toEqual([1, 3]);
    expect(screen.getByText('75%')).toBeInTheDocument();
    await answered(page);
    fireEvent.click(button('Remove style 1'));
    expect(asked(page)[0]?.variants.map(({ weight }) => weight)).toEqual([3]);
  });

  it('chooses a sound of the library, the own one, or none', async () => {
    const page = await drawRules([ALL], [SOUND, PICTURE]);
    open('All');
    const sound = screen.getByLabelText('Sound');
    expect(within(sound).queryByText('cat.png')).toBeNull();
    const choose = async (value: string) => {
      fireEvent.change(sound, { target: { value } });
      await answered(page);
    };
    await choose(SOUND.hash);
    expect(firstLook(page)).toMatchObject({ sound: SOUND.hash, silent: false });
    expect(buttons(`Listen: ${SOUND.name}`)).toHaveLength(2);
    await choose('silent');
    expect(firstLook(page)).toMatchObject({ silent: true });
    expect(screen.queryByLabelText('Volume')).toBeNull();
    await choose('default');
    expect(firstLook(page)).toMatchObject({ sound: null, silent: false });
  });

  it('chooses how much of the screen it takes, and one of the shipped sounds', async () => {
    const page = await drawRules([ALL]);
    open('All');
    expect(button('By amount')).toHaveAttribute('aria-pressed', 'true');
    fireEvent.click(button('Full screen'));
    await answered(page);
    fireEvent.change(screen.getByLabelText('Sound'), { target: { value: 'cheering' } });
    expect(firstLook(page)).toMatchObject({ level: 'grand', sound: 'cheering' });
    expect(previewIn('.variant').querySelector('[data-level="grand"]')).not.toBeNull();
    fireEvent.click(button('By amount'));
    await answered(page);
    expect(firstLook(page)).toMatchObject({ level: null });
  });

  it('says of a file that is gone that the default is shown', async () => {
    const variants = [{ image: 'c'.repeat(64) }];
    await drawRules([ruleOf('gone', { name: 'Gone', variants })], [PICTURE]);
    open('Gone');
    expect(screen.getByLabelText('Image or video')).toHaveDisplayValue(/Missing file/);
  });

  it('sets time, movement and reading aloud', async () => {
    const page = await drawRules([ALL]);
    open('All');
    fireEvent.change(screen.getByLabelText('Shown for'), { target: { value: '12.5' } });
    await answered(page);
    fireEvent.change(screen.getByLabelText('Entrance'), { target: { value: 'grow' } });
    await answered(page);
    fireEvent.change(screen.getByLabelText('Exit'), { target: { value: 'shrink' } });
    await answered(page);
    fireEvent.change(screen.getByLabelText('Voice (TTS)'), { target: { value: 'never' } });
    expect(firstLook(page)).toMatchObject({
      durationS: 12.5,
      entrance: 'grow',
      exit: 'shrink',
      readAloud: false,
    });
  });
});

describe('the voice of a rule', () => {
  it.each([
    ['usual', { readAloud: true, voice: null }],
    ['any', { readAloud: true, voice: { voice: null, rate: 1.5 } }],
    ['espeak-ng/ko', { readAloud: true, voice: { voice: 'espeak-ng/ko', rate: 1.5 } }],
    ['never', { readAloud: false, voice: { voice: 'espeak-ng/en', rate: 1.5 } }],
  ])('is set to %s', async (value, expected) => {
    const variants = [{ voice: { voice: 'espeak-ng/en', rate: 1.5 } }];
    const page = await drawRules([ruleOf('own', { name: 'Own', variants })]);
    open('Own');
    const voices = ['ko', 'en'].map((name) => ({
      provider: 'espeak-ng' as const,
      name,
      lang: name,
    }));
    await page.core((bridge) => bridge.lastOf('speech.voices').answer({ voices, hosted: null }));
    const field = screen.getByLabelText('Voice (TTS)');
    expect(field).toHaveValue('espeak-ng/en');
    fireEvent.change(field, { target: { value } });
    expect(firstLook(page)).toMatchObject(expected);
  });

  it('says in its row that it has one, and by the settings whether it reads', async () => {
    await drawRules([
      ruleOf('own', { name: 'Own', variants: [{ voice: {} }] }),
      ruleOf('usual', { name: 'Usual' }),
    ]);
    const says = [...document.querySelectorAll('.rule-says')].map((row) => row.textContent);
    expect(says).toEqual(['Every alert → By amount · Text-to-speech', 'Every alert → By amount']);
    open('Usual');
    expect(screen.getByLabelText('Voice (TTS)')).toHaveDisplayValue('Off in settings');
    expect(screen.queryByRole('button', { name: 'Listen' })).toBeNull();
  });
});

describe('the test of a rule', () => {
  it('plays an alert that fits', async () => {
    const page = await drawRules([
      ruleOf('vip', { name: 'Vip', when: [{ type: 'months', from: 24, to: null }] }),
    ]);
    open('Vip');
    fireEvent.click(button('Send test alert'));
    expect(askedOf(page, 'test-event.play')).toMatchObject([
      { kind: 'SUBSCRIPTION', data: { month: 24 } },
    ]);
    await page.core((bridge) => bridge.last.refuse(PROBLEM));
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.cure.en);
  });

  it('says which rule above takes it first', async () => {
    await drawRules([ALL, BIG]);
    open('Big');
    expect(screen.getByText('A rule above matches first: All')).toBeVisible();
  });
});
