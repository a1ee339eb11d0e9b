import { CheckCheck, TriangleAlert, UserPlus } from 'lucide-react';
import { memo } from 'react';
import { type Follower, NO_NEW_FOLLOWERS } from '../../../shared/contract/people.ts';
import { whatOf } from '../../../shared/problem.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { BlockButton, type BlockingState } from './blocking.tsx';
import { PeopleList } from './people-list.tsx';
import { Moment, PersonRow, relativeTime } from './person-row.tsx';
import { TAB_ICONS } from './tab-bar.tsx';
import { useObstacle, usePeople, usePeopleList } from './use-people.ts';

/** Relative times of a minute or more update this often, milliseconds. */
export const AGES_EVERY_MS = 30_000;

export interface TabProps {
  readonly blocking: BlockingState;
}

export function FollowersTab({ blocking }: TabProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const obstacle = useObstacle('READ:CHANNEL');
  const list = usePeopleList<Follower, number>({
    name: 'followers',
    first: 0,
    read: (page, onWait) => dashboard.read('people.followers', { page }, onWait),
    obstacle,
  });
  const now = useNow(AGES_EVERY_MS);
  const { people } = usePeople().newFollowers;
  const news = new Set(people.map(({ channelId }) => channelId));
  return (
    <PeopleList
      label={t('people.tab-followers')}
      icon={TAB_ICONS.followers}
      list={list}
      obstacle={obstacle}
      none={t('people.no-followers')}
      noneText={t('people.no-followers-text')}
      row={(person) => (
        <FollowerRow
          key={person.channelId}
          person={person}
          isNew={news.has(person.channelId)}
          now={now}
          onAsk={blocking.askToBlock}
        />
      )}
    />
  );
}

interface FollowerRowProps {
  readonly person: Follower;
  readonly isNew: boolean;
  readonly now: number;
  readonly onAsk: BlockingState['askToBlock'];
}

/** Memoized: adding a page does not rerender existing rows. */
const FollowerRow = memo(function FollowerRow({ person, isNew, now, onAsk }: FollowerRowProps) {
  const { t } = useWords();
  return (
    <PersonRow
      person={person}
      marks={isNew ? <Badge tone="accent">{t('people.new')}</Badge> : null}
      facts={<Moment at={person.since} now={now} />}
    >
      <BlockButton person={person} onAsk={onAsk} />
    </PersonRow>
  );
});

/** The text while there are no new followers, by obstacle. */
const NONE = {
  none: 'people.new-none',
  unreachable: 'people.unreachable',
  'signed-out': 'people.new-signed-out',
  scope: 'people.new-no-scope',
} as const;

/** Followers since the last check. */
export function NewFollowersCard({ blocking }: { readonly blocking: BlockingState }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const state = usePeople();
  const obstacle = useObstacle('READ:CHANNEL');
  const { phase } = useSelect(actionOf('people.mark-read'));
  const now = useNow(AGES_EVERY_MS);
  const { people, more, newestAt, problem } = state.newFollowers ?? NO_NEW_FOLLOWERS;
  const count = people.length;
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
        <Callout
          tone="warn"
          icon={TriangleAlert}
          title={pick(whatOf(problem))}
          text={t('people.new-later')}
        />
      ) : null}
      {count > 0 ? (
        <>
          <ol
            className="people-rows people-rows-short"
            aria-label={t('people.new-title')}
            // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
            tabIndex={0}
          >
            {people.map((person) => (
              <PersonRow
                key={person.channelId}
                person={person}
                facts={<Moment at={person.since} now={now} />}
              >
                <BlockButton person={person} onAsk={blocking.askToBlock} />
              </PersonRow>
            ))}
          </ol>
          <div className="card-row">
            <Button
              icon={CheckCheck}
              busy={phase === 'pending'}
              disabled={obstacle?.kind === 'unreachable'}
              onPress={() => {
                if (newestAt !== null) void dashboard.ask('people.mark-read', { until: newestAt });
              }}
            >
              {t('people.mark-read')}
            </Button>
          </div>
        </>
      ) : (
        <p className="people-quiet">{t(NONE[obstacle?.kind ?? 'none'])}</p>
      )}
      <ActionProblem action="people.mark-read" />
    </Card>
  );
}

/** Since when followers count as new, and the last check. */
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
