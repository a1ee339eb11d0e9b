import { assertNever, type ValuedEvent } from '../../../shared/events.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { fileNameOf } from './marker.ts';
import type { StoredMark } from './marks-repository.ts';

const ANONYMOUS: Text = { key: 'marks.anonymous' };

/** What a mark is called, in lists and in every export. */
export function markText(
  mark: Pick<StoredMark, 'kind' | 'seq' | 'amount' | 'path' | 'label' | 'event'>,
): Text {
  const { kind, amount, path, label } = mark;
  switch (kind) {
    case 'alert':
    case 'draw':
      return alertText(mark);
    case 'chat-peak':
      return { key: 'marks.label-chat-peak', values: { count: amount ?? 0 } };
    case 'hand':
      return { key: 'marks.label-hand' };
    case 'replay':
      return path === null
        ? { key: 'marks.label-replay' }
        : { key: 'marks.label-replay-file', values: { file: fileNameOf(path) } };
    case 'vote-end':
    case 'show-draw':
    case 'subathon-end':
      return label
        ? { key: `marks.label-${kind}-title`, values: { title: label } }
        : { key: `marks.label-${kind}` };
    default:
      return assertNever(kind);
  }
}

function alertText({ event, seq, amount }: Pick<StoredMark, 'seq' | 'amount' | 'event'>): Text {
  if (!event) return { key: seq === null ? 'marks.label-test' : 'marks.label-alert' };
  const who = viewerName(event) ?? ANONYMOUS;
  switch (event.kind) {
    case 'DONATION': {
      if (amount !== null) return { key: 'marks.label-together', values: { who, count: amount } };
      const { payAmount: beams, donationType } = event.data;
      const sort = donationType === 'CHEERING' ? 'cheering' : 'donation';
      if (beams === null) return { key: `marks.label-${sort}-unknown`, values: { who } };
      return { key: `marks.label-${sort}`, values: { who, beams } };
    }
    case 'SUBSCRIPTION': {
      const { month } = event.data;
      if (month === null) return { key: 'marks.label-subscription', values: { who } };
      return { key: 'marks.label-subscription-month', values: { who, month } };
    }
    case 'DROPS':
      return { key: 'marks.label-draw', values: { reward: event.data.rewardTitle } };
    case 'GOODS_PURCHASE':
      return {
        key: 'marks.label-purchase',
        values: { who, item: event.data.representativeItemName },
      };
    default:
      return assertNever(event);
  }
}

/** The name of the viewer who caused it; null: none, or anonymous. */
export function viewerName(event: ValuedEvent): string | null {
  switch (event.kind) {
    case 'DONATION':
      return event.data.donatorNickname;
    case 'SUBSCRIPTION':
      return event.data.subscriberChannelName;
    case 'DROPS':
      return null;
    case 'GOODS_PURCHASE':
      return event.data.profile?.nickname ?? null;
    default:
      return assertNever(event);
  }
}
