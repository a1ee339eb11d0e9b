import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { View } from '../../../../renderer/stores/dashboard-store.ts';
import type { FixName } from '../../../../shared/contract/maintenance.ts';
import { PLACE } from '../../../support/empty-states.ts';
import { openPlace } from '../draw-dashboard.tsx';
import { PROBLEM_TEXT } from '../support.ts';
import { card, drawCare, finding, press, sayCare } from './care-support.ts';

const withFindings = (...findings: ReturnType<typeof finding>[]) => ({
  desk: { preflight: { running: false, at: 1, findings, asksSound: false } },
});
const preflight = () => card('Pre-stream check');

describe('the look before going live', () => {
  it('is asked for with one button', async () => {
    const page = await drawCare();
    press('Check now', preflight());
    expect(page.bridge.last).toMatchObject({ name: 'maintenance.preflight', args: {} });
  });

  it('says what was found, what it means, and what to do', async () => {
    await drawCare(withFindings(finding(), finding({ id: 'disk', state: 'ok', fix: null })));
    const [overlay, disk] = preflight().getAllByRole('listitem');
    expect(overlay).toHaveTextContent('OverlayOBS hasn’t opened the overlay yet.');
    expect(preflight().getByRole('img', { name: 'Needs fixing' })).toBeVisible();
    expect(preflight().getByRole('img', { name: 'Good' })).toBeVisible();
    expect(disk?.querySelector('button')).toBeNull();
    expect(preflight().getByText('1 thing to check')).toBeVisible();
  });

  it('says when there is nothing left to do', async () => {
    await drawCare(withFindings(finding({ state: 'ok', fix: null })));
    expect(preflight().getByText('Ready to go live')).toBeVisible();
  });

  it.each<[FixName, string]>([
    ['sign-in', 'sign-in.start'],
    ['grant', 'sign-in.start'],
    ['reconnect', 'maintenance.reconnect'],
    ['test-sound', 'maintenance.test-sound'],
    ['open-folder', 'maintenance.open-folder'],
    ['check-again', 'maintenance.preflight'],
  ])('has a button for %s that asks the core for %s', async (fix, command) => {
    const page = await drawCare({
      ...withFindings(finding({ fix })),
      place: { canOpenFolder: true },
    });
    fireEvent.click(preflight().getByRole('button', { name: /\(Overlay\)$/ }));
    expect(page.bridge.last.name).toBe(command);
  });

  it.each<[FixName, View]>([
    ['open-stream', 'stream'],
    ['open-connection', 'settings'],
    ['open-overlay', 'overlay'],
    ['open-obs', 'settings'],
  ])('has a button for %s that goes to %s', async (fix, view) => {
    const page = await drawCare(withFindings(finding({ fix })));
    fireEvent.click(preflight().getByRole('button', { name: /\(Overlay\)$/ }));
    expect(page.dashboard.store.getState().view).toBe(view);
  });

  it('copies the address of the overlay, and says so', async () => {
    const page = await drawCare(withFindings(finding()));
    await page.core(() => press(/^Copy address/, preflight()));
    expect(page.host.copied).toEqual([page.dashboard.store.getState().status?.overlay.url]);
    expect(preflight().getByText('Address copied')).toBeVisible();
  });

  it('shows the way to the path where no folder can be opened', async () => {
    await drawCare(withFindings(finding({ id: 'disk', fix: 'open-folder' })));
    expect(preflight().queryByRole('button', { name: /folder/i })).toBeNull();
    expect(preflight().getByRole('link', { name: /^See the path/ })).toHaveAttribute(
      'href',
      '#upkeep-place',
    );
  });

  it('says why a fix failed, beside it', async () => {
    const page = await drawCare(withFindings(finding({ fix: 'reconnect' })));
    fireEvent.click(preflight().getByRole('button', { name: /\(Overlay\)$/ }));
    await page.core((bridge) => bridge.lastOf('maintenance.reconnect').refuse());
    expect(preflight().getByText(PROBLEM_TEXT.cure.en)).toBeVisible();
  });

  it.each([
    ['I heard it', true],
    ['I didn’t', false],
  ])('takes the answer "%s"', async (name, heard) => {
    const page = await drawCare({
      desk: { preflight: { running: false, at: 1, findings: [], asksSound: true } },
    });
    press(name, preflight());
    expect(page.bridge.last).toMatchObject({ name: 'maintenance.sound-heard', args: { heard } });
  });

  it('is followed by another dashboard that asked for it', async () => {
    const page = await drawCare();
    await sayCare(page, {
      desk: { preflight: { running: true, at: null, findings: [], asksSound: false } },
    });
    expect(preflight().getByText('Checking')).toBeVisible();
    expect(preflight().getByRole('button', { name: 'Check now' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
  });

  it('cannot be asked for while the core is away, and says why', async () => {
    const page = await drawCare();
    await page.core((bridge) => bridge.setReachable(false));
    expect(preflight().getByRole('button', { name: 'Check now' })).toBeDisabled();
    expect(preflight().getByText(/Can’t reach the app/)).toBeVisible();
  });

  it('is never far: the strip counts what was found and goes there', async () => {
    const page = await drawCare(withFindings(finding(), finding({ id: 'disk', state: 'warn' })));
    openPlace('live');
    press('Pre-stream check: 2 things to check');
    expect(page.dashboard.store.getState().view).toBe('settings');
    expect(preflight().getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('the application', () => {
  it('shows its client id covered and never its secret', async () => {
    await drawCare();
    expect(card('Application').getByText(PLACE.application.clientId)).toBeVisible();
    expect(card('Application').getByText('Saved · never shown')).toBeVisible();
  });
});
