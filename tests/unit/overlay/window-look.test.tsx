import { act, cleanup, fireEvent, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { connectOverlay } from '../../../renderer/overlay/connect-overlay.ts';
import { OverlayApp } from '../../../renderer/overlay/overlay-app.tsx';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import type { OverlayLook } from '../../../shared/desktop.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { chat, donation, playing, tally } from '../../support/stage-events.ts';
import { DEFAULT_CONFIG, FakeCore, FakeTimers, PLAIN_PAGE } from './page-fakes.ts';

const LOOK: OverlayLook = {
  shown: true,
  locked: true,
  opacity: 1,
  zoom: 1,
  parts: { chat: true, alerts: true, tallies: true },
  hideFromCapture: false,
  background: null,
};

function drawPage(language: Language = 'ko') {
  const store = createOverlayStore(language);
  store.setConfig(DEFAULT_CONFIG);
  store.addChat([chat(1)]);
  store.setTallies([tally('a')]);
  store.setStaged({ alert: playing(donation(2)), phase: 'in', showing: 1 });
  const { container } = render(<OverlayApp store={store} />);
  const look = (change: Partial<OverlayLook>): void =>
    act(() => store.setLook({ ...LOOK, ...change }));
  const has = (selector: string): boolean => container.querySelector(selector) !== null;
  return { container, look, has };
}

/** Its handles are loaded when they are first seen. */
async function unlocked(page: ReturnType<typeof drawPage>): Promise<void> {
  page.look({ locked: false });
  await act(async () => {
    await import('../../../renderer/overlay/window-handles.tsx');
  });
  expect(page.has('.sl-window')).toBe(true);
}

const root = document.documentElement;
const property = (name: string): string => root.style.getPropertyValue(name);

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the page outside the app window, as in OBS', () => {
  it('is untouched: every part, no bar, no property on the root', () => {
    const page = drawPage();
    expect(['.sl-chat', '.sl-tallies', '.sl-alert'].map(page.has)).toEqual([true, true, true]);
    expect(page.has('.sl-window')).toBe(false);
    expect(root).not.toHaveAttribute('data-window');
    expect(root).not.toHaveAttribute('style');
  });
});

describe('the page in the app window', () => {
  it('draws nothing of its own while locked', () => {
    const page = drawPage();
    page.look({});
    expect(page.has('.sl-window')).toBe(false);
    expect(root).toHaveAttribute('data-window', 'locked');
  });

  it.each([
    [
      'ko',
      [
        '오버레이',
        '여기를 끌어 옮기고, 가장자리를 끌어 크기를 바꿔요.',
        'Esc, 단축키, 트레이 메뉴로 잠가요.',
      ],
    ],
    [
      'en',
      [
        'Overlay',
        'Drag here to move. Drag the edges to resize.',
        'Lock with Esc, your hotkey or the tray menu.',
      ],
    ],
  ] as const)(
    'says while unlocked how it is moved, sized and locked (%s)',
    async (language, words) => {
      const page = drawPage(language);
      await unlocked(page);
      const bar = page.container.querySelector('.sl-window-bar');
      for (const text of words) expect(bar).toHaveTextContent(text);
      page.look({ locked: true });
      expect(page.has('.sl-window')).toBe(false);
    },
  );

  it.each([
    ['chat', '.sl-chat'],
    ['tallies', '.sl-tallies'],
    ['alerts', '.sl-alert'],
  ] as const)('leaves out %s, and only that, when it is not chosen', (part, selector) => {
    const page = drawPage();
    page.look({ parts: { ...LOOK.parts, [part]: false } });
    const shown = ['.sl-chat', '.sl-tallies', '.sl-alert'].filter(page.has);
    expect(shown).toHaveLength(2);
    expect(shown).not.toContain(selector);
    page.look({});
    expect(page.has(selector)).toBe(true);
  });

  it('hands opacity, zoom and colour to the style sheet', () => {
    const page = drawPage();
    page.look({ opacity: 0.6, zoom: 1.5, background: '#00ff00' });
    expect(property('--ov-opacity')).toBe('0.6');
    expect(property('--ov-zoom')).toBe('1.5');
    expect(property('--ov-background')).toBe('#00ff00');
    page.look({});
    expect(property('--ov-background')).toBe('transparent');
  });

  it('leaves the root as it was when it goes', () => {
    drawPage().look({ zoom: 2 });
    cleanup();
    expect(root).not.toHaveAttribute('data-window');
    expect(property('--ov-zoom')).toBe('');
  });
});

describe('the grips of the unlocked window', () => {
  async function takeGrip(edge: string) {
    const sizes: number[][] = [];
    let frames: FrameRequestCallback[] = [];
    vi.stubGlobal('requestAnimationFrame', (run: FrameRequestCallback) => frames.push(run));
    vi.stubGlobal('cancelAnimationFrame', () => {
      frames = [];
    });
    vi.stubGlobal('resizeTo', (width: number, height: number) => sizes.push([width, height]));
    vi.stubGlobal('outerWidth', 800);
    vi.stubGlobal('outerHeight', 450);
    const page = drawPage();
    await unlocked(page);
    const grip = page.container.querySelector(`[data-edge="${edge}"]`);
    if (!grip) throw new Error(`no grip ${edge}`);
    grip.setPointerCapture = () => {};
    const send = (
      type: 'pointerDown' | 'pointerMove' | 'pointerUp',
      x: number,
      y: number,
      button = 0,
    ): void => {
      // jsdom keeps no screen coordinates of pointer events.
      const event = new MouseEvent(type.toLowerCase(), {
        bubbles: true,
        screenX: x,
        screenY: y,
        button,
      });
      Object.defineProperty(event, 'pointerId', { value: 1 });
      fireEvent(grip, event);
    };
    const paint = (): void => {
      for (const run of frames.splice(0)) run(0);
    };
    return { sizes, send, paint };
  }

  it.each([
    ['right', [900, 450]],
    ['bottom', [800, 400]],
    ['corner', [900, 400]],
  ])('ask for the size that the hand has drawn (%s)', async (edge, expected) => {
    const { sizes, send, paint } = await takeGrip(edge);
    send('pointerDown', 500, 500);
    send('pointerMove', 600, 450);
    paint();
    expect(sizes).toEqual([expected]);
  });

  it('ask once a frame, and not any more when let go', async () => {
    const { sizes, send, paint } = await takeGrip('corner');
    send('pointerMove', 700, 700);
    send('pointerDown', 500, 500);
    send('pointerMove', 510, 510);
    send('pointerMove', 520, 520);
    paint();
    send('pointerUp', 520, 520);
    send('pointerMove', 900, 900);
    paint();
    expect(sizes).toEqual([[820, 470]]);
  });

  it('answer to the main button only', async () => {
    const { sizes, send, paint } = await takeGrip('corner');
    send('pointerDown', 500, 500, 2);
    send('pointerMove', 600, 600);
    paint();
    expect(sizes).toEqual([]);
  });
});

describe('a window that leaves alerts out', () => {
  it('tells the core that nobody sees them there, and gives no receipts', async () => {
    const core = new FakeCore();
    const timers = new FakeTimers();
    const store = createOverlayStore('ko');
    store.setConfig(DEFAULT_CONFIG);
    const connection = connectOverlay({
      store,
      buildId: 'test',
      openSocket: core.openSocket,
      timers,
      random: () => 0,
      onOtherBuild: () => {},
      fixedLanguage: null,
      ...PLAIN_PAGE,
    });
    connection.setVisible(true);
    connection.start();
    core.greet();
    const without = { ...LOOK, parts: { ...LOOK.parts, alerts: false } };
    core.last.say({ type: 'window', look: without });
    core.last.say({ type: 'alert', alert: playing(donation(7), 3_000) });
    timers.frames(3);
    core.last.say({ type: 'window', look: LOOK });
    timers.frames(3);
    connection.stop();
    const said = core.last.up.filter(({ type }) => type === 'visibility' || type === 'receipt');
    expect(said).toEqual([
      { type: 'visibility', visible: true },
      { type: 'visibility', visible: false },
      { type: 'visibility', visible: true },
      { type: 'receipt', alertId: 7, state: 'painted' },
    ]);
  });
});
