import {
  HIGHLIGHT_SECONDS,
  type LIVE_COMMANDS,
  type LiveState,
} from '../../../shared/contract/live.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import type { Feature, Services } from '../feature.ts';
import type { OverlayFeature } from '../overlay/index.ts';
import type { StreamFeature } from '../stream/index.ts';
import { viewerHider } from './hidden-viewers.ts';
import { Highlighter } from './highlighter.ts';
import { LiveCounts } from './live-counts.ts';
import { Outbox } from './outbox.ts';

export interface LiveFeature extends Feature<typeof LIVE_COMMANDS, 'live'> {
  readonly highlighter: Highlighter;
}

type LiveServices = Pick<
  Services,
  'client' | 'overlaySettings' | 'hub' | 'roles' | 'ledger' | 'chat' | 'clock' | 'log'
> & {
  readonly overlay: Pick<OverlayFeature, 'broadcast'>;
  readonly stream: Pick<StreamFeature, 'live'>;
};

/** Starts the live feature: this broadcast's totals, sending to the chat, highlights. */
export function startLive(services: LiveServices, owned: DisposableStore): LiveFeature {
  const { client, overlaySettings, hub, ledger, clock, log } = services;
  const { broadcast } = services.overlay;
  const { live } = services.stream;
  const onFailure = (failure: unknown): void => log.error('a listener failed', { failure });
  const changes = owned.add(new Emitter<void>(onFailure));
  const changed = (): void => changes.fire();
  const highlighter = owned.add(
    new Highlighter({
      clock,
      onFailure,
      find: (seq) => findEvent(services, seq),
    }),
  );
  owned.add(highlighter.onChange(changed));
  const { figures, viewers } = ledger;
  const counts = new LiveCounts({ figures, viewers, lastSeq: () => hub.writtenSeq, log });
  counts.begin(broadcast.beganAt);
  owned.add(
    hub.onBatch(({ events }) => {
      if (counts.add(events)) changed();
    }),
  );
  owned.add(
    broadcast.onChange((beganAt) => {
      counts.begin(beganAt);
      changed();
    }),
  );
  owned.add(live.onAirChange(changed));
  const outbox = new Outbox({ chat: client.chat, clock, onSent: changed });
  const hide = viewerHider(overlaySettings);
  const read = (): LiveState => ({
    onAir: live.onAir,
    beganAt: broadcast.beganAt,
    totals: counts.totals,
    highlight: highlighter.current,
    highlightEndsAt: highlighter.endsAt,
    sent: outbox.sent,
  });
  return {
    highlighter,
    feeds: { live: { read, onChange: changes.on } },
    commands: {
      'live.send': async ({ message, senderType }) => outbox.send(message, senderType),
      'live.notice': (notice) => outbox.notice(notice),
      'live.highlight': async ({ seq, seconds = HIGHLIGHT_SECONDS.usual }) => {
        if (seq === null) highlighter.clear();
        else highlighter.show(seq, seconds);
      },
      'live.hide': ({ channelId, hidden }) => hide(channelId, hidden),
      ...viewerCommands(services),
    },
  };
}

function viewerCommands({
  hub,
  roles,
  ledger: { viewers },
  chat,
}: LiveServices): Pick<LiveFeature['commands'], 'live.viewer' | 'live.viewer-history'> {
  const flush = () => hub.handedOn().then(chat.flush);
  return {
    'live.viewer': async ({ channelId }) => {
      await flush();
      const { firstAt, lastAt, subscription, ...sums } = viewers.find(channelId);
      return { role: roles.roleOf(channelId), firstAt, lastAt, subscription, sums };
    },
    'live.viewer-history': async ({ channelId, limit, before }) => {
      if (before === null) await flush();
      const found = viewers.history(channelId, limit + 1, before);
      const events = found.slice(0, limit);
      const last = found.length > limit ? events.at(-1) : undefined;
      return { events, next: last ? { receivedAt: last.receivedAt, seq: last.seq } : null };
    },
  };
}

/** Tests exist only among the recent events; the ledger keeps the rest. */
function findEvent({ hub, ledger, chat }: LiveServices, seq: number): StageEvent | null {
  const recent = hub.since(seq - 1)?.[0];
  if (recent?.seq === seq) return recent;
  chat.flush();
  return ledger.viewers.event(seq);
}
