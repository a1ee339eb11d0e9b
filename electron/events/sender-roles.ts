import type { Decoded, SenderRole } from '../../shared/events.ts';

/** Who the senders are: what no event says of itself. */
export interface SenderRoles {
  roleOf(channelId: string): SenderRole;
  /** Somebody has just subscribed. */
  subscribed(channelId: string): void;
}

/** The event with its sender's role; tells `roles` of a new subscriber. */
export function withRole(decoded: Decoded, roles: SenderRoles): Decoded {
  if (decoded.kind === 'SUBSCRIPTION') {
    if (decoded.data.subscriberChannelId) roles.subscribed(decoded.data.subscriberChannelId);
    return decoded;
  }
  // The streamer is known from the message itself.
  if (decoded.kind !== 'CHAT' || decoded.data.senderRole === 'streamer') return decoded;
  const senderRole = roles.roleOf(decoded.data.senderChannelId);
  if (senderRole === decoded.data.senderRole) return decoded;
  return { kind: decoded.kind, data: { ...decoded.data, senderRole } };
}
