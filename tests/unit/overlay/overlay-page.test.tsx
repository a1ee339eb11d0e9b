import { act, render, screen } from '@testing-library/react';
import type { ReactNode } from 'react';
import { describe, expect, it, vi } from 'vitest';
import {
  connectOverlay,
  type OverlayConnectionParts,
} from '../../../renderer/overlay/connect-overlay.ts';
import { OverlayApp } from '../../../renderer/overlay/overlay-app.tsx';
import { followVisibility } from '../../../renderer/overlay/visibility.ts';
import { createOverlayStore, type StagedAlert } from '../../../renderer/stores/overlay-store.ts';
import { DrawTallies } from '../../../renderer/widgets/draws.tsx';
import { ErrorBoundary } from '../../../renderer/widgets/error-boundary.tsx';
import type { Language } from '../../../shared/locales/index.ts';
import type { OverlayDown } from '../../../shared/overlay/overlay-feed.ts';
import type { PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { layoutSchema } from '../../../shared/overlay/widgets.ts';
import { chat, donation, draw, playing, tally } from '../../support/stage-events.ts';
import { DEFAULT_CONFIG, FakeCore, FakeTimers, PLAIN_PAGE } from './page-fakes.ts';
import { renderIn } from './render-words.tsx';

function openPage(
  fixedLanguage: Language | null = null,
  parts: Partial<OverlayConnectionParts> = {},
) {
  const core = new FakeCore();
  const timers = new FakeTimers();
  const builds: string[] = [];
  const store = createOverlayStore(fixedLanguage ?? 'ko');
  store.setConfig(DEFAULT_CONFIG);
  const { container } = render(<OverlayApp store={store} />);
  const connection = connectOverlay({
    store,
    buildId: 'test',
    openSocket: core.openSocket,
    timers,
    random: () => 0,
    onOtherBuild: (buildId) => builds.push(buildId),
    fixedLanguage,
    ...PLAIN_PAGE,
    ...parts,
  });
  connection.setVisible(true);
  connection.start();
  const say = (...frames: OverlayDown[]): void => {
    act(() => {
      for (const frame of frames) core.last.say(frame);
      timers.frames(3);
    });
  };
  const lines = (): (string | null)[] =>
    [...container.querySelectorAll('.sl-chat-message')].map((line) => line.textContent);
  return { core, timers, builds, container, connection, say, lines };
}

const snapshot = (over: Partial<Extract<OverlayDown, { type: 'snapshot' }>> = {}): OverlayDown => ({
  type: 'snapshot',
  upTo: 0,
  chat: [],
  tallies: [],
  alert: null,
  latest: [],
  ...over,
});

describe('the overlay page', () => {
  it('draws chat, tallies and the alert of a snapshot', () => {
    const page = openPage();
    act(() => void page.core.greet());
    page.say(
      snapshot({
        upTo: 2,
        chat: [chat(1), chat(2)],
        tallies: [tally('a')],
        alert: playing(donation(2)),
      }),
    );
    expect(page.lines()).toEqual(['message 1', 'message 2']);
    expect(screen.getByText('48명')).toBeInTheDocument();
    expect(screen.getByText('10,000')).toBeInTheDocument();
  });

  it('resumes after a cut without loss and without doubles', () => {
    const page = openPage();
    act(() => void page.core.greet());
    page.say(snapshot({ upTo: 1, chat: [chat(1)] }));
    act(() => {
      page.core.last.cut();
      page.timers.advance(500);
      page.core.greet();
    });
    expect(page.core.last.up[0]).toEqual({ type: 'attach', epoch: 'epoch-1', after: 1 });
    page.say({ type: 'batch', upTo: 3, events: [chat(1), chat(2), draw(3)] });
    expect(page.lines()).toEqual(['message 1', 'message 2']);
  });

  it('has at most fifty lines in the page whatever arrives', () => {
    const page = openPage();
    act(() => void page.core.greet());
    for (let round = 0; round < 5; round += 1) {
      const events = Array.from({ length: 200 }, (_, at) => chat(round * 200 + at + 1));
      page.say({ type: 'batch', upTo: (round + 1) * 200, events });
    }
    expect(page.lines()).toHaveLength(50);
    expect(page.lines().at(-1)).toBe('message 1000');
  });

  it('reports an alert as painted and over, and clears the stage by itself', () => {
    const page = openPage();
    act(() => void page.core.greet());
    page.say({ type: 'alert', alert: playing(donation(7), 3_000) });
    const slot = page.container.querySelector('[data-alert-id="7"]');
    expect(slot).toHaveAttribute('data-phase', 'in');
    act(() => page.timers.advance(2_900));
    expect(page.container.querySelector('[data-alert-id="7"]')).toBe(slot);
    expect(slot).toHaveAttribute('data-phase', 'out');
    act(() => page.timers.advance(200));
    expect(page.container.querySelector('[data-alert-id]')).toBeNull();
    expect(page.core.last.up.filter((frame) => frame.type === 'receipt')).toEqual([
      { type: 'receipt', alertId: 7, state: 'painted' },
      { type: 'receipt', alertId: 7, state: 'over' },
    ]);
  });

  it('draws less when it is to spare the computer, and keeps every alert and receipt', () => {
    const root = document.documentElement;
    const page = openPage(null, { now: () => page.timers.now });
    act(() => void page.core.greet());
    page.say(snapshot());
    expect(root).not.toHaveAttribute('data-load-step');
    page.say({ type: 'batch', upTo: 1, events: [chat(1)] });
    for (const step of [1, 2, 3] as const) {
      page.say({ type: 'load', step });
      expect(root).toHaveAttribute('data-load-step', String(step));
    }
    page.say({ type: 'batch', upTo: 2, events: [chat(2)] });
    act(() => {
      page.timers.advance(500);
      page.timers.frames();
    });
    expect(page.lines()).toEqual(['message 1', 'message 2']);
    const [first, second] = page.container.querySelectorAll('.sl-chat-line');
    expect(first).toHaveAttribute('data-enters');
    expect(second).not.toHaveAttribute('data-enters');
    page.say({ type: 'alert', alert: playing(donation(7), 3_000) });
    act(() => page.timers.advance(3_100));
    expect(page.core.last.up.filter((frame) => frame.type === 'receipt')).toEqual([
      { type: 'receipt', alertId: 7, state: 'painted' },
      { type: 'receipt', alertId: 7, state: 'over' },
    ]);
    // A new connection begins in full; the core says at once if it is not to.
    act(() => {
      page.core.last.cut();
      page.timers.advance(500);
      page.core.greet();
    });
    expect(root).not.toHaveAttribute('data-load-step');
  });

  it('follows the language of the core', () => {
    const page = openPage();
    act(() => void page.core.greet());
    page.say(snapshot({ tallies: [tally('a')] }), { type: 'language', language: 'en' });
    expect(screen.getByText('Drops winners so far')).toBeInTheDocument();
    expect(document.documentElement.lang).toBe('en');
  });

  it('keeps the language that its address asks for', () => {
    const page = openPage('en');
    act(() => void page.core.greet());
    page.say(snapshot({ tallies: [tally('a')] }), { type: 'language', language: 'ko' });
    expect(screen.getByText('Drops winners so far')).toBeInTheDocument();
  });

  it('clears everything when the numbering starts over', () => {
    const page = openPage();
    act(() => void page.core.greet('epoch-1'));
    page.say(snapshot({ upTo: 1, chat: [chat(1)], tallies: [tally('a')] }));
    act(() => {
      page.core.last.cut();
      page.timers.advance(500);
      page.core.greet('epoch-2');
    });
    expect(page.lines()).toEqual([]);
    expect(page.container.querySelector('.sl-tallies')).toBeNull();
  });

  it('says so when the core has another build', () => {
    const page = openPage();
    act(() => void page.core.greet('epoch-1', 'other'));
    expect(page.builds).toEqual(['other']);
  });

  it('waits for nothing while idle, and for nothing more once stopped', () => {
    const page = openPage();
    act(() => void page.core.greet());
    page.say(snapshot({ chat: [chat(1)] }));
    expect([page.timers.pendingTimers, page.timers.pendingFrames]).toEqual([0, 0]);
    page.say({ type: 'alert', alert: playing(donation(2)) });
    act(() => page.connection.stop());
    expect([page.timers.pendingTimers, page.timers.pendingFrames]).toEqual([0, 0]);
  });
});

describe('settings on the page', () => {
  const silences = (parts: Partial<OverlayConnectionParts> = {}) => {
    const said: boolean[] = [];
    const followed: (number | null)[] = [];
    const sound = {
      follow: (staged: StagedAlert | null) => followed.push(staged?.alert.alertId ?? null),
      setSilent: (silent: boolean) => said.push(silent),
      stop: () => {},
    };
    const page = openPage(null, { sound, ...parts });
    act(() => void page.core.greet());
    return { ...page, said, followed };
  };

  it('are drawn as soon as they come, through what the address asks for', () => {
    const adapt = (config: PageConfig): PageConfig => ({ ...config, layout: [] });
    const page = openPage(null, { adapt });
    act(() => void page.core.greet());
    page.say({ type: 'config', config: DEFAULT_CONFIG });
    expect(page.container.querySelector('.sl-place')).toBeNull();
  });

  it('let alerts be heard only while they are seen and not muted', () => {
    const page = silences();
    page.say({ type: 'sounding', on: true });
    expect(page.said.at(-1)).toBe(false);
    page.say({ type: 'config', config: { ...DEFAULT_CONFIG, muted: true } });
    expect(page.said.at(-1)).toBe(true);
    page.say({ type: 'config', config: DEFAULT_CONFIG });
    expect(page.said.at(-1)).toBe(false);
    act(() => page.connection.setVisible(false));
    expect(page.said.at(-1)).toBe(true);
  });

  it('let the sound follow what is on the stage', () => {
    const page = silences();
    page.say({ type: 'alert', alert: playing(donation(7), 3_000) });
    act(() => page.timers.advance(3_000));
    expect(page.followed).toEqual([7, 7, null]);
  });

  it('make a page without alerts one that nobody sees them on', () => {
    const page = silences({ only: 'chat' });
    page.say({ type: 'alert', alert: playing(donation(7), 3_000) });
    expect(page.said.at(-1)).toBe(true);
    expect(page.core.last.up.slice(1)).toEqual([{ type: 'visibility', visible: false }]);
  });

  it('bring lists and sums with them', () => {
    const page = silences();
    const layout = layoutSchema.parse([
      { id: 'e', kind: 'events', box: { x: 0, y: 0, width: 0.2, height: 0.2 } },
      { id: 'g', kind: 'goal', box: { x: 0, y: 0.5, width: 0.2, height: 0.2 } },
    ]);
    page.say(
      { type: 'config', config: { ...DEFAULT_CONFIG, layout } },
      snapshot({ upTo: 1, latest: [donation(1)] }),
      { type: 'figures', figures: { goals: { g: { beams: 77 } }, supporters: {}, totals: {} } },
      { type: 'batch', upTo: 2, events: [donation(2, { payAmount: 5 })] },
    );
    const values = [...page.container.querySelectorAll('.sl-event-value, .sl-goal-now')];
    expect(values.map((value) => value.textContent)).toEqual(['5빔', '10,000빔', '77']);
  });
});

describe('a broken event', () => {
  it('takes no other line off the screen', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const page = openPage();
    act(() => void page.core.greet());
    const broken = { ...chat(2), data: {} } as unknown as ReturnType<typeof chat>;
    page.say({ type: 'batch', upTo: 3, events: [chat(1), broken, chat(3)] });
    for (let step = 0; step < 2; step += 1) {
      act(() => page.timers.advance(120));
      act(() => page.timers.frames());
    }
    expect(page.lines()).toEqual(['message 1', 'message 3']);
    quiet.mockRestore();
  });

  it('leaves the chat alone when it was to be an alert', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    const page = openPage();
    act(() => void page.core.greet());
    const broken = { ...donation(2), data: {} } as unknown as ReturnType<typeof donation>;
    page.say({ type: 'batch', upTo: 1, events: [chat(1)] });
    page.say({ type: 'alert', alert: playing(broken) });
    expect(page.lines()).toEqual(['message 1']);
    act(() => page.timers.advance(6_000));
    page.say({ type: 'alert', alert: playing(donation(3)) });
    expect(screen.getByText('10,000')).toBeInTheDocument();
    quiet.mockRestore();
  });
});

describe('DrawTallies', () => {
  it('is not there while nothing was drawn', () => {
    expect(renderIn('ko', <DrawTallies tallies={[]} />).container).toBeEmptyDOMElement();
  });

  it.each([
    ['ko', '보상 4개 더 있어요'],
    ['en', 'and 4 more rewards'],
  ] as const)('in %s shows four rewards and how many more there are', (language, more) => {
    const tallies = Array.from({ length: 8 }, (_, at) => tally(`r${at}`));
    renderIn(language, <DrawTallies tallies={tallies} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(4);
    expect(screen.getByText(more)).toBeInTheDocument();
  });

  it('keeps rewards of the same id in two campaigns apart', () => {
    const rows = [tally('r', { total: 1 }), tally('r', { campaignId: 'other', total: 2 })];
    renderIn('en', <DrawTallies tallies={rows} />);
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
  });
});

describe('Fence', () => {
  it('keeps a failing widget to itself and tries again with something new to draw', () => {
    const quiet = vi.spyOn(console, 'error').mockImplementation(() => {});
    function Bad({ fails }: { readonly fails: boolean }): ReactNode {
      if (fails) throw new Error('broken');
      return 'fine';
    }
    const page = (fails: boolean, of: number): ReactNode => (
      <>
        beside{' '}
        <ErrorBoundary of={of}>
          <Bad fails={fails} />
        </ErrorBoundary>
      </>
    );
    const { container, rerender } = render(page(true, 1));
    expect(container).toHaveTextContent(/^beside$/u);
    rerender(page(false, 2));
    expect(container).toHaveTextContent('beside fine');
    quiet.mockRestore();
  });
});

describe('followVisibility', () => {
  const obsSays = (visible: unknown): void => {
    window.dispatchEvent(new CustomEvent('obsSourceVisibleChanged', { detail: { visible } }));
  };

  it('follows the browser where there is no OBS', () => {
    const heard: boolean[] = [];
    const stop = followVisibility(window, (visible) => heard.push(visible));
    const state = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden');
    document.dispatchEvent(new Event('visibilitychange'));
    state.mockRestore();
    obsSays(false);
    document.dispatchEvent(new Event('visibilitychange'));
    stop();
    expect(heard).toEqual([true, false, true]);
  });

  it('follows OBS where the page is in it, until stopped', () => {
    Object.assign(window, { obsstudio: {} });
    const heard: boolean[] = [];
    const stop = followVisibility(window, (visible) => heard.push(visible));
    obsSays(false);
    obsSays(false);
    obsSays('nonsense');
    obsSays(true);
    stop();
    obsSays(false);
    Reflect.deleteProperty(window, 'obsstudio');
    expect(heard).toEqual([true, false, true]);
  });

  it('counts what is on air in OBS as seen, and what is not as seen elsewhere', () => {
    Object.assign(window, { obsstudio: {} });
    const active = (detail: unknown): void => {
      window.dispatchEvent(new CustomEvent('obsSourceActiveChanged', { detail }));
    };
    const heard: boolean[] = [];
    const stop = followVisibility(window, (visible) => heard.push(visible));
    active({ active: false });
    active(null);
    expect(heard).toEqual([true]);
    obsSays(false);
    active({ active: true });
    active({ active: false });
    stop();
    Reflect.deleteProperty(window, 'obsstudio');
    expect(heard).toEqual([true, false, true]);
  });
});
