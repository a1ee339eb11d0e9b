import { RefreshCw, Search } from 'lucide-react';
import { type ReactNode, useRef, useState } from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Empty, Waiting } from '../../ui/empty.tsx';
import { useRowStops } from '../../ui/row-stops.ts';
import { useNow, useWords } from '../context.ts';
import { DamagedNote, ProblemCallout, WaitingNote } from '../problems.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { isFound } from './person-row.tsx';
import { type PeopleListState, type PeopleTab, TAB_ICONS } from './use-people.ts';

/** Within this distance of its end (pixels) a scrolled list loads more. */
const NEAR_END = 240;
/** Relative times of a minute or more update this often, milliseconds. */
export const AGES_EVERY_MS = 30_000;

interface PeopleListProps<T extends Person> {
  readonly tab: Exclude<PeopleTab, 'lookup'>;
  readonly list: PeopleListState<T>;
  readonly tools?: ReactNode;
  readonly row: (person: T, now: number) => ReactNode;
}

export function PeopleList<T extends Person>({ tab, list, tools, row }: PeopleListProps<T>) {
  const { obstacle } = list;
  const { t } = useWords();
  const now = useNow(AGES_EVERY_MS);
  const [words, setWords] = useState('');
  const found = list.people.filter((person) => isFound(person, words));
  const rows = useRef<HTMLOListElement>(null);
  useRowStops(rows, found.length > 0);
  return (
    <>
      <div className="people-tools card-row">
        {tools}
        <div className="people-find line">
          <label className="people-search search">
            <Search size={14} aria-hidden />
            <input
              type="search"
              className="entry-field"
              value={words}
              placeholder={t('people.search')}
              aria-label={t('people.search')}
              onChange={(event) => setWords(event.currentTarget.value)}
            />
          </label>
          <IconButton
            icon={RefreshCw}
            label={t('people.refresh')}
            busy={list.phase === 'reading'}
            disabled={obstacle !== null}
            onPress={list.refresh}
          />
        </div>
      </div>
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
      {list.problem && !obstacle ? (
        <ProblemCallout problem={list.problem}>
          <div className="card-row answers">
            <Button
              icon={RefreshCw}
              busy={list.phase !== 'idle'}
              onPress={list.people.length > 0 && list.hasMore ? list.readOn : list.refresh}
            >
              {t('people.again')}
            </Button>
          </div>
        </ProblemCallout>
      ) : null}
      <DamagedNote of="people" count={list.damaged} />
      <WaitingNote until={list.waitUntil} />
      {found.length > 0 ? (
        <ol
          className="people-rows scroll-rows"
          aria-label={t(`people.tab-${tab}`)}
          aria-busy={list.phase !== 'idle'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          ref={rows}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END;
            if (isNear && list.hasMore && !obstacle) list.readOn();
          }}
        >
          {found.map((person) => row(person, now))}
        </ol>
      ) : (
        <EmptyList
          tab={tab}
          list={list}
          isFiltered={words.trim() !== '' && list.people.length > 0}
        />
      )}
      {list.people.length > 0 || list.hasMore ? (
        <ListFoot list={list} found={found.length} words={words} />
      ) : null}
    </>
  );
}

interface EmptyListProps extends Pick<PeopleListProps<Person>, 'tab' | 'list'> {
  readonly isFiltered: boolean;
}

function EmptyList({ tab, list, isFiltered }: EmptyListProps) {
  const { t } = useWords();
  if (isFiltered) {
    return (
      <Empty
        icon={Search}
        title={t('people.none-found')}
        text={t('people.none-found-text')}
        role="status"
        className="people-none"
      />
    );
  }
  if (list.readAt === null) {
    if (list.obstacle || list.problem) return null;
    return <Waiting title={t('people.reading')} className="people-none" />;
  }
  if (list.damaged > 0) return null;
  return (
    <Empty
      icon={TAB_ICONS[tab]}
      title={t(`people.no-${tab}`)}
      text={t(`people.no-${tab}-text`)}
      className="people-none"
    />
  );
}

interface ListFootProps {
  readonly list: PeopleListState<Person>;
  readonly found: number;
  readonly words: string;
}

function ListFoot({ list, found, words }: ListFootProps) {
  const { t, time } = useWords();
  const { people, hasMore, phase, readAt } = list;
  const count = people.length;
  return (
    <div className="people-foot card-row">
      <p className="card-note" role="status">
        {words.trim() === ''
          ? t(hasMore ? 'people.count-so-far' : 'people.count', { count })
          : t('people.count-found', { found, count })}
        {readAt === null ? null : (
          <span className="people-read-at">{t('people.read-at', { time: time(readAt) })}</span>
        )}
      </p>
      {hasMore ? (
        <Button
          busy={phase === 'reading-on'}
          disabled={list.obstacle !== null}
          onPress={list.readOn}
        >
          {t('people.more')}
        </Button>
      ) : null}
    </div>
  );
}
