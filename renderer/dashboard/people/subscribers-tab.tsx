import { memo, useState } from 'react';
import {
  SUBSCRIBER_ORDERS,
  type Subscriber,
  type SubscriberOrder,
} from '../../../shared/contract/people.ts';
import { Badge } from '../../ui/badge.tsx';
import { Segments } from '../../ui/fields.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { BlockButton, type BlockingState } from './blocking.tsx';
import { AGES_EVERY_MS, type TabProps } from './followers-tab.tsx';
import { PeopleList } from './people-list.tsx';
import { Moment, PersonRow } from './person-row.tsx';
import { TAB_ICONS } from './tab-bar.tsx';
import { useObstacle, usePeopleList, usePeopleView } from './use-people.ts';

export function SubscribersTab({ blocking }: TabProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const view = usePeopleView();
  const [order, setOrder] = useState<SubscriberOrder>(view.order);
  const obstacle = useObstacle('READ:SUBSCRIPTION');
  const list = usePeopleList<Subscriber, number>({
    name: `subscribers ${order}`,
    first: 0,
    read: (page, onWait) => dashboard.read('people.subscribers', { page, sort: order }, onWait),
    obstacle,
  });
  const now = useNow(AGES_EVERY_MS);
  const choose = (chosen: SubscriberOrder) => {
    view.order = chosen;
    setOrder(chosen);
  };
  return (
    <PeopleList
      label={t('people.tab-subscribers')}
      icon={TAB_ICONS.subscribers}
      list={list}
      obstacle={obstacle}
      none={t('people.no-subscribers')}
      noneText={t('people.no-subscribers-text')}
      tools={
        <Segments
          label={t('people.order')}
          choices={SUBSCRIBER_ORDERS.map((value) => ({
            value,
            label: t(`people.order-${value}`),
          }))}
          chosen={order}
          onChoose={choose}
        />
      }
      row={(person) => (
        <SubscriberRow
          key={person.channelId}
          person={person}
          now={now}
          onAsk={blocking.askToBlock}
        />
      )}
    />
  );
}

interface SubscriberRowProps {
  readonly person: Subscriber;
  readonly now: number;
  readonly onAsk: BlockingState['askToBlock'];
}

const SubscriberRow = memo(function SubscriberRow({ person, now, onAsk }: SubscriberRowProps) {
  const { t } = useWords();
  const { months, tier } = person;
  return (
    <PersonRow
      person={person}
      marks={
        <>
          <Badge tone="accent">
            {months === null ? t('people.months-unknown') : t('people.months', { count: months })}
          </Badge>
          {tier === null ? null : <Badge>{t('people.tier', { tier })}</Badge>}
        </>
      }
      facts={<Moment at={person.since} now={now} />}
    >
      <BlockButton person={person} onAsk={onAsk} />
    </PersonRow>
  );
});
