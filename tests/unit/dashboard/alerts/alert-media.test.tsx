import { fireEvent, screen, within } from '@testing-library/react';
import { beforeAll, describe, expect, it } from 'vitest';
import { askedOf } from '../draw-dashboard.tsx';
import { button } from '../overlay/overlay-support.ts';
import { PROBLEM } from '../support.ts';
import {
  ALL,
  drawRules,
  firstLook,
  open,
  PICTURE,
  previewIn,
  ruleOf,
  SOUND,
  sayMedia,
} from './alert-rules-support.ts';

// jsdom has these elements, not their methods.
beforeAll(() => {
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true;
  };
});

describe('the media', () => {
  it('are listed with their size and uses, names as text', async () => {
    await drawRules([], [SOUND, { ...PICTURE, broken: true }]);
    expect(screen.getByText('<b>ding</b>.wav')).toBeVisible();
    expect(screen.getByText('Sound · 1.2 MB · Used in 2 places')).toBeVisible();
    expect(screen.getByText('Image · 0.9 kB · Not used')).toBeVisible();
    expect(screen.getByText(/missing or damaged/)).toBeVisible();
    expect(screen.getByText('1.2 MB of 1 GB')).toBeVisible();
  });

  it('are removed after asking by name', async () => {
    const page = await drawRules([], [SOUND]);
    fireEvent.click(button(`Delete: ${SOUND.name}`));
    const dialog = within(screen.getByRole('dialog'));
    expect(dialog.getByText(SOUND.name)).toBeVisible();
    expect(dialog.getByText(/used in 2 places/)).toBeVisible();
    expect(askedOf(page, 'media.remove')).toEqual([]);
    fireEvent.click(dialog.getByText('Delete'));
    expect(askedOf(page, 'media.remove')).toEqual([{ hash: SOUND.hash }]);
    await sayMedia(page, []);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('come in from the editor, are chosen there at once, and show how far they are', async () => {
    const page = await drawRules([ALL]);
    open('All');
    const file = new File(['RIFF'], 'ding.wav');
    fireEvent.change(screen.getByLabelText('Add a file: Sound'), { target: { files: [file] } });
    expect(screen.getByLabelText('Adding: ding.wav')).toHaveValue(0);
    expect(screen.getByLabelText('Add a file: Image or video')).toBeDisabled();
    for (const name of ['media.begin', 'media.part', 'media.finish']) {
      await page.core((bridge) => {
        const answer = name === 'media.finish' ? { ...SOUND, uses: 0 } : { upload: 'u' };
        bridge.lastOf(name).answer(answer);
      });
    }
    expect(firstLook(page)).toMatchObject({ sound: SOUND.hash });
    expect(screen.queryByLabelText('Adding: ding.wav')).toBeNull();
  });

  it('say at the place where it was tried why a file was refused', async () => {
    const page = await drawRules([ALL]);
    open('All');
    const files = [new File(['x'], 'bad.png')];
    const target = screen.getByLabelText('Add a file: Image or video');
    fireEvent.change(target, { target: { files } });
    await page.core((bridge) => bridge.lastOf('media.begin').refuse(PROBLEM));
    const alerts = screen.getAllByRole('alert');
    expect(alerts).toHaveLength(1);
    expect(target.closest('.media-picker')).toContainElement(alerts[0] as HTMLElement);
    expect(target).toBeEnabled();
  });

  it('take a file of another kind into the library without choosing it', async () => {
    const page = await drawRules([ALL]);
    open('All');
    const files = [new File(['x'], 'cat.png')];
    fireEvent.change(screen.getByLabelText('Add a file: Sound'), { target: { files } });
    for (const name of ['media.begin', 'media.part', 'media.finish']) {
      await page.core((bridge) =>
        bridge.lastOf(name).answer(name === 'media.finish' ? PICTURE : { upload: 'u' }),
      );
    }
    expect(screen.getByText(/can’t use this type here: cat.png/)).toBeVisible();
    expect(askedOf(page, 'overlay.set')).toEqual([]);
  });
});

describe('the test form', () => {
  it('is prefilled and plays what is written', async () => {
    const page = await drawRules([]);
    const form = within(document.querySelector('.test-form') as HTMLElement);
    fireEvent.change(form.getByLabelText('Beams'), { target: { value: '77' } });
    fireEvent.change(form.getByLabelText('Name'), { target: { value: '' } });
    fireEvent.click(button('Send test'));
    expect(askedOf(page, 'test-event.play')).toMatchObject([
      { kind: 'DONATION', data: { payAmount: 77, donatorNickname: null, donationType: 'CHAT' } },
    ]);
  });

  it('shows beforehand how it will look, by the rule that takes it', async () => {
    const variants = [{ headline: '{name} is great' }];
    const page = await drawRules([ruleOf('all', { name: 'All', variants })]);
    const form = within(document.querySelector('.test-form') as HTMLElement);
    fireEvent.change(form.getByLabelText('Name'), { target: { value: '<i>Ada</i>' } });
    expect(previewIn('.test-form').textContent).toContain('<i>Ada</i> is great');
    expect(askedOf(page, 'test-event.play')).toEqual([]);
    fireEvent.click(form.getByLabelText('Chat'));
    expect(document.querySelector('.test-form .alert-preview')).toBeNull();
  });

  it('fills hostile texts in and goes back to the sample', async () => {
    await drawRules([]);
    const form = within(document.querySelector('.test-form') as HTMLElement);
    fireEvent.click(button('10,000 letters without spaces'));
    expect(form.getByLabelText('Message')).toHaveValue('W'.repeat(10_000));
    fireEvent.click(button('Basic example'));
    expect(form.getByLabelText('Message')).toHaveValue('A test donation. Have a great stream!');
  });

  it('does not play while a value is missing that has to be there', async () => {
    await drawRules([]);
    const form = within(document.querySelector('.test-form') as HTMLElement);
    fireEvent.click(form.getByLabelText('Drops'));
    fireEvent.change(form.getByLabelText('Winners of this round'), { target: { value: '' } });
    expect(button('Send test')).toBeDisabled();
    expect(form.getByText('Enter a value.')).toBeVisible();
  });
});
