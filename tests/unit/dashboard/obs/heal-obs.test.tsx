import { fireEvent } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { HEAL_STEPS, type ObsAilment, type ObsHeal } from '../../../../shared/contract/obs.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { NOW, PROBLEM_TEXT } from '../support.ts';
import { obsWith } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const healing = (heal: Partial<ObsHeal>) =>
  obsWith({ heal: { on: true, replays: true, ailments: [], last: null, ...heal } });
const ill = (...stages: readonly ObsAilment['stage'][]) =>
  healing({
    ailments: stages.map((stage, at) => ({
      source: at === 0 ? 'Stagelight' : `Stagelight ${at + 1}`,
      code: 'frozen',
      stage,
      triesLeft: 2,
    })),
  });
const LAST = {
  at: NOW,
  source: 'Stagelight',
  code: 'frozen',
  step: 'fresh-address',
  healed: true,
  tookMs: 4_200,
  replayed: 0,
} as const;

const repair = () => card('Automatic repair');
const drawn = (state: ReturnType<typeof healing>, language?: Language) => drawObs(state, language);
const heal = (name: string) => repair().getByRole('switch', { name: new RegExp(`^${name}`) });

describe('the card about repairs', () => {
  it('says nothing of repairs while every page answers', async () => {
    await drawn(healing({}));
    expect(repair().getByText('On')).toBeVisible();
    expect(repair().queryByRole('status')).toBeNull();
    expect(repair().queryByRole('alert')).toBeNull();
  });

  it.each(
    HEAL_STEPS.flatMap((step) => (['ko', 'en'] as const).map((language) => [step, language])),
  )('says the step %s in %s, with what is wrong', async (step, language) => {
    await drawn(
      ill({ state: 'healing', step: step as (typeof HEAL_STEPS)[number] }),
      language as Language,
    );
    const said = card(language === 'ko' ? '자동 복구' : 'Automatic repair').getByRole('status');
    expect(said).toHaveTextContent(/‘Stagelight’/);
    expect(said).toHaveTextContent(
      language === 'ko' ? '오버레이가 멈췄어요' : 'The overlay is frozen',
    );
    expect(said).not.toHaveTextContent(/obs\./);
  });

  it('waits for the alert that shows, and says how often it can still try', async () => {
    await drawn(ill({ state: 'alert' }));
    const said = repair().getByRole('status');
    expect(said).toHaveTextContent('Waiting for the alert in ‘Stagelight’ to end');
    expect(said).toHaveTextContent('2 tries left');
  });

  it('counts down to its next try, and never below a second', async () => {
    const page = await drawn(ill({ state: 'pause', until: NOW + 10_000 }));
    const said = () => repair().getByRole('status');
    expect(said()).toHaveTextContent('‘Stagelight’ isn’t back yet');
    expect(said()).toHaveTextContent('2 tries left · Next try in 10s');
    await page.pass(7_000);
    expect(said()).toHaveTextContent('Next try in 3s');
    await page.pass(60_000);
    expect(said()).toHaveTextContent('Next try in 1s');
  });

  it('says aloud that it gave up, and begins again at a press', async () => {
    const page = await drawn(ill({ state: 'given-up' }));
    expect(repair().getByRole('alert')).toHaveTextContent('Couldn’t bring ‘Stagelight’ back');
    fireEvent.click(repair().getByRole('button', { name: 'Try again' }));
    expect(page.bridge.last).toMatchObject({ name: 'obs.heal', args: {} });
    await page.core((bridge) => bridge.lastOf('obs.heal').refuse());
    expect(repair().getAllByRole('alert')[0]).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it('tells of every source that is ill, each by its name', async () => {
    await drawn(ill({ state: 'alert' }, { state: 'healing', step: 'refresh' }));
    expect(
      repair()
        .getAllByRole('status')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Waiting for the alert in ‘Stagelight’ to end2 tries left',
      'Reloading ‘Stagelight 2’…The overlay is frozen',
    ]);
  });
});

describe('what was repaired last', () => {
  it.each([
    [LAST, '‘Stagelight’ was repaired 12s ago. It took 4s.'],
    [{ ...LAST, replayed: 1 }, '1 missed alert plays again.'],
    [{ ...LAST, replayed: 3 }, '3 missed alerts play again.'],
    [{ ...LAST, healed: false }, 'Tried to repair ‘Stagelight’ 12s ago'],
  ])('is said (%#)', async (last, words) => {
    const page = await drawn(healing({ last }));
    await page.pass(12_000);
    expect(repair().getByRole('status')).toHaveTextContent(words);
  });

  it('gives way to what is wrong now', async () => {
    const page = await drawn(healing({ last: LAST }));
    await sayObs(page, obsWith({ heal: { ...ill({ state: 'alert' }).heal, last: LAST } }));
    expect(repair().queryByText(/was repaired/)).toBeNull();
  });
});

describe('the switches of repairs', () => {
  it('turn repairs on, and only then what plays again matters', async () => {
    const page = await drawn(healing({ on: false }));
    expect(repair().getByText('Off')).toBeVisible();
    expect(heal('Replay alerts')).toBeDisabled();
    fireEvent.click(heal('Repair the overlay'));
    expect(page.bridge.last).toMatchObject({ name: 'obs.set-heal', args: { on: true } });
    await page.core((bridge) => bridge.lastOf('obs.set-heal').answer(undefined));
    await sayObs(page, healing({}));
    fireEvent.click(heal('Replay alerts'));
    expect(page.bridge.last).toMatchObject({ name: 'obs.set-heal', args: { replays: false } });
    await page.core((bridge) => bridge.lastOf('obs.set-heal').refuse());
    expect(repair().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });
});
