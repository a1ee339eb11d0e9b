import { afterEach, describe, expect, it } from 'vitest';
import { mannersSchema, respelled } from '../../../electron/simulator/world/manners.ts';
import { API, Stage } from './simulator-stage.ts';

const stages: Stage[] = [];

async function stageWith(options: Parameters<typeof Stage.start>[0] = {}): Promise<Stage> {
  const stage = await Stage.start(options);
  stages.push(stage);
  return stage;
}

afterEach(async () => {
  await Promise.all(stages.splice(0).map((stage) => stage.sim.dispose()));
});

function change(stage: Stage, body: object): Promise<Response> {
  return fetch(`${stage.sim.baseUrl}/control/v1/manners`, {
    method: 'POST',
    headers: { 'simulator-key': stage.sim.controlKey, 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
}

describe('the manners of the simulator', () => {
  it('are those of the specification unless something else is asked for', async () => {
    const { sim } = await stageWith();
    expect(sim.world.manners).toEqual(mannersSchema.parse({}));
    expect(sim.world.manners).toMatchObject({ handOver: 'clean', accessTokenSeconds: 86_400 });
  });

  it('can be changed one by one while it runs', async () => {
    const stage = await stageWith({ manners: { payAmount: 'number' } });
    const answer = await change(stage, { handOver: 'both' });
    expect(answer.status).toBe(200);
    expect(await answer.json()).toMatchObject({ handOver: 'both', payAmount: 'number' });
    expect(stage.sim.world.manners.handOver).toBe('both');
  });

  it.each([{ handOver: 'sometimes' }, { unknown: 1 }, []])('refuse %j', async (body) => {
    const stage = await stageWith();
    expect((await change(stage, body)).status).toBe(400);
    expect(stage.sim.world.manners).toEqual(mannersSchema.parse({}));
  });

  it.each([
    ['utc', '2026-03-10T01:02:03.004Z'],
    ['without-zone', '2026-03-10T01:02:03.004'],
    ['korean-zone', '2026-03-10T10:02:03.004+09:00'],
    ['epoch-digits', '1773104523004'],
  ] as const)('spell times %s', (spelling, text) => {
    expect(respelled('2026-03-10T01:02:03.004Z', spelling)).toBe(text);
  });

  it('spell the times of answers, and leave the rest of them alone', async () => {
    const stage = await stageWith({ manners: { times: 'epoch-digits' } });
    const answer = await fetch(`${stage.sim.baseUrl}${API}/drops/campaigns`, {
      headers: stage.client(),
    });
    const body = (await answer.json()) as { content: { data: Record<string, unknown>[] } };
    expect(body.content.data[0]?.['startAt']).toMatch(/^\d{13}$/);
    expect(body.content.data[0]?.['title']).toEqual(expect.any(String));
  });

  it('say the time of the platform in every answer', async () => {
    const stage = await stageWith({ clockAheadMs: -600_000 });
    const answer = await fetch(`${stage.sim.baseUrl}${API}/drops/campaigns`, {
      headers: stage.client(),
    });
    const said = Date.parse(answer.headers.get('date') ?? '');
    expect(said).toBe(Math.floor((stage.clock.now() - 600_000) / 1_000) * 1_000);
  });
});
