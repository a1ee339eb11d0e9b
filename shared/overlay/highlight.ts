import {
  assertNever,
  type Badge,
  type EmojiMap,
  type SenderRole,
  type StageEvent,
} from '../events.ts';

export interface HighlightCard {
  readonly seq: number;
  /** null: anonymous. */
  readonly name: string | null;
  readonly channelId: string | null;
  readonly role: SenderRole;
  readonly badges: readonly Badge[];
  readonly content: string;
  readonly emojis: EmojiMap;
}

/** Who said what with an event; `content` is empty where nothing was said. */
export type Said = Omit<HighlightCard, 'seq'>;

/** The event's viewer and text; a draw has none. */
export function saidIn(event: StageEvent): Said {
  switch (event.kind) {
    case 'CHAT': {
      const { senderChannelId, profile, senderRole, content, emojis } = event.data;
      const { nickname: name, badges } = profile;
      return { channelId: senderChannelId, name, role: senderRole, badges, content, emojis };
    }
    case 'DONATION': {
      const { donatorChannelId, donatorNickname, donatorBadges, donationText } = event.data;
      const who = { channelId: donatorChannelId, name: donatorNickname, badges: donatorBadges };
      return { ...who, role: 'viewer', content: donationText, emojis: event.data.emojis };
    }
    case 'SUBSCRIPTION': {
      const { subscriberChannelId, subscriberChannelName, subscriptionMessage } = event.data;
      const who = { channelId: subscriberChannelId, name: subscriberChannelName };
      const words = { content: subscriptionMessage, emojis: event.data.emojis };
      return { ...who, role: 'subscriber', badges: [], ...words };
    }
    case 'GOODS_PURCHASE': {
      const { senderChannelId, profile, content, emojis } = event.data;
      const who = { channelId: senderChannelId, name: profile?.nickname ?? null };
      return { ...who, role: 'viewer', badges: profile?.badges ?? [], content, emojis };
    }
    case 'DROPS':
      return { channelId: null, name: null, role: 'viewer', badges: [], content: '', emojis: {} };
    default:
      return assertNever(event);
  }
}
