import { fireEvent } from '@testing-library/react';
import { expect, it } from 'vitest';
import { NOW, PROBLEM_TEXT } from '../support.ts';
import { foundIn, obsWith } from './obs-fixtures.ts';
import { card, drawObs } from './obs-support.ts';

const proof = () => card('On the broadcast');
const TEST = { name: /^Send a test/ };

it('says from which input the last alert was heard, and when', async () => {
  const page = await drawObs(obsWith({ heard: { state: 'heard', at: NOW, input: 'Desktop' } }));
  await page.pass(60_000);
  expect(proof().getByText('The last alert was heard from ‘Desktop’, 1m 0s ago')).toBeVisible();
  expect(proof().queryByRole('button', TEST)).toBeNull();
});

it('offers a test alert as long as nothing sounded', async () => {
  const page = await drawObs(obsWith({ heard: { state: 'unknown' } }));
  expect(proof().getByText('Play a test alert to check that viewers hear it.')).toBeVisible();
  fireEvent.click(proof().getByRole('button', TEST));
  expect(page.bridge.last.name).toMatch(/test/);
});

it('says that OBS tells no levels', async () => {
  await drawObs(obsWith({ heard: { state: 'untold', at: NOW } }));
  expect(proof().getByText(/^OBS shows no levels for the alert sound/)).toBeVisible();
  expect(proof().queryByRole('button', TEST)).toBeNull();
});

it('leaves to the finding what kept an alert from being heard', async () => {
  const muted = { code: 'muted', source: 'Desktop', by: [], fixable: true } as const;
  await drawObs(obsWith({ heard: { state: 'not-heard', at: NOW }, ...foundIn(muted) }));
  expect(proof().getByRole('heading', { name: 'Alert sound is muted in OBS' })).toBeVisible();
  expect(document.querySelector('.obs-heard')).toBeNull();
});

it('lets the streamer say that an input is muted on purpose', async () => {
  const muted = { code: 'muted', source: 'Desktop', by: [], fixable: true } as const;
  const page = await drawObs(
    obsWith({ heard: { state: 'not-heard', at: NOW }, ...foundIn(muted) }),
  );
  const name = 'It’s on purpose that viewers don’t hear ‘Desktop’';
  fireEvent.click(proof().getByRole('button', { name }));
  expect(page.bridge.last).toMatchObject({
    name: 'obs.on-purpose',
    args: { input: 'Desktop', on: true },
  });
  await page.core((bridge) => bridge.lastOf('obs.on-purpose').refuse());
  expect(proof().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
});

it.each(['silent', 'hidden', 'covered'] as const)('has no such way out of %s', async (code) => {
  await drawObs(obsWith(foundIn({ code, source: 'Stagelight', by: [], fixable: true })));
  expect(proof().queryByRole('button', { name: /on purpose/ })).toBeNull();
});

it('says what is meant so, and takes it back', async () => {
  const page = await drawObs(
    obsWith({ heard: { state: 'untold', at: NOW }, onPurpose: ['Desktop'] }),
  );
  expect(proof().getByText(/^Viewers don’t hear ‘Desktop’ on purpose/)).toBeVisible();
  expect(proof().queryByText(/OBS shows no levels/)).toBeNull();
  fireEvent.click(proof().getByRole('button', { name: 'Report ‘Desktop’ again' }));
  expect(page.bridge.last).toMatchObject({
    name: 'obs.on-purpose',
    args: { input: 'Desktop', on: false },
  });
});
