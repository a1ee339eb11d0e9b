import { assertNever, type StageEvent, type ValuedEvent } from './events.ts';
import { saidIn } from './overlay/highlight.ts';

/** The channel of the viewer who caused an event; null if none or anonymous. */
export function viewerOf(event: StageEvent): string | null {
  return saidIn(event).channelId;
}

/** The event without the viewer's identity and text: kind, amount and time stay. */
export function anonymous(event: ValuedEvent): ValuedEvent {
  switch (event.kind) {
    case 'DONATION':
      return { ...event, data: { ...event.data, ...NOBODY_GAVE } };
    case 'SUBSCRIPTION':
      return { ...event, data: { ...event.data, ...NOBODY_SUBSCRIBED } };
    case 'GOODS_PURCHASE':
      return { ...event, data: { ...event.data, ...NOBODY_BOUGHT } };
    case 'DROPS':
      return event;
    default:
      return assertNever(event);
  }
}

const NOBODY_GAVE = {
  donatorChannelId: null,
  donatorNickname: null,
  donatorBadges: [],
  donationText: '',
  emojis: {},
} as const;

const NOBODY_SUBSCRIBED = {
  subscriberChannelId: null,
  subscriberChannelName: null,
  subscriptionMessage: '',
  emojis: {},
} as const;

const NOBODY_BOUGHT = { senderChannelId: null, profile: null, content: '', emojis: {} } as const;
