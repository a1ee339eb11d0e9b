import { type ReactNode, useLayoutEffect, useRef } from 'react';
import type { StageEvent } from '../../shared/events.ts';
import {
  type FrameDown,
  NO_SESSION,
  type WidgetEvent,
  type WidgetFrame,
} from '../../shared/overlay/custom-widgets.ts';
import { widgetEventOf } from '../../shared/overlay/widget-events.ts';
import type { OverlayState, OverlayStore } from '../stores/overlay-store.ts';
import type { WidgetNews } from '../stores/widget-line.ts';
import { FrameLine } from './frame-line.ts';

type LineParts = ConstructorParameters<typeof FrameLine>[0];

interface WidgetPageProps {
  readonly frame: Pick<WidgetFrame, 'id' | 'address'>;
  readonly store: OverlayStore;
  readonly editing: boolean;
  readonly title?: string;
  readonly onFault: LineParts['onFault'];
  readonly onSaid?: LineParts['onSaid'];
}

/** The frame and its line; also in the dashboard's preview. */
export function WidgetPage(props: WidgetPageProps): ReactNode {
  const { frame, title = '' } = props;
  const element = useRef<HTMLIFrameElement>(null);
  const latest = useRef(props);
  latest.current = props;
  useLayoutEffect(() => {
    const iframe = element.current;
    const view = iframe?.ownerDocument.defaultView;
    if (!iframe || !view) return undefined;
    const line = lineOf(iframe, view, latest);
    const ends = follow(line, latest.current.store, frame.id);
    // Only now, so that its first word is heard.
    iframe.src = frame.address;
    return () => {
      ends();
      line.stop();
    };
  }, [frame.id, frame.address]);
  return (
    <iframe
      ref={element}
      title={title}
      className="sl-custom"
      sandbox="allow-scripts"
      allow="autoplay"
      referrerPolicy="no-referrer"
      tabIndex={-1}
    />
  );
}

function lineOf(
  iframe: HTMLIFrameElement,
  view: Window,
  latest: { readonly current: WidgetPageProps },
): FrameLine {
  const { store, editing, frame } = latest.current;
  return new FrameLine({
    target: () => iframe.contentWindow,
    page: view,
    timers: {
      after: (ms, run) => {
        const timer = view.setTimeout(run, ms);
        return () => view.clearTimeout(timer);
      },
    },
    now: () => performance.now(),
    load: () => {
      const { widgets, language, config, shows } = store.api.getState();
      const status = { isEditorMode: editing, muted: config?.muted ?? false, language };
      return [
        { type: 'load', session: widgets.session ?? NO_SESSION, status },
        ...countersOf(shows),
      ];
    },
    onFault: (fault) => latest.current.onFault(fault),
    onKeep: (key, value) =>
      store.ofWidgets.say?.({ type: 'widget-keep', id: frame.id, key, value }),
    onSaid: (kind, text) => latest.current.onSaid?.(kind, text),
  });
}

function countersOf({ counters }: OverlayState['shows']): FrameDown[] {
  if (!counters) return [];
  const values = counters.counters.map(({ name, value }) => [name, value] as const);
  return [{ type: 'counters', counters: Object.fromEntries(values) }];
}

/** Hands on what the page hears, until called. */
function follow(line: FrameLine, store: OverlayStore, id: string): () => void {
  const hear = ({ stage, own, session }: WidgetNews): void => {
    if (session) line.tell({ type: 'session', data: session.data });
    if (own?.id === id) line.tell({ type: 'events', events: own.events });
    if (stage) tellStage(line, store, stage);
  };
  return store.api.subscribe((now, before) => {
    const { news } = now.widgets;
    if (news && news !== before.widgets.news) hear(news);
    if (now.shows.counters !== before.shows.counters)
      for (const down of countersOf(now.shows)) line.tell(down);
    if (now.config === before.config) return;
    const known = hiddenIn(before.config);
    const events = [...hiddenIn(now.config)].filter((user) => !known.has(user)).map(deletionOf);
    if (events.length > 0) line.tell({ type: 'events', events });
  });
}

function tellStage(line: FrameLine, store: OverlayStore, all: readonly StageEvent[]): void {
  const { config, language } = store.api.getState();
  const hidden = hiddenIn(config);
  const stage = all.filter((event) => !isOf(event, hidden));
  const events = stage.flatMap((event) => widgetEventOf(event, language) ?? []);
  if (events.length > 0) line.tell({ type: 'events', events });
  if (stage.length > 0) line.tell({ type: 'stage', events: stage });
}

/** Viewers that the streamer has hidden from a chat. */
function hiddenIn(config: OverlayState['config']): ReadonlySet<string> {
  const users = config?.layout.flatMap((widget) =>
    widget.kind === 'chat' ? widget.settings.hide.users : [],
  );
  return new Set(users);
}

function isOf(event: StageEvent, users: ReadonlySet<string>): boolean {
  return event.kind === 'CHAT' && users.has(event.data.senderChannelId);
}

function deletionOf(userId: string): WidgetEvent {
  return { listener: 'delete-messages', event: { userId } };
}
