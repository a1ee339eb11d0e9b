import { fireEvent, screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import type { ObsState } from '../../../../shared/contract/obs.ts';
import { askedOf } from '../draw-dashboard.tsx';
import { NOW, statusWith } from '../support.ts';
import { obsWith } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const SERVER = 'rtmp://ingest.example.com/live';
const key = () => card('Stream key');
const putButton = () => key().getByRole('button', { name: 'Put the key into OBS' });

const drawn = async (state: Partial<ObsState> = {}, server: string | null = SERVER) => {
  const page = await drawObs(obsWith({ streaming: false, ...state }));
  const scopes = { granted: ['READ:LIVE_STREAM_KEY'], missing: [] };
  await page.core((bridge) => bridge.status(statusWith({ scopes })));
  await page.core((bridge) =>
    bridge.lastOf('obs.stream-target').answer({ now: 'Other TV', server }),
  );
  return page;
};

it('asks before OBS gets the stream key, and says to which server and what was there', async () => {
  const page = await drawn();
  fireEvent.click(putButton());
  expect(askedOf(page, 'obs.stream-key')).toEqual([]);
  const question = within(screen.getByRole('dialog', { hidden: true }));
  expect(question.getByText(SERVER)).toBeInTheDocument();
  expect(
    question.getByText('Now OBS streams to Other TV. You can put that back.'),
  ).toBeInTheDocument();
  fireEvent.click(question.getByRole('button', { name: 'Put the key into OBS', hidden: true }));
  expect(askedOf(page, 'obs.stream-key')).toEqual([{ server: SERVER }]);
  await page.core((bridge) => bridge.lastOf('obs.stream-key').answer({ changed: true }));
  expect(key().getByRole('status')).toHaveTextContent('Done. OBS has your stream key.');
});

it('says that a second press changes nothing', async () => {
  const page = await drawn();
  fireEvent.click(putButton());
  const question = within(screen.getByRole('dialog', { hidden: true }));
  fireEvent.click(question.getByRole('button', { name: 'Put the key into OBS', hidden: true }));
  await page.core((bridge) => bridge.lastOf('obs.stream-key').answer({ changed: false }));
  expect(key().getByRole('status')).toHaveTextContent('Nothing to change');
});

it('asks nothing of an address that is no stream server', async () => {
  await drawn({}, null);
  const field = key().getByRole('textbox', { name: 'Server address' });
  fireEvent.change(field, { target: { value: 'https://example.com' } });
  fireEvent.click(putButton());
  expect(screen.queryByRole('dialog', { hidden: true })).toBeNull();
  expect(field).toBeInvalid();
});

it('waits until OBS has stopped streaming', async () => {
  await drawn({ streaming: true });
  expect(putButton()).toBeDisabled();
  expect(key().getByText('OBS is streaming. Stop the stream first.')).toBeVisible();
});

it('needs the permission to read the key, and a sign-in', async () => {
  const page = await drawn();
  const scopes = { granted: ['READ:LIVE_CHAT'], missing: [] };
  await page.core((bridge) => bridge.status(statusWith({ scopes })));
  expect(putButton()).toBeDisabled();
  expect(key().getByText(/You need the “View the stream key” permission/)).toBeVisible();
  await page.core((bridge) => bridge.status(statusWith({ tokens: null })));
  expect(key().getByText('Sign in first.')).toBeVisible();
});

it('puts back what was there', async () => {
  const page = await drawn({ streamKey: { server: SERVER, putAt: NOW } });
  fireEvent.click(key().getByRole('button', { name: 'Put back' }));
  await page.core((bridge) => bridge.lastOf('obs.stream-key-back').answer({}));
  await sayObs(page, obsWith({ streaming: false }));
  expect(key().getByText('OBS’s former stream settings are back.')).toBeVisible();
  expect(key().queryByRole('button', { name: 'Put back' })).toBeNull();
});

it('offers no setup to an OBS on another computer, and warns before a key goes there', async () => {
  const page = await drawn({ elsewhere: true });
  expect(askedOf(page, 'obs.plan')).toEqual([]);
  expect(card('Set up').queryByRole('button')).toBeNull();
  expect(card('Set up').getByText('OBS runs on another computer')).toBeVisible();
  fireEvent.click(putButton());
  const question = within(screen.getByRole('dialog', { hidden: true }));
  expect(question.getByText(/without encryption/)).toBeInTheDocument();
});
