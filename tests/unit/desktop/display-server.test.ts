import { describe, expect, it } from 'vitest';
import { displayServer } from '../../../electron/desktop/ports/display-server.ts';

const WAYLAND = { XDG_SESSION_TYPE: 'wayland', WAYLAND_DISPLAY: 'wayland-0' };
const BOTH = { ...WAYLAND, DISPLAY: ':0' };
const X11 = { XDG_SESSION_TYPE: 'x11', DISPLAY: ':0' };

const on = (
  environment: Record<string, string>,
  args: readonly string[] = [],
  platform: NodeJS.Platform = 'linux',
) => displayServer({ platform, environment, argv: ['/opt/stagelight', ...args] });

describe('the way to the screen', () => {
  it.each([
    ['Wayland with X11 beside it', BOTH, []],
    ['Wayland that only its socket tells of', { WAYLAND_DISPLAY: 'w', DISPLAY: ':1' }, []],
  ])('begins again through X11 on %s', (_, environment, args) => {
    expect(on(environment, args)).toEqual({ kind: 'start-over', args: ['--ozone-platform=x11'] });
  });

  it('keeps what the app was started with', () => {
    const started = on(BOTH, ['.', '--hidden', '--user-data-dir=/a b']);
    expect(started).toEqual({
      kind: 'start-over',
      args: ['--ozone-platform=x11', '.', '--hidden', '--user-data-dir=/a b'],
    });
  });

  it.each([
    ['X11', X11, [], true],
    ['X11 in a desktop that has a Wayland socket too', { ...X11, WAYLAND_DISPLAY: 'w' }, [], true],
    ['Wayland, when X11 is chosen', BOTH, ['--ozone-platform=x11'], true],
    ['Wayland, when the user wants it', BOTH, ['--ozone-platform=wayland'], false],
    [
      'Wayland, when two are chosen: the last counts',
      BOTH,
      ['--ozone-platform=x11', '--ozone-platform=wayland'],
      false,
    ],
    ['Wayland without X11', WAYLAND, [], false],
    ['Wayland with an empty DISPLAY', { ...WAYLAND, DISPLAY: '' }, [], false],
    ['no desktop at all', {}, [], true],
  ])('stays as it is on %s', (_, environment, args, overlayFloats) => {
    expect(on(environment, args)).toEqual({ kind: 'stay', overlayFloats });
  });

  it('does without X11 where it was asked for and is not there', () => {
    expect(on(WAYLAND, ['--ozone-platform=x11', '.', '--hidden'])).toEqual({
      kind: 'start-over',
      args: ['--ozone-platform=wayland', '.', '--hidden'],
    });
  });

  it.each([BOTH, WAYLAND, X11, {}])('is settled after one new start, in %j', (environment) => {
    for (const args of [[], ['--ozone-platform=x11'], ['--ozone-platform=wayland'], ['.', '-a']]) {
      const first = on(environment, args);
      if (first.kind === 'start-over') expect(on(environment, first.args).kind).toBe('stay');
    }
  });

  it.each(['win32', 'darwin'] as const)('is nothing to choose on %s', (platform) => {
    expect(on(BOTH, [], platform)).toEqual({ kind: 'stay', overlayFloats: true });
  });
});
