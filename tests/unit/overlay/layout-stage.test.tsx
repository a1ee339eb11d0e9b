import { act, render } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { sampleShows } from '../../../renderer/dashboard/overlay/sample-activities.ts';
import { OverlayApp } from '../../../renderer/overlay/overlay-app.tsx';
import { createOverlayStore } from '../../../renderer/stores/overlay-store.ts';
import { WIDGET_KINDS } from '../../../shared/overlay/names.ts';
import type { PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { layoutSchema } from '../../../shared/overlay/widgets.ts';
import { chat, donation, playing, purchase, tally } from '../../support/stage-events.ts';
import { DEFAULT_CONFIG } from './page-fakes.ts';

const root = document.documentElement;

function drawPage(config: PageConfig | null, only: string | null = null) {
  const store = createOverlayStore('ko');
  store.addChat([chat(1)]);
  store.setTallies([tally('a')]);
  store.addLatest([{ ...purchase(3), receivedAt: Date.now() }]);
  store.setFigures({
    goals: { goal: { beams: 10 } },
    supporters: { supporters: [{ name: 'somebody', beams: 5 }] },
    totals: { totals: { donationBeams: 1, cheeringBeams: 0, shop: {} } },
  });
  store.setShows(sampleShows('ko', 0), 0);
  store.setStaged({ alert: playing(donation(2)), phase: 'in', showing: 1 });
  if (config) store.setConfig(config);
  const { container, unmount } = render(<OverlayApp store={store} only={only} />);
  const places = (): HTMLElement[] => [...container.querySelectorAll<HTMLElement>('.sl-place')];
  const ids = (): (string | undefined)[] => places().map((place) => place.dataset['widget']);
  return { store, container, places, ids, unmount };
}

const everything = (): PageConfig => ({
  ...DEFAULT_CONFIG,
  layout: layoutSchema.parse(
    WIDGET_KINDS.map((kind, at) => ({
      id: kind,
      kind,
      box: { x: (at % 10) / 10, y: 0.1, width: 0.3, height: 0.25 },
    })),
  ),
});

afterEach(() => {
  vi.unstubAllGlobals();
  // An empty one stays behind, and the next file draws on the same page.
  root.removeAttribute('style');
});

describe('the layout on the page', () => {
  it('is not drawn before the core has said it', () => {
    const page = drawPage(null);
    expect(page.places()).toEqual([]);
    act(() => page.store.setConfig(DEFAULT_CONFIG));
    expect(page.ids()).toEqual(['chat', 'tallies', 'alerts']);
  });

  it('puts every kind of widget into its box, later ones above', async () => {
    const page = drawPage(everything());
    expect(page.ids()).toEqual([...WIDGET_KINDS]);
    // Those of the show kit are loaded first; one of others is empty until a package was chosen.
    await vi.waitFor(() => {
      const empty = page.places().filter((place) => place.childElementCount === 0);
      expect(empty.map((place) => place.dataset['kind'])).toEqual(['custom']);
    });
    const [, alerts] = page.places();
    expect(alerts?.style).toMatchObject({ left: '10%', top: '10%', width: '30%', height: '25%' });
  });

  it('keeps a box on the page', () => {
    const layout = layoutSchema.parse([
      { id: 'a', kind: 'chat', box: { x: 0.9, y: 0.95, width: 1, height: 1 } },
    ]);
    const [place] = drawPage({ ...DEFAULT_CONFIG, layout }).places();
    expect(place?.style).toMatchObject({ left: '90%', width: '10%', height: '5%' });
  });

  it('takes new settings at once, and off what is hidden', () => {
    const page = drawPage(everything());
    const layout = everything().layout.map((widget) => ({
      ...widget,
      shown: widget.kind !== 'goal',
    }));
    act(() => page.store.setConfig({ ...DEFAULT_CONFIG, layout }));
    expect(page.ids()).not.toContain('goal');
    expect(page.ids()).toHaveLength(WIDGET_KINDS.length - 1);
  });

  it('draws nothing in a goal whose sum is not known yet', () => {
    const page = drawPage(everything());
    act(() => page.store.setFigures({ goals: {}, supporters: {}, totals: {} }));
    expect(page.container.querySelector('.sl-goal, .sl-supporters, .sl-totals')).toBeNull();
  });
});

describe('one widget alone', () => {
  it('fills the page and is measured by its own size', () => {
    const page = drawPage(everything(), 'alerts');
    expect(page.ids()).toEqual(['alerts']);
    expect(page.places()[0]?.hasAttribute('style')).toBe(false);
    expect(root).toHaveAttribute('data-alone');
    expect(root.style.getPropertyValue('--ov-alone-rem')).toBe('min(2vw, 4vh)');
    page.unmount();
    expect(root).not.toHaveAttribute('data-alone');
    expect(root.style.getPropertyValue('--ov-alone-rem')).toBe('');
  });

  it('is measured as one row where the chat is a ticker', () => {
    const layout = layoutSchema.parse([
      {
        id: 'row',
        kind: 'chat',
        box: { x: 0, y: 0, width: 1, height: 0.1 },
        settings: { style: 'ticker' },
      },
    ]);
    drawPage({ ...DEFAULT_CONFIG, layout }, 'row');
    expect(root.style.getPropertyValue('--ov-alone-rem')).toBe('min(1.25vw, 25vh)');
  });

  it('is nothing where no widget has that name', () => {
    expect(drawPage(everything(), 'nobody').places()).toEqual([]);
    expect(root).not.toHaveAttribute('data-alone');
  });
});

describe('a page that is no lying picture', () => {
  /** Answers the page's own questions by its size. */
  function stubSize(size: { width: number; height: number }) {
    const heard = new Set<() => void>();
    vi.stubGlobal('matchMedia', (condition: string) => ({
      get matches() {
        const { width, height } = size;
        if (condition === '(orientation: portrait)') return height >= width;
        const [, wide, high] = /^\(max-aspect-ratio: (\d+)\/(\d+)\)$/.exec(condition) ?? [];
        return width / height <= Number(wide) / Number(high);
      },
      addEventListener: (_: string, changed: () => void) => heard.add(changed),
      removeEventListener: (_: string, changed: () => void) => heard.delete(changed),
    }));
    return heard;
  }

  const shapeIn = (container: HTMLElement): string | undefined =>
    container.querySelector<HTMLElement>('.sl-overlay')?.dataset['shape'];

  it.each([
    [420, 900, 'upright'],
    [720, 1280, 'upright'],
    [1080, 1920, 'upright'],
    [810, 1080, 'upright'],
    [900, 1080, 'square'],
    [1080, 1080, 'square'],
    [1200, 1080, 'wide-square'],
    [1280, 1024, 'wide-square'],
    [1440, 1080, undefined],
    [1920, 1080, undefined],
  ])('of %i x %i is %s', (width, height, shape) => {
    stubSize({ width, height });
    expect(shapeIn(drawPage(DEFAULT_CONFIG).container)).toBe(shape);
  });

  it('arranges what nobody has moved, and follows when it is turned', () => {
    const size = { width: 1080, height: 1920 };
    const heard = stubSize(size);
    const page = drawPage(DEFAULT_CONFIG);
    const [, tallies, alerts] = page.places();
    expect(alerts?.style).toMatchObject({ top: '1rem', left: '1rem', right: '1rem' });
    expect(tallies?.style.top).toBe('20.5rem');
    Object.assign(size, { width: 1920, height: 1080 });
    act(() => {
      for (const changed of heard) changed();
    });
    expect(shapeIn(page.container)).toBeUndefined();
    expect(alerts?.style).toMatchObject({ top: '7.5%', left: '30%', right: '' });
    page.unmount();
    expect(heard.size).toBe(0);
  });

  it('gives the room of totals to the chat while there are none, or while they are hidden', () => {
    stubSize({ width: 1080, height: 1920 });
    const page = drawPage(DEFAULT_CONFIG);
    const top = (): string | undefined => page.places()[0]?.style.top;
    expect(top()).toBe('38.5rem');
    act(() => page.store.setTallies([]));
    expect(top()).toBe('20.5rem');
    act(() => page.store.setTallies([tally('a')]));
    expect(top()).toBe('38.5rem');
    const layout = DEFAULT_CONFIG.layout.map((widget) => ({
      ...widget,
      shown: widget.kind !== 'tallies',
    }));
    act(() => page.store.setConfig({ ...DEFAULT_CONFIG, layout }));
    expect(top()).toBe('20.5rem');
  });
});
