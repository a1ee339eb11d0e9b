import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { sayProblem } from '../../../electron/base/errors.ts';
import { type Simulator, startSimulator } from '../../../electron/simulator/server.ts';
import type { CommandArgs, CommandName, CommandResult } from '../../../shared/contract/index.ts';
import type { LiveState } from '../../../shared/contract/live.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { makeTempFolders } from '../base/temp-folder.ts';
import { type CoreWorld, startCoreWorld } from './core-world.ts';

const tempFolder = makeTempFolders();
let simulator: Simulator;
let world: CoreWorld;

beforeEach(async () => {
  simulator = await startSimulator({ redirectUris: [] });
  // Nobody signs in: events are put into the hub by hand.
  const redirectUri = 'http://127.0.0.1:9/callback';
  world = await startCoreWorld({ simulator, redirectUri, folder: tempFolder() });
});

afterEach(async () => {
  await world.core.stop();
  await simulator.dispose();
});

const ask = <N extends CommandName>(name: N, args: CommandArgs<N>) =>
  world.core.pageServer.runCommand(name, args) as Promise<CommandResult<N>>;

/** A page in this process, and every frame that it has heard. */
function listen<D>(place: 'overlay' | 'dashboard'): D[] {
  const heard: D[] = [];
  const hear = (bytes: Buffer): boolean => {
    heard.push(JSON.parse(String(bytes)) as D);
    return true;
  };
  const page = world.core.pageServer.openPage(place, {
    trySend: hear,
    forceSend: hear,
    close: () => undefined,
  });
  if (place === 'overlay') {
    page.onText(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
  }
  return heard;
}

const say = async (kind: Parameters<typeof wireFrame>[0], data: Record<string, unknown> = {}) => {
  receiveText(world.core.hub, wireFrame(kind, data));
  await world.core.hub.handedOn();
  return world.core.hub.lastSeq;
};

const codeOf = (failure: { readonly problem?: { readonly code: string } }) => failure.problem?.code;

/** What a dashboard that joins now is told of the live page. */
function desk(): LiveState {
  const frames = listen<{ feed?: string; value?: unknown }>('dashboard');
  return frames.find(({ feed }) => feed === 'live')?.value as LiveState;
}

describe('the live page in the core', () => {
  it('shows a message large on the overlay and takes it off, also for pages that join later', async () => {
    const seq = await say('CHAT', { content: '여기를 봐요' });
    const overlay = listen<OverlayDown>('overlay');
    await ask('live.highlight', { seq });
    const last = () => overlay.findLast((frame) => frame.type === 'highlight');
    expect(last()).toMatchObject({ highlight: { seq, content: '여기를 봐요' } });
    expect(desk().highlight).toMatchObject({ seq });
    expect(desk().highlightEndsAt).not.toBeNull();
    const later = listen<OverlayDown>('overlay');
    expect(later.some((frame) => frame.type === 'highlight')).toBe(true);
    await ask('live.highlight', { seq, seconds: null });
    expect(desk().highlightEndsAt).toBeNull();
    await ask('live.highlight', { seq: null });
    expect(last()).toEqual({ type: 'highlight', highlight: null });
    expect(desk().highlight).toBeNull();
  });

  it('finds in the books what is no longer among the latest', async () => {
    const seq = await say('CHAT', { content: '오래된 말' });
    for (let more = 0; more < 2_100; more += 1) receiveText(world.core.hub, wireFrame('CHAT'));
    await world.core.hub.handedOn();
    expect(world.core.hub.since(seq - 1)).toBeNull();
    await ask('live.highlight', { seq });
    expect(desk().highlight?.content).toBe('오래된 말');
    const gone = await ask('live.highlight', { seq: 999_999 }).catch(codeOf);
    expect(gone).toBe('live-event-gone');
  });

  it('shows a message large also on a layout without chat', async () => {
    const seq = await say('CHAT', { content: '끝인사' });
    await ask('overlay.set', { layout: [] });
    await ask('live.highlight', { seq });
    expect(desk().highlight?.content).toBe('끝인사');
  });

  it('adds up what came in since the broadcast began, and begins anew with the next', async () => {
    await say('DONATION', { payAmount: '700' });
    await say('DROPS', { count: 9 });
    await say('SUBSCRIPTION');
    expect(desk().totals).toMatchObject({
      donationBeams: 700,
      subscriptions: 1,
      draws: 1,
      winners: 9,
    });
    await ask('broadcast.begin', {});
    await say('DONATION', { payAmount: '5' });
    expect(desk().totals).toMatchObject({ donationBeams: 5, subscriptions: 0, draws: 0 });
  });

  it('knows a viewer: sums, and a history page by page', async () => {
    const channelId = 'viewer-77';
    for (let at = 0; at < 3; at += 1)
      await say('CHAT', { senderChannelId: channelId, content: `${at}` });
    await say('DONATION', { donatorChannelId: channelId, payAmount: '40' });
    const card = await ask('live.viewer', { channelId });
    expect(card).toMatchObject({ role: 'viewer', sums: { messages: 3, donationBeams: 40 } });
    const first = await ask('live.viewer-history', { channelId, limit: 3, before: null });
    expect(first.events.map(({ kind }) => kind)).toEqual(['DONATION', 'CHAT', 'CHAT']);
    const rest = await ask('live.viewer-history', { channelId, limit: 3, before: first.next });
    expect(rest.events).toHaveLength(1);
    expect(rest.next).toBeNull();
  });

  it('hides a viewer on the overlay and shows them again', async () => {
    const overlay = listen<OverlayDown>('overlay');
    await ask('live.hide', { channelId: 'viewer-9', hidden: true });
    const users = () => {
      const { layout } = configOf(overlay);
      return layout.flatMap((widget) => (widget.kind === 'chat' ? widget.settings.hide.users : []));
    };
    await expect.poll(users).toEqual(['viewer-9']);
    await ask('live.hide', { channelId: 'viewer-9', hidden: false });
    await expect.poll(users).toEqual([]);
  });

  it('says why a message cannot go out while nobody is signed in, and remembers nothing', async () => {
    const failed = await ask('live.send', { message: '안녕', senderType: 'APP' }).catch(codeOf);
    expect(failed).toBe('sign-in-required');
    const limit = ask('live.send', { message: '가'.repeat(101), senderType: 'APP' });
    const { problem } = await limit.then(
      () => Promise.reject(new Error('sent')),
      (failure) => failure,
    );
    expect(sayProblem(problem, 'ko').cure).toContain('1~100자');
    expect(desk().sent).toEqual([]);
    expect(simulator.requestLog.count('POST /api/openapi/open/v1/chats/send')).toBe(0);
  });
});

function configOf(frames: readonly OverlayDown[]) {
  const last = frames.findLast((frame) => frame.type === 'config');
  if (last?.type !== 'config') throw new Error('The page was told no config');
  return last.config;
}
