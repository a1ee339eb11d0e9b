import { type Manners, respelled, type TimeSpelling } from '../world/manners.ts';
import type { SimEvent } from './payloads.ts';

const TIME_FIELDS = ['messageTime', 'drawnAt'] as const;
const SIDE_FIELDS = ['donatorBadges', 'emojis'] as const;

type Fields = Record<string, unknown>;

/** An event as it goes over the wire, with the manners of the platform and the times of one session. */
export function frameTextOf(
  event: SimEvent,
  { times, payAmount, sideFields }: Manners,
  copyTimes: TimeSpelling | 'same' = 'same',
): string {
  const data: Fields = { ...event.data };
  for (const field of TIME_FIELDS) {
    const time = data[field];
    if (typeof time === 'string') {
      data[field] = respelled(time, copyTimes === 'same' ? times : copyTimes);
    }
  }
  if (payAmount === 'number' && event.kind === 'DONATION') {
    data['payAmount'] = Number(event.data.payAmount);
  }
  if (sideFields === 'absent') takeOutSideFields(data);
  return JSON.stringify({ event: event.kind, data });
}

function takeOutSideFields(data: Fields): void {
  for (const field of SIDE_FIELDS) delete data[field];
  const { profile } = data as { readonly profile?: { readonly nickname: string } | null };
  if (profile) data['profile'] = { nickname: profile.nickname };
}
