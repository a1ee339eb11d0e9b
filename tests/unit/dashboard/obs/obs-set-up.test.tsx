import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import type { ObsChange, ObsFindingCode, ObsState } from '../../../../shared/contract/obs.ts';
import { OBS_FINDINGS } from '../../../../shared/contract/obs.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import { askedOf } from '../draw-dashboard.tsx';
import { NOW, PROBLEM_TEXT } from '../support.ts';
import { foundIn, obsWith } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const setUp = () => card('Set up');
const proof = () => card('On the broadcast');
const press = (name: string | RegExp, where = setUp()) =>
  fireEvent.click(where.getByRole('button', { name }));
const check = (name: string) => fireEvent.click(setUp().getByRole('checkbox', { name }));
const CREATE: ObsChange = { kind: 'create', scene: 'Game', input: 'Stagelight' };

const planned = async (changes: readonly ObsChange[], state: Partial<ObsState> = {}) => {
  const page = await drawObs(obsWith(state));
  await page.core((bridge) => bridge.lastOf('obs.plan').answer({ changes }));
  return page;
};

describe('the set-up', () => {
  it('is planned for the scene on air, and done by one button', async () => {
    const page = await planned([CREATE]);
    expect(askedOf(page, 'obs.plan')).toEqual([{ scenes: [], audio: 'obs' }]);
    expect(setUp().getByRole('checkbox', { name: 'Game (on air)' })).toBeChecked();
    expect(setUp().getByRole('listitem')).toHaveTextContent(
      'Add the browser source ‘Stagelight’ to ‘Game’',
    );
    press('Set up OBS');
    expect(page.bridge.last).toMatchObject({
      name: 'obs.set-up',
      args: { scenes: [], audio: 'obs' },
    });
    await page.core((bridge) => bridge.lastOf('obs.set-up').answer({ changes: [CREATE] }));
    expect(askedOf(page, 'obs.plan')).toHaveLength(2);
    await page.core((bridge) => bridge.lastOf('obs.plan').answer({ changes: [] }));
    expect(setUp().getByText('Everything is set up as it should be.')).toBeVisible();
    expect(setUp().queryByRole('button', { name: 'Set up OBS' })).toBeNull();
  });

  it('says each change in words', async () => {
    const at = { scene: 'A "b" 🎮', input: 'Stagelight 2' };
    await planned([
      { kind: 'create', ...at },
      { kind: 'add', ...at },
      { kind: 'settings', input: at.input, fields: ['address', 'size', 'audio'] },
      { kind: 'place', ...at },
      { kind: 'show', ...at },
      { kind: 'raise', ...at },
      { kind: 'lock', ...at },
      { kind: 'unmute', input: at.input },
    ]);
    expect(
      setUp()
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Add the browser source ‘Stagelight 2’ to ‘A "b" 🎮’',
      'Show ‘Stagelight 2’ in ‘A "b" 🎮’ too',
      'Change ‘Stagelight 2’: address, size, sound',
      'Fit ‘Stagelight 2’ to the whole picture of ‘A "b" 🎮’',
      'Make ‘Stagelight 2’ visible in ‘A "b" 🎮’',
      'Move ‘Stagelight 2’ to the top of ‘A "b" 🎮’',
      'Lock ‘Stagelight 2’ in ‘A "b" 🎮’',
      'Unmute ‘Stagelight 2’',
    ]);
  });

  it('takes other scenes and the sound of the desktop, and remembers the sound', async () => {
    const page = await planned([CREATE]);
    check('Ending');
    fireEvent.click(setUp().getByRole('radio', { name: 'Through the desktop' }));
    await page.pass(50);
    expect(setUp().getByText(/^You hear alerts like any other sound/)).toBeVisible();
    expect(page.bridge.lastOf('obs.plan').args).toEqual({
      scenes: ['Game', 'Ending'],
      audio: 'desktop',
    });
    expect(page.host.kept.get('obs-audio')).toBe('desktop');
  });

  it('needs a scene', async () => {
    await planned([CREATE]);
    check('Game (on air)');
    expect(setUp().getByText('Choose at least one scene.')).toBeVisible();
    expect(setUp().queryByRole('button', { name: 'Set up OBS' })).toBeNull();
  });

  it('forgets a chosen scene that OBS has no more', async () => {
    const page = await planned([CREATE]);
    check('Ending');
    await sayObs(page, obsWith({ scenes: ['Game'] }));
    expect(page.bridge.lastOf('obs.plan').args).toMatchObject({ scenes: ['Game'] });
  });

  it('is planned anew when another scene goes on air', async () => {
    const page = await planned([CREATE]);
    await sayObs(page, obsWith({ programScene: 'Ending' }));
    expect(askedOf(page, 'obs.plan')).toHaveLength(2);
    await page.core((bridge) => bridge.lastOf('obs.plan').answer({ changes: [] }));
    expect(setUp().getByRole('checkbox', { name: 'Ending (on air)' })).toBeChecked();
  });

  it('says why there is no plan, and why it failed', async () => {
    const page = await drawObs(obsWith());
    await page.core((bridge) => bridge.lastOf('obs.plan').refuse());
    expect(setUp().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    expect(setUp().getByRole('button', { name: 'Set up OBS' })).toBeDisabled();
  });

  it('is taken back by one button', async () => {
    const page = await planned([], { undoable: { at: NOW, scenes: ['Game', 'Ending'] } });
    expect(setUp().getByText('In Game, Ending')).toBeVisible();
    press('Undo');
    expect(page.bridge.last).toMatchObject({ name: 'obs.undo', args: {} });
    await page.core((bridge) => bridge.lastOf('obs.undo').refuse());
    expect(setUp().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it('cuts a name that is too long for a line', async () => {
    await planned([{ ...CREATE, scene: '가'.repeat(500) }]);
    expect(setUp().getByRole('listitem').textContent?.length).toBeLessThan(120);
  });
});

describe('the proof', () => {
  it('says when and where the overlay was seen', async () => {
    const seen = {
      proof: { state: 'proved', at: NOW, scene: 'Just chatting', by: 'program' },
    } as const;
    const page = await drawObs(obsWith(seen));
    await page.pass(12_000);
    expect(proof().getByRole('status')).toHaveTextContent('Viewers see your overlay');
    expect(proof().getByText(/^Seen in OBS’s picture of ‘Just chatting’, 12s ago/)).toBeVisible();
    await sayObs(page, { ...obsWith(seen), streaming: false });
    expect(proof().getByRole('status')).toHaveTextContent('The overlay is in OBS’s picture');
  });

  it('says why nothing is sure, and what helps', async () => {
    const page = await drawObs(obsWith({ proof: { state: 'unclear', at: NOW } }));
    expect(proof().getByRole('status')).toHaveTextContent('OBS’s settings are right');
    expect(proof().getByText(/Bring a brighter scene on air, then check again/)).toBeVisible();
    await page.pass(12_000);
    expect(proof().getByText('Checked 12s ago')).toBeVisible();
  });

  it('is asked for now, and tells that it looks', async () => {
    const page = await drawObs(obsWith());
    expect(proof().getByRole('status')).toHaveTextContent('Not checked yet');
    press('Check now', proof());
    expect(page.bridge.last).toMatchObject({ name: 'obs.check', args: {} });
    await page.core((bridge) => bridge.lastOf('obs.check').refuse());
    expect(proof().getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.what.en);
    await sayObs(page, obsWith({ proof: { state: 'looking' } }));
    expect(proof().getByRole('status')).toHaveTextContent('Looking at OBS’s picture…');
    expect(proof().getByRole('button', { name: 'Check now' })).toHaveAttribute('aria-busy', 'true');
  });

  const names = (language: Language) => (language === 'ko' ? '방송 화면 확인' : 'On the broadcast');

  it.each(
    OBS_FINDINGS.flatMap((code) => (['ko', 'en'] as const).map((language) => [code, language])),
  )('finds %s, says it in %s, and has one button for it', async (found, spoken) => {
    const code = found as ObsFindingCode;
    const language = spoken as Language;
    const page = await drawObs(
      obsWith(foundIn({ code, source: 'Stagelight', by: [], fixable: true })),
      language,
    );
    const shown = card(names(language));
    const finding = shown.getByRole('listitem');
    expect(finding.querySelector('h3')?.textContent).not.toMatch(/^obs\./);
    expect(finding).toHaveTextContent('Stagelight');
    const buttons = finding.querySelectorAll('.finding-fix button');
    expect(buttons).toHaveLength(1);
    fireEvent.click(buttons[0] as HTMLElement);
    expect(page.bridge.last).toMatchObject({
      name: 'obs.fix',
      args: { code, source: 'Stagelight' },
    });
    await page.core((bridge) => bridge.lastOf('obs.fix').refuse());
    expect(finding).toHaveTextContent(PROBLEM_TEXT.what[language]);
  });

  it('lists several, each with its own button', async () => {
    const page = await drawObs(
      obsWith(
        foundIn(
          { code: 'hidden', source: 'A', by: [], fixable: true },
          { code: 'hidden', source: 'B', by: [], fixable: true },
          { code: 'covered', source: 'A', by: [], fixable: false },
          { code: 'no-source', source: null, by: [], fixable: false },
        ),
      ),
    );
    const rows = proof().getAllByRole('listitem');
    fireEvent.click(rows[1]?.querySelector('button') as HTMLElement);
    expect(page.bridge.last.args).toEqual({ code: 'hidden', source: 'B' });
    expect(rows[0]?.querySelector('button')).toHaveAttribute('aria-busy', 'false');
    expect(rows[2]).toHaveTextContent('Please do it in OBS');
    expect(rows[3]?.querySelector('a')).toHaveAttribute('href', '#obs-set-up');
    expect(screen.getByRole('tab', { name: /^OBS/ })).toHaveAccessibleName(/4 things to fix/);
  });
});
