import { beforeAll, describe, expect, it } from 'vitest';
import { hasObsKit, startRealObs, USUAL_RATE } from '../support/obs-kit.ts';
import {
  GROUPS_AT_FIRST,
  OBS_SCENARIO,
  type ObsRecording,
  recordedObs,
  SCENES_AT_FIRST,
  shapeOf,
} from '../support/obs-scenario.ts';
import { conversationWith } from './conversation.ts';

const recorded = recordedObs();

describe.skipIf(!hasObsKit)('a real OBS', () => {
  let heard: ObsRecording;

  beforeAll(async () => {
    const obs = await startRealObs({
      scenes: SCENES_AT_FIRST,
      groups: GROUPS_AT_FIRST,
      profile: USUAL_RATE,
    });
    heard = await conversationWith(obs).finally(() => obs.stop());
  });

  it('is of the kind that was recorded (else: npm run test:obs -- --record)', () => {
    expect(heard.obs.split('.')[0]).toBe(recorded.obs.split('.')[0]);
  });

  it('answers the whole conversation with the recorded codes, names, and types', () => {
    const alike = ({ steps }: ObsRecording) =>
      OBS_SCENARIO.map(({ name }) => ({
        name,
        code: steps[name]?.code,
        answer: shapeOf(steps[name]?.answer),
      }));
    expect(alike(heard)).toEqual(alike(recorded));
  });

  it('keeps a removed source listed in a scene that is not drawn', () => {
    const { sceneItems } = heard.steps['items at last']?.answer ?? {};
    expect(sceneItems).toEqual(
      expect.arrayContaining([expect.objectContaining({ sourceName: 'Stagelight' })]),
    );
  });
});
