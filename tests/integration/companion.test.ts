import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { validateManifest } from '@companion-module/base/manifest';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { buildCompanion } from '../../scripts/lib/integrations.ts';
import { CompanionHost } from '../support/companion-host.ts';
import { DeckStage, SUBATHON, VOTE } from '../support/deck-stage.ts';

let built = '';
let folder = '';
let stage: DeckStage;
let companion: CompanionHost | null = null;

async function connect(language = 'en', key = stage.key): Promise<CompanionHost> {
  companion = await CompanionHost.load(folder);
  await companion.start(stage.address, { key }, language);
  return companion;
}

const poll = (read: () => unknown) => expect.poll(read);

beforeAll(async () => {
  built = await mkdtemp(join(tmpdir(), 'stagelight-companion-'));
  folder = await buildCompanion(built);
  stage = await DeckStage.set();
});

afterEach(async () => {
  await companion?.instance.destroy();
  companion = null;
});

afterAll(async () => {
  await stage?.dispose();
  await rm(built, { recursive: true, force: true });
});

describe('the Companion module', () => {
  it('has a manifest that Companion’s own check accepts, and names the licences in it', async () => {
    const read = (name: string) => readFile(join(folder, name), 'utf8');
    const manifest = JSON.parse(await read('companion/manifest.json'));
    expect(() => validateManifest(manifest, false)).not.toThrow();
    expect(manifest.runtime.apiVersion).toBe('2.0.4');
    expect(await read('licenses.txt')).toContain('@companion-module/base 2.0.4 (MIT)');
    expect(await read('companion/HELP.md')).toContain('# Stagelight');
  });

  it('has an action, a feedback and a preset for every key, in the streamer’s language', async () => {
    const module = await connect('ko');
    await poll(() => module.status).toBe('ok');
    expect(module.actions['alerts-pause']).toMatchObject({ name: '알림 일시정지' });
    const ids = Object.keys(module.actions);
    expect(ids.length).toBeGreaterThan(20);
    expect(ids.filter((id) => !module.feedbacks[`${id}-face`])).toEqual([]);
    expect(ids.filter((id) => !module.presets[id])).toEqual([]);
    const placed = module.sections.flatMap(({ definitions }) => definitions as string[]);
    expect(placed.toSorted()).toEqual(Object.keys(module.presets).toSorted());
    expect(Object.keys(module.variableNames).filter((id) => !module.variables.has(id))).toEqual([]);
    expect(JSON.stringify([module.actions, module.presets])).not.toContain('decks.');
    expect(module.presets['alerts-volume']?.steps[0]).toMatchObject({
      rotate_left: [{ actionId: 'alerts-volume', options: { step: -2 } }],
    });
  });

  it('pauses alerts, and its variables and feedbacks follow', async () => {
    const module = await connect();
    await poll(() => module.variables.get('connection')).toBe('live');
    await module.press('alerts-pause', { to: 'other' });
    await poll(() => module.variables.get('alerts_paused')).toBe(true);
    stage.give('Haneul', 5_000);
    await poll(() => module.variables.get('alerts_waiting')).toBe(1);
    expect(module.feedback('alerts-pause-on')).toBe(true);
    expect(module.feedback('alerts-pause-face')).toMatchObject({ text: 'Paused\n1 waiting' });
    await module.press('alerts-pause', { to: 'off' });
    await poll(() => module.variables.get('alert_name')).toBe('Haneul');
    await module.press('alerts-skip');
    await poll(() => module.variables.get('alert_name')).toBe('');
  });

  it('follows the vote, the clock and counters, which it offers as presets', async () => {
    const module = await connect();
    await stage.desk.ask('vote.begin', { ...VOTE, options: [...VOTE.options] });
    for (const [at, vote] of ['!2', '!2', '!1'].entries()) stage.chat(`v${at}`, vote);
    await poll(() => module.variables.get('vote_percent')).toBe(67);
    expect(module.variables.get('vote_leader')).toBe('바둑');
    await stage.desk.ask('subathon.begin', { ...SUBATHON, rules: [] });
    await poll(() => module.variables.get('subathon_clock')).toMatch(/^59:5\d$/);
    const before = module.variables.get('subathon_clock');
    await poll(() => module.variables.get('subathon_clock')).not.toBe(before);
    await stage.desk.ask('counters.create', { name: 'Deaths', words: [], target: null });
    const { counters } = await stage.desk.until('counters', (now) => now.counters.length > 0);
    const counter = String(counters[0]?.id);
    await poll(() => module.presets[`counter-up:${counter}`]?.name).toBe('Count: Deaths');
    await module.press('counter-up', { counter, by: 2 });
    await poll(() => module.variables.get(`counter_${counter}`)).toBe(2);
    expect(module.variableNames[`counter_${counter}`]?.name).toBe('Counter Deaths');
  });

  it('says that Stagelight is off, logs a press then, and comes back by itself', async () => {
    const module = await connect();
    await poll(() => module.status).toBe('ok');
    await stage.stopApp();
    await poll(() => module.status).toBe('disconnected');
    expect(module.said).toBe(
      'Stagelight does not answer. Start it; the keys come back by themselves.',
    );
    await module.press('alerts-skip');
    expect(module.logged.at(-1)).toContain('Skip alert');
    await stage.startApp();
    await poll(() => module.status).toBe('ok');
  });

  it('says what is wrong with its address or key', async () => {
    const module = await connect('en', 'sl_wrong');
    await poll(() => module.status).toBe('authentication_failure');
    await module.instance.configUpdated(
      { address: 'http://192.0.2.1', language: 'en' },
      { key: 'x' },
    );
    await poll(() => module.status).toBe('bad_config');
    const blind = await stage.makeKey(['alerts:control']);
    await module.instance.configUpdated({ address: stage.address, language: 'en' }, { key: blind });
    await poll(() => module.status).toBe('insufficient_permissions');
  });
});
