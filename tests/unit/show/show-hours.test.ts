import { describe, expect, it } from 'vitest';
import { heapInUse } from '../../integration/stream/support/heap.ts';
import { steadyRandom } from '../../support/steady-random.ts';
import { CONFIG as DRAW_CONFIG } from '../draw/draw-world.ts';
import { CONFIG as WHEEL_CONFIG } from '../wheel/wheel-world.ts';
import { gives, type Said, ShowWorld, says } from './show-world.ts';

const HOURS = 12;
/** By then every list that has an end has reached it. */
const WARM_HOURS = 4;
const STEP_MS = 5_000;
const VIEWERS = 300;
const MIB = 1_048_576;

const most = { mostEach: null, mostInAll: null };

/** Everything runs: nothing ends in these hours by itself. */
async function startAll(world: ShowWorld) {
  const kit = world.startKit();
  const { vote, draw, players, counters, subathon, missions, wheel } = kit.activities;
  await vote.commands['vote.begin']({
    title: '',
    options: ['a', 'b', 'c'],
    voters: 'everyone',
    changeable: true,
    weight: 'beams',
    seconds: null,
    announce: true,
  });
  await draw.commands['draw.begin']({ ...DRAW_CONFIG, seconds: null });
  await players.commands['players.begin']({
    title: '',
    size: 50,
    team: 2,
    priority: 'none',
    once: false,
    announce: true,
  });
  await counters.commands['counters.create']({ name: 'deaths', words: [], target: null });
  await subathon.commands['subathon.begin']({
    title: '',
    minutes: 24 * 60,
    limitHours: null,
    rules: [{ by: 'donation', per: 1_000, seconds: 10, ...most }],
    announce: true,
  });
  await missions.commands['missions.begin']({
    leastBeams: 100,
    prefix: '',
    open: true,
    announce: true,
  });
  await wheel.commands['wheel.save']({ ...WHEEL_CONFIG, beams: 4_000 });
  await kit.chatCommands.commands['chat-commands.set']({
    commands: [
      {
        id: 'left',
        names: ['left'],
        text: '{viewer}: {left} {next} {counter:deaths}',
        users: 'everyone',
        cooldown: 0,
        viewerCooldown: 0,
        on: true,
      },
    ],
    timers: [{ id: 'hello', text: 'hello', minutes: 5, chats: 1, on: true }],
    bots: [],
  });
  return kit;
}

/** What one of the viewers does next. */
function deedOf(random: () => number): Said {
  const who = `viewer-${Math.floor(random() * VIEWERS)}`;
  const chance = random();
  if (chance < 0.1) return gives(who, 100 + Math.floor(random() * 5_000), { donationText: 'go' });
  const words = ['!1', '!2', '!3', '!시참', '!취소', '!순번', '!left', '!참가', 'hello'];
  return says(who, words[Math.floor(random() * words.length)] ?? '');
}

describe('a show of twelve hours with everything running', () => {
  it('needs no more memory at its end than after its first hours, and keeps its journal short', async () => {
    const world = new ShowWorld();
    const kit = await startAll(world);
    const random = steadyRandom(12);
    const pass = async (hours: number): Promise<void> => {
      for (let at = 0; at < (hours * 3_600_000) / STEP_MS; at += 1) {
        world.hear(...Array.from({ length: 5 }, () => deedOf(random)));
        if (at % 60 === 59 && (kit.activities.players.waiting()?.length ?? 0) > 0)
          kit.activities.players.hands.call();
        if (at % 10 === 0) kit.activities.counters.hands.add(1, 1);
        await world.clock.advance(STEP_MS);
        world.said.length = 0;
      }
    };
    await pass(WARM_HOURS);
    const before = heapInUse();
    await pass(HOURS - WARM_HOURS);
    expect((heapInUse() - before) / MIB).toBeLessThan(2);

    const { vote, draw, players, subathon, missions, wheel } = kit.activities;
    expect(vote.view()?.voterCount).toBeGreaterThan(VIEWERS / 2);
    expect(draw.view()?.entrantCount).toBeGreaterThan(VIEWERS / 2);
    expect(players.view()).not.toBeNull();
    expect(subathon.leftMs()).toBeGreaterThan(0);
    expect(missions.view()).not.toBeNull();
    expect(wheel.view()?.turn?.n ?? 0).toBeGreaterThan(100);
    for (const id of world.ledger.show.ids()) {
      const folded = world.ledger.show.find(id)?.folded ?? 0;
      expect(world.ledger.show.journal(id, folded, 1_000_000).length).toBeLessThanOrEqual(20_000);
    }
    expect(world.ledger.show.waiting(100_000).length).toBeLessThan(1_000);
  });
});
