import { CheckCheck, TriangleAlert, UserPlus } from 'lucide-react';
import { NO_NEW_FOLLOWERS } from '../../../shared/contract/people.ts';
import { whatOf } from '../../../shared/problem.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { BlockButton } from './block-button.tsx';
import { AGES_EVERY_MS } from './followers-tab.tsx';
import { Moment } from './moment.tsx';
import { PersonRow } from './person-row.tsx';
import { relativeTime } from './person-words.ts';
import type { BlockingInUse } from './use-blocking.ts';
import { useObstacle, usePeopleDesk } from './use-people.ts';

/** What is said where nobody is new: it may be that nobody can be known of. */
const NONE = {
  none: 'people.new-none',
  unreachable: 'people.unreachable',
  'signed-out': 'people.new-signed-out',
  scope: 'people.new-no-scope',
} as const;

/** Who has begun to follow since somebody last looked here. */
export function NewFollowersCard({ blocking }: { readonly blocking: BlockingInUse }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const desk = usePeopleDesk();
  const obstacle = useObstacle('READ:CHANNEL');
  const { phase } = useSelect(actionOf('people.mark-read'));
  const now = useNow(AGES_EVERY_MS);
  const { people, more, newestAt, problem } = desk.newFollowers ?? NO_NEW_FOLLOWERS;
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

/** Since when they count as new, and when was last asked. */
function Since({ now }: { readonly now: number }) {
  const { t, language, dateTime, time } = useWords();
  const { lookedAt, checkedAt } = usePeopleDesk().newFollowers;
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
