import { assertNever, type ValuedEvent } from '../../../shared/events.ts';
import type { Words } from '../../i18n/dashboard.ts';

/** What an alert is called where a button speaks of it: its kind, and who or what it is about. */
export function alertName(event: ValuedEvent, { t }: Words): string {
  const name = subjectOf(event);
  const said = name === null ? t('events.anonymous') : name || t('events.nameless');
  return t('desk.name', { kind: t(`kind.${event.kind}`), name: said });
}

/** null: anonymous. */
function subjectOf(event: ValuedEvent): string | null {
  switch (event.kind) {
    case 'DONATION':
      return event.data.donatorNickname;
    case 'SUBSCRIPTION':
      return event.data.subscriberChannelName;
    case 'DROPS':
      return event.data.rewardTitle;
    case 'GOODS_PURCHASE':
      return event.data.profile?.nickname ?? null;
    default:
      return assertNever(event);
  }
}
