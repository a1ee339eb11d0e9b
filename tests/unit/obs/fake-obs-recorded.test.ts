import { beforeAll, describe, expect, it } from 'vitest';
import { FakeObs } from '../../support/fake-obs.ts';
import {
  GROUPS_AT_FIRST,
  haveConversation,
  OBS_SCENARIO,
  type ObsOutcome,
  type ObsRecording,
  recordedObs,
  SCENES_AT_FIRST,
  shapeOf,
} from '../../support/obs-scenario.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const recorded = recordedObs();

/** Only a hand does these; the fake one's model is changed directly. */
const BY_HAND: ReadonlySet<string> = new Set(['RemoveScene']);

const toldByObs = Object.values(recorded.steps).flatMap(({ events }) => events);
const EVENTS = new Set(toldByObs.map(({ type }) => type));

const asSpec = (items: readonly { name: string; kind?: string; settings?: object }[]) =>
  items.map(({ name, kind, settings }) => ({
    source: name,
    ...(kind !== undefined && { kind }),
    ...(settings && { settings: { ...settings } }),
  }));

describe('the OBS of the tests, beside what OBS itself answered', () => {
  let faked: ObsRecording['steps'];

  beforeAll(async () => {
    const clock = new VirtualClock();
    const obs = new FakeObs(clock).group('Corner', asSpec(GROUPS_AT_FIRST.Corner));
    for (const [name, items] of Object.entries(SCENES_AT_FIRST)) obs.scene(name, asSpec(items));
    const told: { type: string; data: Readonly<Record<string, unknown>> }[] = [];
    for (const type of EVENTS) obs.on(type, (data) => told.push({ type, data }));
    faked = await haveConversation(async (request, data): Promise<ObsOutcome> => {
      told.length = 0;
      const answer = await obs.handle(request, data);
      await clock.advance(1_000);
      const events = [...told];
      return answer.ok
        ? { code: 100, answer: answer.data, events }
        : { code: answer.code, answer: null, events };
    });
  });

  it('is recorded for the whole conversation', () => {
    expect(Object.keys(recorded.steps)).toEqual(OBS_SCENARIO.map(({ name }) => name));
  });

  it.each(OBS_SCENARIO.filter(({ request }) => !BY_HAND.has(request)))(
    '$name: $request answers alike',
    ({ name }) => {
      const real = recorded.steps[name];
      const fake = faked[name];
      expect(fake?.code).toBe(real?.code);
      expect(shapeOf(fake?.answer)).toEqual(shapeOf(real?.answer));
    },
  );

  it("tells of nothing that OBS does not tell of, and of it in OBS's words", () => {
    const said = Object.entries(faked).flatMap(([name, { events }]) =>
      events.map((event) => ({ name, ...event })),
    );
    expect(said.length).toBeGreaterThan(10);
    for (const { name, type, data } of said) {
      // OBS tells of a new scene on air when the fade is over: some steps later.
      const real = [...(recorded.steps[name]?.events ?? []), ...toldByObs].find(
        (event) => event.type === type,
      );
      expect({ name, type, data: shapeOf(real?.data) }).toMatchObject({
        name,
        type,
        data: shapeOf(data) as object,
      });
    }
  });
});
