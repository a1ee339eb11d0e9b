import { describe, expect, it } from 'vitest';
import { overlayPreload, preloadFeed } from '../../../renderer/overlay/feed-client.ts';
import type { ConnectionHandlers, OverlayPreload } from '../../../shared/preload.ts';
import { settle } from '../../support/virtual-clock.ts';

function opened() {
  const told: unknown[] = [];
  const said: string[] = [];
  let ears: ConnectionHandlers | null = null;
  const preload: OverlayPreload = {
    connect(given) {
      ears = given;
      return { say: (frame) => said.push(frame), close: () => said.push('(closed)') };
    },
  };
  const socket = preloadFeed(preload)({
    opened: () => told.push('opened'),
    received: (data) => told.push(data),
    closed: () => told.push('closed'),
  });
  return { told, said, socket, ears: ears as unknown as ConnectionHandlers };
}

describe('the feed through the preload', () => {
  it('tells that it is open after it was handed over, and every frame on its own', async () => {
    const { told, ears } = opened();
    expect(told).toEqual([]);
    await settle();
    ears.heard(['a', 'b']);
    expect(told).toEqual(['opened', 'a', 'b']);
  });

  it('says what it is given', () => {
    const { said, socket } = opened();
    socket.send('receipt');
    expect(said).toEqual(['receipt']);
  });

  it('tells once that it is closed, and nothing after', async () => {
    const { told, ears } = opened();
    ears.closed();
    ears.closed();
    ears.heard(['late']);
    await settle();
    expect(told).toEqual(['closed']);
  });

  it('tells nothing any more when the page has closed it, not even the rest of a batch', async () => {
    const { told, said, socket, ears } = opened();
    await settle();
    socket.close();
    ears.heard(['a']);
    ears.closed();
    expect(said).toEqual(['(closed)']);
    expect(told).toEqual(['opened']);
  });

  it.each([
    [{ stagelight: { connect: () => undefined } }, true],
    [{ stagelight: {} }, false],
    [{}, false],
  ])('is used on the page %j: %s', (page, used) => {
    expect(overlayPreload(page) !== null).toBe(used);
  });
});
