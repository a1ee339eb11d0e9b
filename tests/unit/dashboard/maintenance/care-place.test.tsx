import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { portOf } from '../../../../renderer/dashboard/maintenance/place-card.tsx';
import { sayDesktop } from '../desktop/app-fixtures.ts';
import { PROBLEM_TEXT } from '../support.ts';
import { card, dialog, drawCare, press, sayCare, type } from './care-support.ts';

const addresses = () => card('Addresses');
const NEW_URL = 'http://127.0.0.1:4123/overlay/a-new-key-0123456789abcdef/';

describe('the addresses', () => {
  it('are covered until somebody wants to see them', async () => {
    await drawCare();
    const field = addresses().getByLabelText<HTMLTextAreaElement>('Dashboard address');
    expect(field.value).toMatch(/\/dashboard\/•+\/$/);
    press('Show addresses', addresses());
    expect(field.value).toMatch(/\/dashboard\/[\w-]+\/$/);
    // The overlay's stands on its own page, and behind the button “OBS”.
    expect(addresses().queryByLabelText('Overlay address')).toBeNull();
  });

  it('are made anew only after a question that says what it costs', async () => {
    const page = await drawCare();
    press('Create new address (Overlay address)', addresses());
    expect(dialog().getByText(/close at once/)).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Cancel' }));
    expect(page.bridge.asked).toEqual([]);
    press('Create new address (Overlay address)', addresses());
    fireEvent.click(dialog().getByRole('button', { name: 'Create new address' }));
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.renew-key',
      args: { place: 'overlay' },
    });
    await page.core((bridge) => bridge.last.answer({ url: NEW_URL }));
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(addresses().getByText(/Put it in your OBS browser source/)).toBeVisible();
    await page.core(() => press('Copy overlay address', addresses()));
    expect(page.host.copied).toEqual([NEW_URL]);
  });

  it('of the dashboard show the way to the new one, for this page is of no use any more', async () => {
    const page = await drawCare();
    press('Create new address (Dashboard address)', addresses());
    fireEvent.click(dialog().getByRole('button', { name: 'Create new address' }));
    await page.core((bridge) => bridge.last.answer({ url: NEW_URL }));
    await page.core((bridge) => bridge.setReachable(false));
    press('Open new address', addresses());
    expect(page.host.opened).toEqual([NEW_URL]);
  });

  it('of the dashboard are not those of the app’s own window, which stays as it is', async () => {
    const page = await drawCare();
    await page.core((bridge) => sayDesktop(bridge));
    press('Create new address (Dashboard address)', addresses());
    expect(dialog().getByText(/This window keeps working/)).toBeVisible();
    fireEvent.click(dialog().getByRole('button', { name: 'Create new address' }));
    await page.core((bridge) => bridge.last.answer({ url: NEW_URL }));
    expect(addresses().getByText(/^This is your new dashboard address/)).toBeVisible();
    expect(addresses().queryByText(/This page no longer works/)).toBeNull();
    expect(addresses().queryByRole('button', { name: 'Open new address' })).toBeNull();
  });

  it('are never older than what the core says, also after one was made anew here', async () => {
    const page = await drawCare();
    press('Create new address (Overlay address)', addresses());
    fireEvent.click(dialog().getByRole('button', { name: 'Create new address' }));
    await page.core((bridge) => bridge.last.answer({ url: NEW_URL }));
    await sayCare(page, { place: { overlayUrl: NEW_URL } });
    const newest = NEW_URL.replace('a-new-key', 'the-newest-key');
    await sayCare(page, { place: { overlayUrl: newest } });
    await page.core(() => press('Copy overlay address', addresses()));
    expect(page.host.copied).toEqual([newest]);
  });

  it('stay when they could not be made anew, and say why', async () => {
    const page = await drawCare();
    press('Create new address (Overlay address)', addresses());
    fireEvent.click(dialog().getByRole('button', { name: 'Create new address' }));
    await page.core((bridge) => bridge.last.refuse());
    expect(dialog().getByText(PROBLEM_TEXT.what.en)).toBeVisible();
  });
});

describe('the port', () => {
  it.each([
    ['', null],
    [' 17816 ', 17_816],
    ['1024', 1_024],
    ['65535', 65_535],
    ['1023', undefined],
    ['65536', undefined],
    ['80.5', undefined],
    ['-1', undefined],
    ['port', undefined],
  ])('that is typed as "%s" is %s', (text, port) => {
    expect(portOf(text)).toBe(port);
  });

  it('that cannot be had stays in the field and is not sent', async () => {
    const page = await drawCare();
    type('Port', '80');
    press('Save', addresses());
    expect(addresses().getByText('Enter a number from 1024 to 65535.')).toBeVisible();
    expect(screen.getByLabelText('Port')).toHaveValue('80');
    expect(page.bridge.asked).toEqual([]);
  });

  it('that is refused stays in the field, too', async () => {
    const page = await drawCare();
    type('Port', '17900');
    press('Save', addresses());
    expect(page.bridge.last).toMatchObject({
      name: 'maintenance.set-port',
      args: { port: 17_900 },
    });
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByLabelText('Port')).toHaveValue('17900');
    expect(addresses().getByText(PROBLEM_TEXT.cure.en)).toBeVisible();
  });

  it('waits for a start, which can be had after a question', async () => {
    const page = await drawCare({ place: { portSetting: 17_900 } });
    expect(addresses().getByText(/Applies after a restart/)).toBeVisible();
    press('Restart now', addresses());
    fireEvent.click(dialog().getByRole('button', { name: 'Restart now' }));
    expect(page.bridge.last.name).toBe('maintenance.restart');
  });

  it('says who can start the program where it cannot itself', async () => {
    await drawCare({ place: { portSetting: 17_900, canRestart: false } });
    expect(addresses().getByText(/Close and restart the program/)).toBeVisible();
  });

  it('that another dashboard sets comes into the field', async () => {
    const page = await drawCare();
    await sayCare(page, { place: { portSetting: 17_901 } });
    expect(screen.getByLabelText('Port')).toHaveValue('17901');
  });
});
