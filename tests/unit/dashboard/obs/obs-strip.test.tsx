import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { NO_STRIP, type ObsState, type ObsStrip } from '../../../../shared/contract/obs.ts';
import { type Drawn, openPlace } from '../draw-dashboard.tsx';
import { sayCare } from '../maintenance/care-support.ts';
import { NOW, PROBLEM_TEXT } from '../support.ts';
import { foundIn, obsWith } from './obs-fixtures.ts';
import { card, drawObs, sayObs } from './obs-support.ts';

const strip = (changes: Partial<ObsStrip>): ObsState =>
  obsWith({ strip: { ...NO_STRIP, ...changes } });

const LIVE = { state: 'live', since: NOW - 3_723_000 } as const;

const now = () => card('OBS now');
const facts = () =>
  Object.fromEntries(
    [...document.querySelectorAll('.obs-facts > div')].map(({ children: [name, value] }) => [
      name?.textContent,
      [...(value?.querySelectorAll('[role=status], [aria-hidden]:not(svg)') ?? [])]
        .map(({ textContent }) => textContent)
        .join(' ') || value?.textContent,
    ]),
  );
const press = (name: string) => fireEvent.click(now().getByRole('button', { name }));
const answer = (name: string) =>
  fireEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }));
const done = (page: Drawn, name: 'obs.stream' | 'obs.record') =>
  page.core((bridge) => bridge.lastOf(name).answer(undefined));

describe('what OBS does now', () => {
  it('runs on the page between what the core says', async () => {
    const page = await drawObs(
      strip({
        stream: LIVE,
        record: { state: 'running', since: NOW - 59_000 },
        dropped: 0.3,
        fps: 60,
      }),
    );
    expect(facts()).toEqual({
      Stream: 'Live 1:02:03',
      Recording: 'Recording 0:00:59',
      'Scene on air': 'Game',
      'Dropped frames': '0.3%',
      FPS: '60',
    });
    await page.pass(2_000);
    expect(facts()).toMatchObject({ Stream: 'Live 1:02:05', Recording: 'Recording 0:01:01' });
    await sayObs(page, strip({ record: { state: 'paused', duration: 62_500 } }));
    await page.pass(5_000);
    expect(facts()).toMatchObject({ Stream: 'Off', Recording: 'Paused 0:01:02' });
  });

  it.each([
    [{ state: 'off', failure: 'refused' }, 'The stream didn’t start'],
    [{ state: 'off', failure: 'cut' }, 'The stream broke off'],
    [{ state: 'reconnecting', since: NOW }, 'OBS lost the server and is reconnecting'],
  ] as const)('says %o aloud', async (stream, title) => {
    await drawObs(strip({ stream }));
    expect(now().getByRole('alert')).toHaveTextContent(title);
  });
});

describe('the buttons of OBS', () => {
  it.each([
    [strip({}), 'Go live', 'obs.stream', { on: true }],
    [strip({ stream: LIVE }), 'End stream', 'obs.stream', { on: false }],
    [strip({}), 'Start recording', 'obs.record', { to: 'start' }],
    [
      strip({ record: { state: 'paused', duration: 0 } }),
      'Stop recording',
      'obs.record',
      { to: 'stop' },
    ],
  ] as const)('ask first: %#', async (state, name, command, args) => {
    const page = await drawObs(state);
    const asked = page.bridge.asked.length;
    press(name);
    expect(within(screen.getByRole('dialog')).getAllByRole('button')[0]).toHaveTextContent(
      'Cancel',
    );
    answer('Cancel');
    expect(page.bridge.asked).toHaveLength(asked);
    press(name);
    answer(name);
    expect(page.bridge.last).toMatchObject({ name: command, args });
    await done(page, command);
    expect(screen.queryByRole('dialog')).toBeNull();
  });

  it('pause and continue a recording at once', async () => {
    const page = await drawObs(strip({ record: { state: 'running', since: NOW } }));
    press('Pause');
    expect(page.bridge.last).toMatchObject({ name: 'obs.record', args: { to: 'pause' } });
    await done(page, 'obs.record');
    await sayObs(page, strip({ record: { state: 'paused', duration: 0 } }));
    press('Continue recording');
    expect(page.bridge.last).toMatchObject({ name: 'obs.record', args: { to: 'resume' } });
  });

  it('put a scene on air; the one on air says so and does nothing', async () => {
    const page = await drawObs(strip({ studioMode: true }));
    expect(now().getByText(/^Studio mode is on/)).toBeVisible();
    const onAir = now().getByRole('button', { name: 'Game (on air)' });
    expect(onAir).toHaveAttribute('aria-pressed', 'true');
    const asked = page.bridge.asked.length;
    fireEvent.click(onAir);
    expect(page.bridge.asked).toHaveLength(asked);
    press('Ending');
    expect(page.bridge.last).toMatchObject({ name: 'obs.scene', args: { scene: 'Ending' } });
  });
});

describe('OBS beside the title of the broadcast', () => {
  it('says what it sends and records, and leads to its page', async () => {
    const page = await drawObs(strip({}));
    openPlace('live');
    expect(screen.queryByRole('button', { name: /^OBS ?Live/ })).toBeNull();
    await sayObs(page, strip({ stream: LIVE, dropped: 4.2 }));
    const button = screen.getByRole('button', { name: /Live.*4.2% dropped/ });
    fireEvent.click(button);
    expect(now().getByText('Scene on air')).toBeVisible();
  });
});

describe('before OBS goes live', () => {
  const covered = { code: 'covered', source: 'Stagelight', by: [], fixable: true } as const;
  const wrong = { ...strip({ hasKey: false }), ...foundIn(covered) };

  it('each point is said with its one fix', async () => {
    const page = await drawObs(wrong);
    const ready = card('Before you go live');
    const state = (name: string) => ready.getByText(name).closest('li')?.dataset['state'];
    expect(['Overlay in the picture', 'Alert sounds', 'Stream key'].map(state)).toEqual([
      'fail',
      'unknown',
      'fail',
    ]);
    expect(ready.getByText('Play a test alert to check that viewers hear it.')).toBeVisible();
    fireEvent.click(ready.getByRole('button', { name: /^Move it to the top/ }));
    expect(page.bridge.last).toMatchObject({ name: 'obs.fix', args: { code: 'covered' } });
    await sayObs(page, strip({ stream: LIVE }));
    expect(screen.queryByRole('region', { name: 'Before you go live' })).toBeNull();
  });

  it('says that all is ready only once the overlay was seen', async () => {
    const page = await drawObs(strip({ hasKey: true, freeDisk: 50_000 }));
    expect(card('Before you go live').queryByText('Ready to go live')).toBeNull();
    const proof = { state: 'proved', at: NOW, scene: 'Game', by: 'program' } as const;
    await sayObs(page, { ...strip({ hasKey: true, freeDisk: 50_000 }), proof });
    expect(card('Before you go live').getByText('Ready to go live')).toBeVisible();
  });

  it('leads from a missing stream key to its card', async () => {
    // jsdom has nothing to scroll.
    Element.prototype.scrollIntoView ??= () => undefined;
    const page = await drawObs(strip({ hasKey: false }));
    fireEvent.click(card('Before you go live').getByRole('button', { name: 'Put the key in' }));
    expect(screen.getByRole('region', { name: 'Stream key' })).toHaveFocus();
    expect(page.bridge.asked.map(({ name }) => name)).not.toContain('obs.stream-key');
  });

  const full = strip({ hasKey: true, freeDisk: 381 });
  const disk = () => card('Before you go live').getByText('Space for recordings').closest('li');

  it('opens the recordings of a disk that is almost full', async () => {
    const page = await drawObs(full);
    await sayCare(page, { place: { canOpenFolder: true } });
    expect(disk()).toHaveTextContent('Only 400 MB left on the disk that OBS records to.');
    expect(disk()).not.toHaveTextContent('Show Recordings');
    fireEvent.click(card('Before you go live').getByRole('button', { name: 'Open recordings' }));
    expect(page.bridge.last).toMatchObject({ name: 'obs.open-recordings', args: {} });
    await page.core((bridge) => bridge.lastOf('obs.open-recordings').refuse());
    expect(disk()).toHaveTextContent(PROBLEM_TEXT.what.en);
  });

  it.each([
    ['this host opens no folders', full, false],
    ['OBS is on another computer', { ...full, elsewhere: true }, true],
  ])('says how to make room where %s', async (_, state, canOpenFolder) => {
    const page = await drawObs(state);
    await sayCare(page, { place: { canOpenFolder } });
    expect(disk()).toHaveTextContent('In OBS, choose File → Show Recordings');
    expect(disk()?.querySelector('button')).toBeNull();
  });

  it('the question says what is wrong, also that for a new broadcast', async () => {
    const page = await drawObs(wrong);
    press('Go live');
    const warning = /^Look at: Overlay in the picture(, | and )Stream key/;
    expect(within(screen.getByRole('dialog')).getByText(warning)).toBeVisible();
    answer('Cancel');
    openPlace('live');
    fireEvent.click(screen.getByRole('button', { name: 'New broadcast' }));
    answer('Look at it first');
    expect(screen.queryByRole('dialog')).toBeNull();
    expect(card('Before you go live').getByText('Stream key')).toBeVisible();
    expect(page.bridge.asked.map(({ name }) => name)).not.toContain('obs.stream');
  });
});
