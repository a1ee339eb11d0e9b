import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import type { ObsFindingCode, ObsProof } from '../../shared/contract/obs.ts';
import { parseJson } from '../../shared/json.ts';
import {
  forgetOurs,
  itemOf,
  setUpAndProve,
  strike,
  takeOut,
  untilProved,
} from '../support/obs-deeds.ts';
import {
  CANVAS,
  GAME,
  hasObsKit,
  type ObsHand,
  obsPicture,
  type Picture,
} from '../support/obs-kit.ts';
import { codesOf, type ObsStage, setObsStage } from '../support/obs-stage.ts';

const PAUSE = { ...GAME, name: 'Pause' };

const INVISIBLE = {
  filterName: 'Gone',
  filterKind: 'color_filter_v2',
  filterSettings: { opacity: 0 },
};

const isProved = ({ state }: ObsProof) => state === 'proved';

const collectionSchema = z.object({
  sources: z.array(
    z.object({
      name: z.string(),
      settings: z.object({
        items: z
          .array(z.object({ name: z.string(), pos: z.object({ x: z.number() }) }))
          .default([]),
      }),
    }),
  ),
});

/** How many pixels differ by more than `most` in any colour, and the greatest difference. */
function difference(a: Picture, b: Picture, most = 0): { pixels: number; greatest: number } {
  let pixels = 0;
  let greatest = 0;
  for (let at = 0; at < a.rgba.length; at += 4) {
    const by = Math.max(
      ...[0, 1, 2].map((colour) =>
        Math.abs((a.rgba[at + colour] ?? 0) - (b.rgba[at + colour] ?? 0)),
      ),
    );
    if (by > most) pixels += 1;
    greatest = Math.max(greatest, by);
  }
  return { pixels, greatest };
}

/** Long enough for a picture of OBS to show it, also on a machine with much else to do. */
const LONG_ALERTS = { alertDefaults: { durationS: 30 } };

/** How far from the left a source of the scene "Live" is, as OBS wrote it last; null: it has none. */
async function leftOnDisk({ obs }: ObsStage, source: string): Promise<number | null> {
  const folder = join(obs.dir, 'home/.config/obs-studio/basic/scenes');
  const files = (await readdir(folder)).filter((name) => name.endsWith('.json'));
  const texts = await Promise.all(files.map((name) => readFile(join(folder, name), 'utf8')));
  const written = texts.flatMap((text) => collectionSchema.parse(parseJson(text)).sources);
  const items = written.flatMap(({ name, settings }) => (name === 'Live' ? settings.items : []));
  return items.find(({ name }) => name === source)?.pos.x ?? null;
}

describe.skipIf(!hasObsKit)('the proof in the picture of a real OBS', () => {
  let on: ObsStage;
  let hand: ObsHand;
  let source: string;

  beforeAll(async () => {
    on = await setObsStage({
      scenes: { Live: [GAME], Break: [PAUSE], Around: [{ name: 'Live' }] },
    });
    hand = await on.obs.connect();
    await on.connect();
    // Each cure is pressed here; a busy computer's app would be faster with an old address.
    await on.dashboard.ask('obs.set-heal', { on: false });
  });
  afterAll(() => on.dispose());

  const item = async () => {
    const { id, transform } = await itemOf(hand, 'Live', source);
    return { where: { sceneName: 'Live', sceneItemId: id }, transform };
  };
  const found = async (code: ObsFindingCode) => {
    await on.dashboard.ask('obs.check', {});
    return on.proof((proof) => codesOf(proof).includes(code));
  };
  const proved = () => untilProved(on);

  /** The terminal of the host says the code that a new address asks for. */
  const renewedOverlay = async () => {
    const asked = { place: 'overlay' } as const;
    await on.dashboard.ask('maintenance.renew-key', asked).catch(() => undefined);
    const code = await vi.waitUntil(() => /\n {2}(\S+)\n {2}/.exec(on.host.errors)?.[1]);
    return (await on.dashboard.ask('maintenance.renew-key', asked, code)).url;
  };

  describe('with a source that a set-up made', () => {
    beforeEach(async () => {
      await hand.call('SetCurrentProgramScene', { sceneName: 'Live' });
      await expect
        .poll(async () => (await hand.call('GetCurrentProgramScene'))['currentProgramSceneName'])
        .toBe('Live');
      source = await setUpAndProve(on, hand);
    });
    afterEach(() => forgetOurs(on, hand));

    it('holds in the scene on air, and names it', async () => {
      expect(await proved()).toMatchObject({ state: 'proved', scene: 'Live' });
    });

    it('holds where the scene is nested in the one on air', async () => {
      await hand.call('SetCurrentProgramScene', { sceneName: 'Around' });
      await on.dashboard.until('obs', (state) => state?.programScene === 'Around');
      await on.dashboard.ask('obs.check', {});
      expect(
        await on.proof((proof) => proof.state === 'proved' && proof.scene === 'Around'),
      ).toMatchObject({ state: 'proved', scene: 'Around' });
    });

    it('changes no pixel by more than 2 of 255 while it looks, and leaves none behind', async () => {
      // The set-up's own look may not have left the picture yet: the game alone is what counts.
      const before = await obsPicture(hand, GAME.name);
      let greatest = 0;
      let looking = true;
      const checks = (async () => {
        for (let turn = 0; turn < 3; turn += 1) await on.dashboard.ask('obs.check', {});
        looking = false;
      })();
      while (looking) {
        greatest = Math.max(greatest, difference(before, await obsPicture(hand, 'Live')).greatest);
      }
      await checks;
      await on.proof(isProved);
      expect(greatest).toBeLessThanOrEqual(2);
      await expect
        .poll(async () => difference(before, await obsPicture(hand, 'Live')).pixels)
        .toBe(0);
    });

    it("shows a test alert's pixels in OBS's own picture of the program", async () => {
      await on.dashboard.ask('overlay.set', LONG_ALERTS);
      const before = await obsPicture(hand, 'Live');
      await on.dashboard.ask('test-event.play', { kind: 'DONATION' });
      await expect
        .poll(async () => difference(before, await obsPicture(hand, 'Live'), 24).pixels)
        .toBeGreaterThan(2_000);
      await on.dashboard.ask('alerts.skip', {});
      await expect
        .poll(async () => difference(before, await obsPicture(hand, 'Live'), 24).pixels)
        .toBe(0);
    });

    const FINDINGS: [ObsFindingCode, string, () => Promise<unknown>][] = [
      [
        'not-in-program',
        'another scene is on air',
        () => hand.call('SetCurrentProgramScene', { sceneName: 'Break' }),
      ],
      [
        'hidden',
        'it was hidden',
        async () =>
          hand.call('SetSceneItemEnabled', { ...(await item()).where, sceneItemEnabled: false }),
      ],
      [
        'not-connected',
        'its page was refused',
        async () => {
          await on.obs.browserHost.fault(source, 'blank');
          await on.obs.browserHost.when(source, ({ page }) => page === 'failed');
        },
      ],
      ['frozen', 'its page froze', () => strike(on, source, 'freeze')],
      [
        'outside',
        'it was moved out of the canvas',
        async () =>
          hand.call('SetSceneItemTransform', {
            ...(await item()).where,
            sceneItemTransform: { positionX: 5_000 },
          }),
      ],
      [
        'covered',
        'an opaque picture lies above it',
        () =>
          hand.call('CreateInput', {
            sceneName: 'Live',
            inputName: 'Curtain',
            inputKind: 'color_source_v3',
            inputSettings: { color: 0xffff_ffff, ...CANVAS },
          }),
      ],
      [
        'wrong-size',
        "it has OBS's default size",
        () =>
          hand.call('SetInputSettings', {
            inputName: source,
            inputSettings: { width: 800, height: 600 },
          }),
      ],
      [
        'shuts-down',
        'it ends when it is not seen',
        () =>
          hand.call('SetInputSettings', { inputName: source, inputSettings: { shutdown: true } }),
      ],
      [
        'shuts-down',
        'it begins anew with its scene',
        () =>
          hand.call('SetInputSettings', {
            inputName: source,
            inputSettings: { restart_when_active: true },
          }),
      ],
      [
        'muted',
        'it carries the sound and is muted',
        async () => {
          await hand.call('SetInputSettings', {
            inputName: source,
            inputSettings: { reroute_audio: true },
          });
          await hand.call('SetInputMute', { inputName: source, inputMuted: true });
        },
      ],
    ];

    it.each(FINDINGS)('finds "%s" when %s, and one press mends it', async (code, _, produce) => {
      await produce();
      try {
        const proof = await found(code);
        const finding = proof.state === 'found' && proof.findings.find((one) => one.code === code);
        expect(finding).toMatchObject({ code, fixable: true });
        if (!finding) return;
        await on.dashboard.ask('obs.fix', { code, source: finding.source });
        await proved();
      } finally {
        await hand.call('RemoveInput', { inputName: 'Curtain' }).catch(() => undefined);
      }
    });

    it('finds "no-source" when it was removed, and another set-up mends it', async () => {
      await takeOut(hand, source);
      expect(await found('no-source')).toMatchObject({
        findings: [{ code: 'no-source', fixable: false }],
      });
      await setUpAndProve(on, hand);
    });

    it('names the filter that makes it invisible, and one press turns it off', async () => {
      await hand.call('CreateSourceFilter', { sourceName: source, ...INVISIBLE });
      const by = [INVISIBLE.filterName];
      expect(await found('filtered')).toMatchObject({
        findings: [{ code: 'filtered', source, by, fixable: true }],
      });
      await on.dashboard.ask('obs.fix', { code: 'filtered', source });
      await proved();
    });

    it('leaves a filter of the scene to the streamer, and names it', async () => {
      await hand.call('CreateSourceFilter', { sourceName: 'Live', ...INVISIBLE });
      try {
        const by = [INVISIBLE.filterName];
        expect(await found('filtered')).toMatchObject({
          findings: [{ code: 'filtered', source: 'Live', by, fixable: false }],
        });
      } finally {
        const { filterName } = INVISIBLE;
        await hand.call('RemoveSourceFilter', { sourceName: 'Live', filterName });
      }
      await proved();
    });

    it('is on OBS’s disk once it is mended, so that a crash of OBS takes nothing back', async () => {
      const { where } = await item();
      await hand.call('SetSceneItemTransform', {
        ...where,
        sceneItemTransform: { positionX: 5_000 },
      });
      // As any change of the order lets OBS write its scenes.
      await hand.call('SetSceneItemIndex', { ...where, sceneItemIndex: 0 });
      await expect.poll(() => leftOnDisk(on, source)).toBe(5_000);
      await found('outside');
      await on.dashboard.ask('obs.fix', { code: 'outside', source });
      await expect.poll(() => leftOnDisk(on, source)).toBe(0);
    });

    it('goes by itself from proved to found and back when the streamer hides and shows it', async () => {
      const { where } = await item();
      await hand.call('SetSceneItemEnabled', { ...where, sceneItemEnabled: false });
      await on.proof((proof) => codesOf(proof).includes('hidden'));
      await hand.call('SetSceneItemEnabled', { ...where, sceneItemEnabled: true });
      await on.proof(isProved);
    });

    it('finds the old address after the overlay got a new one, and mends it', async () => {
      on.overlayUrl = await renewedOverlay();
      const proof = await found('old-address');
      expect(proof).toMatchObject({ findings: [{ code: 'old-address', source, fixable: true }] });
      await on.dashboard.ask('obs.fix', { code: 'old-address', source });
      await proved();
    });
  });

  it('is not claimed where no source was made', async () => {
    await forgetOurs(on, hand);
    expect(codesOf(await found('no-source'))).toEqual(['no-source']);
  });
});

describe.skipIf(!hasObsKit)('OBS as it comes, with one empty scene', () => {
  it('is set up by one button, proved, and shows a test alert in its picture', async () => {
    const on = await setObsStage();
    try {
      const hand = await on.obs.connect();
      await on.connect();
      await setUpAndProve(on, hand);
      expect(await on.proof(isProved)).toMatchObject({ scene: 'Scene', by: 'program' });
      await on.dashboard.ask('overlay.set', LONG_ALERTS);
      const before = await obsPicture(hand, 'Scene');
      await on.dashboard.ask('test-event.play', { kind: 'DONATION' });
      await expect
        .poll(async () => difference(before, await obsPicture(hand, 'Scene'), 24).pixels)
        .toBeGreaterThan(2_000);
    } finally {
      await on.dispose();
    }
  });

  it('is proved by the source alone where a black picture tells nothing', async () => {
    const black = { ...GAME, name: 'Black', settings: { color: 0xff00_0000, ...CANVAS } };
    const on = await setObsStage({ scenes: { Live: [black] } });
    try {
      const hand = await on.obs.connect();
      await on.connect();
      await setUpAndProve(on, hand);
      expect(await on.proof(isProved)).toMatchObject({ scene: 'Live', by: 'source' });
    } finally {
      await on.dispose();
    }
  });
});
