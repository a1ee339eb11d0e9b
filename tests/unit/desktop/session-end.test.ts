import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { onSessionEnd } from '../../../electron/desktop/ports/power-watch.ts';

function session() {
  const app = new EventEmitter();
  const told: string[] = [];
  onSessionEnd(app as never, {
    asked: () => told.push('asked'),
    ended: () => told.push('ended'),
  });
  const window = () => {
    const made = new EventEmitter();
    app.emit('browser-window-created', {}, made);
    return made;
  };
  return { told, window };
}

describe('the end of the session on Windows', () => {
  it('is heard of once, however many windows are told', () => {
    const { told, window } = session();
    const [one, two] = [window(), window()];
    one.emit('session-end', {});
    two.emit('session-end', {});
    expect(told).toEqual(['ended']);
  });

  it('is never held back, and may be called off after it was asked about', () => {
    const { told, window } = session();
    const only = window();
    let isHeld = false;
    const event = { preventDefault: () => (isHeld = true) };
    only.emit('query-session-end', event);
    only.emit('query-session-end', event);
    expect(told).toEqual(['asked', 'asked']);
    only.emit('session-end', event);
    only.emit('query-session-end', event);
    expect(told).toEqual(['asked', 'asked', 'ended']);
    expect(isHeld).toBe(false);
  });
});
