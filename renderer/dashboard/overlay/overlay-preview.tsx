import { memo, type ReactNode, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { isValued, type StageEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { NO_SESSION } from '../../../shared/overlay/custom-widgets.ts';
import {
  type AlertCard,
  DEFAULT_OVERLAY,
  pageConfigOf,
} from '../../../shared/overlay/overlay-settings.ts';
import type { ShowViews } from '../../../shared/overlay/show-views.ts';
import type { ThemeChoice } from '../../../shared/overlay/theme.ts';
import { emptySession } from '../../../shared/overlay/widget-session.ts';
import type { Layout, Widget } from '../../../shared/overlay/widgets.ts';
import { dressWithTheme } from '../../overlay/apply-theme.ts';
import { isNarrow } from '../../overlay/layout-places.ts';
import { Place } from '../../overlay/layout-stage.tsx';
import {
  type DashboardState,
  selectCounters,
  selectDraw,
  selectEvents,
  selectFigures,
  selectLanguage,
  selectMissions,
  selectOverlay,
  selectPlayers,
  selectSubathon,
  selectVote,
  selectWheel,
  selectWidgets,
} from '../../stores/dashboard-store.ts';
import { OverlayStoreProvider } from '../../stores/overlay-context.tsx';
import { createOverlayStore, type OverlayStore } from '../../stores/overlay-store.ts';
import fonts from '../../styles/fonts.css?inline';
import overlay from '../../styles/overlay.css?inline';
import alertMotion from '../../styles/overlay-alert-motion.css?inline';
import alerts from '../../styles/overlay-alerts.css?inline';
import alertsNarrow from '../../styles/overlay-alerts-narrow.css?inline';
import chat from '../../styles/overlay-chat.css?inline';
import counters from '../../styles/overlay-counters.css?inline';
import custom from '../../styles/overlay-custom.css?inline';
import draw from '../../styles/overlay-draw.css?inline';
import goal from '../../styles/overlay-goal.css?inline';
import highlight from '../../styles/overlay-highlight.css?inline';
import missions from '../../styles/overlay-missions.css?inline';
import panels from '../../styles/overlay-panels.css?inline';
import players from '../../styles/overlay-players.css?inline';
import subathon from '../../styles/overlay-subathon.css?inline';
import themes from '../../styles/overlay-themes.css?inline';
import vote from '../../styles/overlay-vote.css?inline';
import wheel from '../../styles/overlay-wheel.css?inline';
import tokens from '../../styles/tokens.css?inline';
import { WidgetLanguage } from '../../widgets/widget-words.tsx';
import { usePage, useSelect } from '../context.ts';
import type { ReplayShow } from '../replay/replay-show.ts';
import { liveShows } from './live-activities.ts';
import { sampleShows } from './sample-activities.ts';
import { type Show, sampleFigures, sampleShow, stagedAlert, TallyCount } from './sample-show.ts';

interface OverlayFrameProps {
  readonly title: string;
  readonly className?: string;
  /** Size of the inner page, pixels. It is scaled to the available room. */
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: ThemeChoice;
  /** How alerts are drawn; left out: as they are on air. */
  readonly card?: AlertCard;
  readonly children: ReactNode;
}

/** A frame styled as the overlay, isolated from the dashboard and not interactive. */
export function OverlayFrame(props: OverlayFrameProps) {
  const { title, className = '', size, theme, children } = props;
  const onAir = useSelect(selectOverlay)?.alertDefaults;
  const card = props.card ?? onAir ?? DEFAULT_OVERLAY.alertDefaults;
  const language = useSelect(selectLanguage);
  const holder = useRef<HTMLDivElement>(null);
  const frame = useRef<HTMLIFrameElement>(null);
  const [dress, setDress] = useState<FrameDress | null>(null);
  const scale = useScale(holder, size.width);

  const open = () => {
    const page = frame.current?.contentDocument ?? null;
    setDress((now) => (now?.page === page ? now : page && openFrameDress(page)));
  };
  // Some browsers provide the document at once, others replace it on load.
  useLayoutEffect(open, []);
  useLayoutEffect(() => dress?.put(theme, language), [dress, theme, language]);
  const { scale: cardScale, font } = card;
  useLayoutEffect(() => dress?.putCard({ scale: cardScale, font }), [dress, cardScale, font]);
  return (
    <div ref={holder} className={`overlay-frame ${className}`} role="img" aria-label={title}>
      <iframe
        ref={frame}
        title={title}
        width={size.width}
        height={size.height}
        tabIndex={-1}
        aria-hidden
        style={{ transform: `scale(${scale})` }}
        onLoad={open}
      />
      {dress ? createPortal(children, dress.root) : null}
    </div>
  );
}

function useScale(holder: { readonly current: HTMLElement | null }, width: number): number {
  const [scale, setScale] = useState(0);
  useEffect(() => {
    const element = holder.current;
    if (!element) return undefined;
    const measure = () => setScale(element.clientWidth / width);
    measure();
    if (typeof ResizeObserver === 'undefined') return undefined;
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [holder, width]);
  return scale;
}

/** The overlay page's style sheets in its order (a test holds it against renderer/overlay/main.tsx). */
const OVERLAY_SHEETS: readonly string[] = [
  fonts,
  tokens,
  overlay,
  chat,
  highlight,
  alerts,
  alertsNarrow,
  alertMotion,
  panels,
  goal,
  vote,
  players,
  counters,
  draw,
  subathon,
  missions,
  wheel,
  custom,
  themes,
];

type FrameDress = ReturnType<typeof openFrameDress>;

/** The dashboard has dark and light schemes; the overlay has neither. */
const FRAME_RULES = ':root { color-scheme: light; } body { pointer-events: none; }';

function openFrameDress(page: Document) {
  const view = page.defaultView ?? window;
  page.adoptedStyleSheets = [...OVERLAY_SHEETS, FRAME_RULES].map((css) => {
    const sheet = new view.CSSStyleSheet();
    sheet.replaceSync(css);
    return sheet;
  });
  const theme = dressWithTheme(page);
  const root = page.createElement('div');
  root.id = 'root';
  page.body.replaceChildren(root);
  return {
    page,
    root,
    put: (choice: ThemeChoice, language: Language) => {
      page.documentElement.lang = language;
      theme.wear(choice);
    },
    putCard: theme.wearCard,
  };
}

export const PreviewWidgets = memo(function PreviewWidgets(props: PreviewOf): ReactNode {
  const language = useSelect(selectLanguage);
  const { source, theme, replay = null } = props;
  const layout = useMemo(
    () => (source === 'sample' ? props.layout.map(lasting) : props.layout),
    [source, props.layout],
  );
  const store = usePreview({ layout, theme, source, replay });
  const shown = layout.filter((widget) => widget.shown);
  return (
    <OverlayStoreProvider store={store}>
      <WidgetLanguage language={language}>
        <main className="sl-overlay" data-places="boxes">
          {shown.map((widget) => (
            <Place
              key={widget.id}
              widget={widget}
              kind="boxes"
              narrow={isNarrow(widget, 'boxes', false)}
            />
          ))}
        </main>
      </WidgetLanguage>
    </OverlayStoreProvider>
  );
});

/** The widget without fading: a sample show does not continue and would soon be empty. */
function lasting(widget: Widget): Widget {
  if (widget.kind === 'chat' && widget.settings.fadeAfterS !== null) {
    return { ...widget, settings: { ...widget.settings, fadeAfterS: null } };
  }
  if (widget.kind === 'purchases' && widget.settings.holdS !== null) {
    return { ...widget, settings: { ...widget.settings, holdS: null } };
  }
  return widget;
}

export const SHOW_SOURCES = ['sample', 'live', 'replay'] as const;
/** Events of a preview: samples, incoming ones, or the last broadcast's. */
export type ShowSource = (typeof SHOW_SOURCES)[number];

interface PreviewOf {
  readonly layout: Layout;
  readonly theme: ThemeChoice;
  readonly source: ShowSource;
  /** Plays its events instead of showing them at once. */
  readonly replay?: Pick<ReplayShow, 'attach'> | null;
}

const NO_EVENTS: DashboardState['events'] = [];
const selectNoEvents = () => NO_EVENTS;

/** A separate overlay store for a preview. It plays no sound. */
function usePreview({ layout, theme, source, replay = null }: PreviewOf): OverlayStore {
  const { clock } = usePage().host;
  const language = useSelect(selectLanguage);
  const [store] = useState(() => createOverlayStore(language));
  const events = useSelect(source === 'live' && !replay ? selectEvents : selectNoEvents);
  const liveFigures = useSelect(selectFigures);
  const show = useMemo(() => {
    if (source === 'replay' || replay) return null;
    return source === 'live' ? liveShow(events) : sampleShow(language, clock.now());
  }, [source, replay, events, language, clock]);
  const figures = useMemo(
    () => (source === 'sample' ? sampleFigures(layout, language) : liveFigures),
    [source, liveFigures, layout, language],
  );
  const live = useLiveShows();
  const shows = useMemo(
    () => (source === 'sample' ? sampleShows(language, clock.now()) : live),
    [source, language, clock, live],
  );
  useLayoutEffect(() => {
    store.setConfig({ ...pageConfigOf(DEFAULT_OVERLAY), layout: [...layout], theme, muted: true });
  }, [store, layout, theme]);
  useLayoutEffect(() => store.setLanguage(language), [store, language]);
  useLayoutEffect(() => store.setFigures(figures), [store, figures]);
  useLayoutEffect(() => store.setShows(shows, 0), [store, shows]);
  const packages = useSelect(selectWidgets)?.packages;
  useLayoutEffect(() => {
    const frames = (packages ?? []).map(({ id, frame, revision, paused }) => ({
      id,
      address: frame,
      revision,
      paused: paused !== null,
    }));
    store.tellWidgets({ frames, session: { ...NO_SESSION, data: emptySession() } });
  }, [store, packages]);
  useLayoutEffect(() => {
    if (!show) return;
    store.resetChat(show.chat);
    store.setTallies(show.tallies);
    store.resetLatest(show.latest);
    const stays = store.api.getState().staged?.showing === show.staged?.showing;
    if (source === 'sample' || !stays) store.setStaged(show.staged);
  }, [store, source, show]);
  useLayoutEffect(() => replay?.attach(store), [store, replay]);
  return store;
}

function useLiveShows(): ShowViews {
  const vote = useSelect(selectVote);
  const draw = useSelect(selectDraw);
  const players = useSelect(selectPlayers);
  const counters = useSelect(selectCounters);
  const subathon = useSelect(selectSubathon);
  const missions = useSelect(selectMissions);
  const wheel = useSelect(selectWheel);
  return useMemo(
    () => liveShows({ vote, draw, players, counters, subathon, missions, wheel }),
    [vote, draw, players, counters, subathon, missions, wheel],
  );
}

/** @param newestFirst the events this dashboard has */
function liveShow(newestFirst: readonly StageEvent[]): Show {
  const oldestFirst = [...newestFirst].reverse();
  const latest = oldestFirst.filter(isValued);
  const tallies = new TallyCount();
  for (const event of oldestFirst) tallies.add(event);
  const newest = latest.at(-1);
  return {
    chat: oldestFirst.filter((event) => event.kind === 'CHAT'),
    tallies: tallies.all,
    latest,
    staged: newest ? stagedAlert(newest, tallies.of(newest), newest.seq) : null,
  };
}
