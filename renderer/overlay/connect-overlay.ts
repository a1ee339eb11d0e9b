import type { StageEvent } from '../../shared/events.ts';
import type { Language } from '../../shared/problem.ts';
import type { PageTimers, Stop } from '../bridge/page-timers.ts';
import { CHAT_LINES_MAX, type OverlayStore } from '../stores/overlay-store.ts';
import { AlertDirector } from './alert-director.ts';
import { FeedClient, type OpenFeedSocket } from './feed-client.ts';
import { FrameBatcher } from './frame-batcher.ts';

export interface OverlayConnectionParts {
  readonly store: OverlayStore;
  readonly buildId: string;
  readonly openSocket: OpenFeedSocket;
  readonly timers: PageTimers;
  readonly random: () => number;
  /** The core has another build than this page. */
  readonly onOtherBuild: (buildId: string) => void;
  /** A language that the page's address asked for: what the core says is then passed over. */
  readonly fixedLanguage: Language | null;
}

export interface OverlayConnection {
  start(): void;
  stop: Stop;
  /** Whether anybody can see the page. */
  setVisible(visible: boolean): void;
}

/** Joins the feed to the store: chat once a frame, alerts through their director. */
export function connectOverlay(parts: OverlayConnectionParts): OverlayConnection {
  const { store, timers } = parts;
  const chat = new FrameBatcher<StageEvent<'CHAT'>>(timers, CHAT_LINES_MAX, store.addChat);
  const director = new AlertDirector({
    timers,
    stage: store.setStaged,
    receipt: (alertId, state) => feed.sendReceipt({ type: 'receipt', alertId, state }),
  });
  const feed = new FeedClient({
    ...parts,
    listener: {
      onOtherBuild: parts.onOtherBuild,
      onReset: () => {
        chat.clear();
        store.resetChat([]);
        store.setTallies([]);
        director.play(null);
      },
      onLanguage: (language) => store.setLanguage(parts.fixedLanguage ?? language),
      onSnapshot: (snapshot) => {
        chat.clear();
        store.resetChat(snapshot.chat);
        store.setTallies(snapshot.tallies);
        director.play(snapshot.alert);
      },
      onEvents: (events) => chat.add(events.filter(isChat)),
      onAlert: (alert) => director.play(alert),
      onTallies: store.setTallies,
      onWindow: (look) => {
        store.setLook(look);
        drawsAlerts = look.parts.alerts;
        tellVisibility();
      },
    },
  });
  let isSeen: boolean | null = null;
  // A window that leaves alerts out shows them to nobody: the core must not count on it.
  let drawsAlerts = true;
  const tellVisibility = (): void => {
    if (isSeen === null) return;
    director.setVisible(isSeen && drawsAlerts);
    feed.setVisible(isSeen && drawsAlerts);
  };
  return {
    start: () => feed.start(),
    stop: () => {
      feed.stop();
      chat.clear();
      director.stop();
    },
    setVisible: (visible) => {
      isSeen = visible;
      tellVisibility();
    },
  };
}

function isChat(event: StageEvent): event is StageEvent<'CHAT'> {
  return event.kind === 'CHAT';
}
