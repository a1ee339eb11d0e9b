import type { Page } from '@playwright/test';
import type { ObsChange, ObsFinding, ObsState } from '../../shared/contract/obs.ts';
import { EMPTY_OBS } from '../../tests/support/empty-states.ts';
import { playObs } from '../../tests/support/obs-played.ts';
import { openPlace } from '../../tests/support/places.ts';
import { obsWith } from '../../tests/unit/dashboard/obs/obs-fixtures.ts';

type Language = 'ko' | 'en';

/** A streamer's scenes, as they name them. */
const SCENES = {
  ko: ['게임', '저스트 채팅', '쉬는 시간', '엔딩'],
  en: ['Game', 'Just chatting', 'Break', 'Ending'],
} as const;

const SERVER = 'rtmp://ingest.example.com/live';

/** The file that the docs link to, and what OBS is doing there. */
const STATES = (language: Language): readonly (readonly [string, ObsState])[] => {
  const scenes = SCENES[language];
  const [game] = scenes;
  const there = { scenes, programScene: game, streaming: false };
  const finding = (code: 'hidden' | 'shuts-down') => {
    return { code, source: 'Stagelight', by: [], fixable: true };
  };
  return [
    ['obs-connect', EMPTY_OBS],
    ['obs', obsWith({ ...there, proof: { state: 'unknown' } })],
    ['obs-proof', obsWith({ ...there, ...provedIn(game) })],
    ['obs-findings', obsWith({ ...there, ...found(finding('hidden'), finding('shuts-down')) })],
  ];
};

function found(...findings: readonly ObsFinding[]): Partial<ObsState> {
  return { proof: { state: 'found', at: Date.now(), findings } };
}

function provedIn(scene: string): Partial<ObsState> {
  const at = Date.now();
  const proof = { state: 'proved', at, scene, by: 'program' } as const;
  return { proof, undoable: { at, scenes: [scene] } };
}

/** By then the page shows what it was told. */
const SETTLE_MS = 1_000;

/** The page of OBS from the first press to the proof, in one language. OBS is played. */
export async function obsPictures(
  page: Page,
  language: Language,
  url: string,
  save: (name: string) => Promise<unknown>,
): Promise<void> {
  const [game] = SCENES[language];
  const changes: readonly ObsChange[] = [{ kind: 'create', scene: game, input: 'Stagelight' }];
  const say = await playObs(page, {
    'obs.plan': { changes },
    'obs.stream-target': { now: null, server: SERVER },
  });
  await page.goto(`${url}?lang=${language}`);
  await openPlace(page, 'settings', 'obs');
  for (const [name, state] of STATES(language)) {
    say(state);
    if (name === 'obs-connect') await openByHand(page);
    await page.mouse.move(0, 0);
    await page.waitForTimeout(SETTLE_MS);
    await page.evaluate(
      (to) => {
        const top = to === null ? 0 : document.querySelector(to)?.getBoundingClientRect().top;
        document.scrollingElement?.scrollTo({ top: top ? top + scrollY - 120 : 0 });
      },
      name === 'obs' ? '#obs-set-up' : null,
    );
    await save(name);
  }
}

/** The three pictures of OBS's own settings. */
const openByHand = (page: Page) => page.locator('.card-call summary').first().click();
