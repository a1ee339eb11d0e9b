import { CheckCheck, UserPlus } from 'lucide-react';
import { useRef } from 'react';
import { whatOf } from '../../../shared/problem.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useRowStops } from '../../ui/row-stops.ts';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { AGES_EVERY_MS } from './people-list.tsx';
import { FollowerRow } from './people-tabs.tsx';
import { relativeTime } from './person-row.tsx';
import { useObstacle, usePeople } from './use-people.ts';

const NONE = {
  none: 'people.new-none',
  unreachable: 'people.unreachable',
  'signed-out': 'people.new-signed-out',
  scope: 'people.new-no-scope',
} as const;

export function NewFollowersCard() {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const obstacle = useObstacle('READ:CHANNEL');
  const now = useNow(AGES_EVERY_MS);
  const { people, more, newestAt, problem } = usePeople().newFollowers;
  const count = people.length;
  const list = useRef<HTMLOListElement>(null);
  useRowStops(list, count > 0);
  return (
    <Card
      icon={UserPlus}
      title={t('people.new-title')}
      className="people-new"
      aside={
        count > 0 ? (
          <Badge tone="accent">
            {t(more ? 'people.new-count-more' : 'people.new-count', { count })}
          </Badge>
        ) : undefined
      }
    >
      <p className="card-note">
        <Since now={now} />
      </p>
      {problem ? (
        <Callout tone="warn" title={pick(whatOf(problem))} text={t('people.new-later')} />
      ) : null}
      {count > 0 ? (
        <>
          <ol
            ref={list}
            className="people-rows people-rows-short scroll-rows"
            aria-label={t('people.new-title')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
            tabIndex={0}
          >
            {people.map((person) => (
              <FollowerRow key={person.channelId} person={person} isNew={false} now={now} />
            ))}
          </ol>
          <div className="card-row">
            <ActionButton
              action="people.mark-read"
              icon={CheckCheck}
              disabled={obstacle?.kind === 'unreachable'}
              onPress={() => {
                if (newestAt !== null) void dashboard.ask('people.mark-read', { until: newestAt });
              }}
            >
              {t('people.mark-read')}
            </ActionButton>
          </div>
        </>
      ) : (
        <p className="queue-none">{t(NONE[obstacle?.kind ?? 'none'])}</p>
      )}
      <ActionProblem action="people.mark-read" />
    </Card>
  );
}

function Since({ now }: { readonly now: number }) {
  const { t, language, dateTime, time } = useWords();
  const { lookedAt, checkedAt } = usePeople().newFollowers;
  if (lookedAt === null) return t('people.new-about');
  const when = relativeTime(lookedAt, now, language) ?? t('line.now');
  return (
    <>
      <span title={dateTime(lookedAt)}>{t('people.new-since', { when })}</span>
      {checkedAt === null ? null : (
        <span className="people-read-at">{t('people.read-at', { time: time(checkedAt) })}</span>
      )}
    </>
  );
}
