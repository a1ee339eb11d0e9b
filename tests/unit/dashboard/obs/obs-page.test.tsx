import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ObsState } from '../../../../shared/contract/obs.ts';
import { NOW } from '../support.ts';
import { foundIn, obsWith } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const NO_SOURCE = foundIn({ code: 'no-source', source: null, by: [], fixable: false });
const HIDDEN = foundIn({ code: 'hidden', source: 'Stagelight', by: [], fixable: true });
const PROVED: Partial<ObsState> = {
  proof: { state: 'proved', at: NOW, scene: 'Game', by: 'program' },
};
const LOOKING: Partial<ObsState> = { proof: { state: 'looking' } };
const HEALING = { heal: { on: true, replays: true, ailments: [], last: null } };

const PRIMARY = 'button-primary';

const titles = () => [...document.querySelectorAll('.obs-desk h2')].map((each) => each.textContent);
const first = () => titles()[0];

describe('the page of OBS', () => {
  it('begins with its one button, as long as nothing is set up', async () => {
    await drawObs(obsWith(NO_SOURCE));
    expect(titles().slice(0, 3)).toEqual(['Set up', 'OBS now', 'Before you go live']);
    expect(card('Set up').getByText('Connected')).toBeVisible();
    expect(card('OBS now').getByRole('button', { name: 'Go live' })).not.toHaveClass(PRIMARY);
  });

  it.each<[string, Partial<ObsState>]>([
    ['viewers see the overlay', PROVED],
    ['the picture is too dark to tell', { proof: { state: 'unclear', at: NOW } }],
    ['the overlay is there and hidden', HIDDEN],
    ['it was set up before and OBS is looked at', { ...LOOKING, ...HEALING }],
    ['it was set up just now', { ...LOOKING, undoable: { at: NOW, scenes: ['Game'] } }],
    ['OBS runs on another computer', { ...NO_SOURCE, elsewhere: true }],
  ])('begins with what OBS does now once %s', async (_, state) => {
    await drawObs(obsWith(state));
    expect(first()).toBe('OBS now');
    expect(card('OBS now').getByText('Connected')).toBeVisible();
    expect(card('OBS now').getByRole('button', { name: 'Go live' })).toHaveClass(PRIMARY);
    expect(card('Set up').queryByText('Connected')).toBeNull();
  });

  it('keeps its order while OBS is looked at again', async () => {
    const page = await drawObs(obsWith({ ...NO_SOURCE, ...HEALING }));
    await sayObs(page, obsWith({ ...LOOKING, ...HEALING }));
    expect(first()).toBe('Set up');
    await sayObs(page, obsWith({ ...PROVED, ...HEALING }));
    expect(first()).toBe('OBS now');
    await sayObs(page, obsWith(LOOKING));
    expect(first()).toBe('OBS now');
  });

  it('keeps what was chosen for the set-up when the card moves', async () => {
    const page = await drawObs(obsWith(NO_SOURCE));
    const ending = () => screen.getByRole('checkbox', { name: 'Ending' });
    ending().click();
    await page.pass(50);
    await sayObs(page, obsWith(PROVED));
    expect(ending()).toBeChecked();
  });
});
