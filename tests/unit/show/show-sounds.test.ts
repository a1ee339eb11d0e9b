import { describe, expect, it, onTestFinished } from 'vitest';
import { toDisposable } from '../../../electron/base/disposables.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { SPIN_MS } from '../../../electron/features/draw/draw.ts';
import { ShowSounds } from '../../../electron/features/show-kit/index.ts';
import { changedOverlay, DEFAULT_OVERLAY } from '../../../shared/overlay/overlay-settings.ts';
import type { ShowCue } from '../../../shared/overlay/show-sounds.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import { CONFIG as DRAW_CONFIG } from '../draw/draw-world.ts';
import { gives, ShowWorld, says } from './show-world.ts';

const VOTE = {
  title: '',
  options: ['a', 'b'] as string[],
  voters: 'everyone',
  changeable: true,
  weight: 'equal',
  seconds: 90,
  announce: false,
} as const;
const WHEEL = {
  title: '',
  sections: [
    { name: 'a', weight: 1 },
    { name: 'b', weight: 1 },
  ],
  seconds: 5,
  byChat: false,
  beams: null,
  announce: false,
};
const CLOCK = { title: '', minutes: 2, rules: [], limitHours: null, announce: false };

/** A run of the app with the show kit, and what viewers heard of it. */
function startRun(world: ShowWorld, settings = DEFAULT_OVERLAY) {
  const kit = world.startKit();
  const { activities, show } = kit;
  const heard: (ShowCue | null)[] = [];
  const sounds = new ShowSounds({
    clock: world.runClock,
    log: silentLogger,
    views: () =>
      Object.fromEntries(
        Object.entries(activities).map(([name, { view }]) => [name, view()]),
      ) as unknown as ShowViews,
    onViews: (listener) => {
      const all = Object.values(activities).map(({ onChange }) => onChange(listener));
      return toDisposable(() => {
        for (const each of all) each.dispose();
      });
    },
    settings: () => settings,
    isQuiet: () => show.feeds.show.read().quiet,
    onQuiet: show.feeds.show.onChange,
  });
  sounds.onCue((cue) => heard.push(cue));
  onTestFinished(() => sounds.dispose());
  const names = () => heard.map((cue) => cue?.sound ?? 'silence');
  return { ...kit, heard, names, commands: commandsOf(kit) };
}

type Kit = ReturnType<ShowWorld['startKit']>;

const commandsOf = ({ activities: { vote, draw, wheel, missions, subathon }, show }: Kit) => ({
  ...vote.commands,
  ...draw.commands,
  ...wheel.commands,
  ...missions.commands,
  ...subathon.commands,
  ...show.commands,
});

describe('what viewers hear of the show', () => {
  it('is a vote’s beginning and its end, once each, however many vote between', async () => {
    const world = new ShowWorld();
    const { names, commands } = startRun(world);
    await commands['vote.begin'](VOTE);
    for (const who of ['x', 'y', 'z']) world.hear(says(who, '!1'));
    await commands['vote.end']({});
    await commands['vote.clear']({});
    expect(names()).toEqual(['vote-open', 'vote-close']);
  });

  it('is the wheel’s turn with its time, and its stop', async () => {
    const world = new ShowWorld();
    const { heard, names, commands, activities } = startRun(world);
    await commands['wheel.save'](WHEEL);
    activities.wheel.hands.spin();
    expect(heard).toMatchObject([{ sound: 'wheel-turn', ms: 5_000 }]);
    await world.clock.advance(5_000);
    expect(names()).toEqual(['wheel-turn', 'wheel-stop']);
  });

  it('is who was drawn, when viewers see them and not before', async () => {
    const world = new ShowWorld();
    const { names, commands } = startRun(world);
    await commands['draw.begin']({
      ...DRAW_CONFIG,
      entry: { by: 'keyword', keyword: '!in' },
      answer: false,
    });
    world.hear(says('x', '!in'));
    await commands['draw.draw']({});
    await world.clock.advance(SPIN_MS - 1);
    expect(names()).toEqual([]);
    await world.clock.advance(1);
    await commands['draw.clear']({});
    expect(names()).toEqual(['draw-reveal']);
  });

  it('is a mission that succeeds', async () => {
    const world = new ShowWorld();
    const { names, commands } = startRun(world);
    await commands['missions.begin']({ leastBeams: 1, prefix: '', open: true, announce: false });
    const [id = 0] = world.hear(gives('x', 100, { donationText: 'Sing' }));
    const mission = { id, minutes: null };
    await commands['missions.move']({ ...mission, to: 'running' });
    await commands['missions.move']({ ...mission, to: 'success' });
    expect(names()).toEqual(['mission-reached']);
  });

  it('is the clock’s last minute and its end, and neither while it is paused', async () => {
    const world = new ShowWorld();
    const { names, commands } = startRun(world);
    await commands['subathon.begin'](CLOCK);
    await world.clock.advance(59_999);
    await commands['subathon.pause']({ paused: true });
    await world.clock.advance(600_000);
    expect(names()).toEqual([]);
    await commands['subathon.pause']({ paused: false });
    await world.clock.advance(1);
    expect(names()).toEqual(['subathon-minute']);
    await world.clock.advance(59_999);
    expect(names()).toEqual(['subathon-minute']);
    await world.clock.advance(1);
    await world.clock.advance(60_000);
    await commands['subathon.finish']({});
    expect(names()).toEqual(['subathon-minute', 'subathon-over']);
  });

  it('is a further last minute once time was added, and not the rest of one that was cut to', async () => {
    const world = new ShowWorld();
    const { names, commands } = startRun(world);
    await commands['subathon.begin'](CLOCK);
    await commands['subathon.add']({ seconds: -100 });
    expect(names()).toEqual([]);
    await commands['subathon.add']({ seconds: 60 });
    await world.clock.advance(20_000);
    expect(names()).toEqual(['subathon-minute']);
  });

  it('is nothing of before a restart, nor of what went on meanwhile', async () => {
    const world = new ShowWorld();
    const first = startRun(world);
    await first.commands['vote.begin']({ ...VOTE, seconds: 10 });
    await first.commands['subathon.begin'](CLOCK);
    await first.commands['wheel.save'](WHEEL);
    first.activities.wheel.hands.spin();
    expect(first.names()).toEqual(['vote-open', 'wheel-turn']);
    world.clock.jump(90_000);
    const second = startRun(world);
    expect(second.names()).toEqual([]);
    await world.clock.advance(1);
    // The vote and the turn end now, where viewers see it: that is their moment.
    expect(second.names().sort()).toEqual(['vote-close', 'wheel-stop']);
    const third = startRun(world);
    await world.clock.advance(1_000);
    expect(third.names()).toEqual([]);
  });

  it('follows the switch and the volume of its own activity, and the master volume', async () => {
    const world = new ShowWorld();
    const settings = changedOverlay(DEFAULT_OVERLAY, {
      alertDefaults: { volume: 0.5 },
      showSounds: { vote: { on: false, volume: 1 }, wheel: { on: true, volume: 0.4 } },
    });
    const { heard, commands, activities } = startRun(world, settings);
    await commands['vote.begin'](VOTE);
    await commands['wheel.save'](WHEEL);
    activities.wheel.hands.spin();
    expect(heard).toEqual([{ sound: 'wheel-turn', volume: 0.2, ms: 5_000 }]);
  });

  it('ends with quiet mode, and what happens meanwhile is not heard later', async () => {
    const world = new ShowWorld();
    const { names, commands } = startRun(world);
    await commands['show.set-quiet']({ quiet: true });
    await commands['vote.begin'](VOTE);
    await commands['show.set-quiet']({ quiet: false });
    await commands['vote.end']({});
    expect(names()).toEqual(['silence', 'vote-close']);
  });
});
