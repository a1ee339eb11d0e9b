import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { windowVisibility } from '../../../electron/desktop/ipc/ipc-connection.ts';
import type { PageContents } from '../../../electron/desktop/ipc/ports.ts';

class FakeWindow extends EventEmitter {
  destroyed = false;
  visible = true;
  minimized = false;
  isDestroyed = () => this.destroyed;
  isVisible = () => this.visible;
  isMinimized = () => this.minimized;
}

const contents = { id: 1 } as PageContents;

it.each([
  [{}, true],
  [{ visible: false }, false],
  [{ minimized: true }, false],
  [{ destroyed: true }, false],
])('a window that is %j counts as shown: %s', (state, shown) => {
  const window = Object.assign(new FakeWindow(), state);
  expect(windowVisibility(() => window).isShown(contents)).toBe(shown);
});

it('contents without a window are not shown, and never will be', () => {
  const visibility = windowVisibility(() => null);
  expect(visibility.isShown(contents)).toBe(false);
  visibility.onShown(contents, () => undefined).dispose();
});

it('says so whenever the window is shown, hidden, minimised or restored, until it is not asked', () => {
  const window = new FakeWindow();
  const told: boolean[] = [];
  const following = windowVisibility(() => window).onShown(contents, (shown) => told.push(shown));
  window.visible = false;
  window.emit('hide');
  window.visible = true;
  window.emit('show');
  window.minimized = true;
  window.emit('minimize');
  window.minimized = false;
  window.emit('restore');
  expect(told).toEqual([false, true, false, true]);
  following.dispose();
  expect(window.eventNames()).toEqual([]);
});
