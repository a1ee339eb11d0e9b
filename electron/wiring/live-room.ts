import {
  HIGHLIGHT_SECONDS,
  type LIVE_COMMANDS,
  type LiveDesk,
} from '../../shared/contract/live.ts';
import type { StageEvent } from '../../shared/events.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import { HiddenViewers } from '../live/hidden-viewers.ts';
import { Highlighter } from '../live/highlighter.ts';
import { LiveCounts } from '../live/live-counts.ts';
import { Outbox } from '../live/outbox.ts';
import { viewerCard, viewerHistory } from '../live/viewer-card.ts';
import type { CommandHandlers, FeedSources } from '../outputs/ports.ts';
import type { LiveWatch } from '../stream/live-watch.ts';
import type { ControlParts } from './control-parts.ts';

export interface LiveRoom {
  readonly commands: CommandHandlers<keyof typeof LIVE_COMMANDS>;
  readonly feed: FeedSources['live'];
  readonly highlighter: Highlighter;
}

/**
 * What runs the show: the broadcast's totals, the way into the chat, what stands large. `live` is the
 * one watch of the live status.
 */
export function liveRoom(parts: ControlParts, live: LiveWatch, owned: DisposableStore): LiveRoom {
  const { options, client, overlay, ledger, chat, roles, broadcast } = parts;
  const { clock, log } = options;
  const onFailure = (failure: unknown): void => log.error('a listener failed', { failure });
  const changes = owned.add(new Emitter<void>(onFailure));
  const changed = (): void => changes.fire();
  const highlighter = owned.add(
    new Highlighter({
      ...{ clock, onFailure },
      find: (seq) => findEvent(parts, seq),
      hasPlace: () => overlay.get().layout.some(({ kind, shown }) => kind === 'chat' && shown),
    }),
  );
  owned.add(highlighter.onChange(changed));
  const counts = followCounts(parts, owned, changed);
  owned.add(live.onAirChange(changed));
  const outbox = new Outbox({ chat: client.chat, clock, onSent: changed });
  const hiddenViewers = new HiddenViewers({ overlay });
  const viewers = {
    viewers: ledger.viewers,
    roleOf: (channelId: string) => roles.roleOf(channelId),
    flush: () => parts.hub.handedOn().then(chat.flush),
  };
  const read = (): LiveDesk => ({
    onAir: live.onAir,
    beganAt: broadcast.beganAt,
    totals: counts.totals,
    highlight: highlighter.current,
    highlightEndsAt: highlighter.endsAt,
    sent: outbox.sent,
  });
  return {
    highlighter,
    feed: { read, onChange: changes.on },
    commands: {
      'live.send': async ({ message, senderType }) => outbox.send(message, senderType),
      'live.notice': async (notice) => {
        await outbox.notice(notice);
      },
      'live.highlight': async ({ seq, seconds = HIGHLIGHT_SECONDS.usual }) => {
        if (seq === null) highlighter.clear();
        else highlighter.show(seq, seconds);
      },
      'live.hide': async ({ channelId, hidden }) => {
        await hiddenViewers.set(channelId, hidden);
      },
      'live.viewer': async ({ channelId }) => viewerCard(viewers, channelId),
      'live.viewer-history': async (ask) => viewerHistory(viewers, ask),
    },
  };
}

/** Tests are only among the latest; the books have the rest for as long as it is kept. */
function findEvent({ hub, ledger, chat }: ControlParts, seq: number): StageEvent | null {
  const recent = hub.since(seq - 1)?.[0];
  if (recent?.seq === seq) return recent;
  chat.flush();
  return ledger.viewers.event(seq);
}

function followCounts(
  { options, ledger, hub, broadcast }: ControlParts,
  owned: DisposableStore,
  changed: () => void,
): LiveCounts {
  const { figures, viewers } = ledger;
  const counts = new LiveCounts({
    figures,
    viewers,
    lastSeq: () => hub.writtenSeq,
    log: options.log,
  });
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
  return counts;
}
