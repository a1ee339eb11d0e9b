import { FileWarning, LoaderCircle, type LucideIcon, RefreshCw, Search } from 'lucide-react';
import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { useWords } from '../context.ts';
import { ProblemCallout, WaitingNote } from '../problems.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { isFound } from './person-row.tsx';
import type { Obstacle, PeopleListState } from './use-people.ts';

/** Within this distance of its end (pixels) a scrolled list loads more. */
const NEAR_END = 240;

interface PeopleListProps<T extends Person> {
  readonly label: string;
  readonly icon: LucideIcon;
  readonly list: PeopleListState<T>;
  readonly obstacle: Obstacle | null;
  /** The title while the list is empty. */
  readonly none: string;
  readonly noneText: string;
  /** Beside the search. */
  readonly tools?: ReactNode;
  readonly row: (person: T) => ReactNode;
}

/** A list of people with search, further pages, an empty state, and problems. */
export function PeopleList<T extends Person>(props: PeopleListProps<T>) {
  const { label, list, obstacle, tools, row } = props;
  const { t } = useWords();
  const [words, setWords] = useState('');
  const found = list.people.filter((person) => isFound(person, words));
  const focus = useListFocus(list.people);
  return (
    <>
      <div className="people-tools">
        {tools}
        <div className="people-find">
          <label className="people-search">
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
            onPress={() => list.refresh()}
          />
        </div>
      </div>
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
      {list.problem && !obstacle ? <ListProblem list={list} /> : null}
      {list.damaged > 0 ? (
        <Callout
          tone="warn"
          icon={FileWarning}
          role="status"
          title={t('people.damaged', { count: list.damaged })}
          text={t('people.damaged-text')}
        />
      ) : null}
      <WaitingNote until={list.waitUntil} />
      {found.length > 0 ? (
        <ol
          className="people-rows"
          aria-label={label}
          aria-busy={list.phase !== 'idle'}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
          ref={focus.ref}
          onFocus={focus.onFocus}
          onBlur={focus.onBlur}
          onScroll={({ currentTarget: { scrollHeight, scrollTop, clientHeight } }) => {
            const isNear = scrollHeight - scrollTop - clientHeight < NEAR_END;
            if (isNear && list.hasMore && !obstacle) list.readOn();
          }}
        >
          {found.map(row)}
        </ol>
      ) : (
        <EmptyList {...props} isFiltered={words.trim() !== '' && list.people.length > 0} />
      )}
      {list.people.length > 0 || list.hasMore ? (
        <ListFoot {...props} found={found.length} words={words} />
      ) : null}
    </>
  );
}

function ListProblem<T extends Person>({ list }: Pick<PeopleListProps<T>, 'list'>) {
  const { t } = useWords();
  if (!list.problem) return null;
  const isBeginning = list.people.length === 0;
  return (
    <ProblemCallout problem={list.problem}>
      <div className="card-row people-again">
        <Button
          icon={RefreshCw}
          busy={list.phase !== 'idle'}
          onPress={() => (isBeginning || !list.hasMore ? list.refresh() : list.readOn())}
        >
          {t('people.again')}
        </Button>
      </div>
    </ProblemCallout>
  );
}

interface EmptyListProps<T extends Person> extends PeopleListProps<T> {
  readonly isFiltered: boolean;
}

function EmptyList<T extends Person>(props: EmptyListProps<T>) {
  const { icon: Icon, list, obstacle, none, noneText, isFiltered } = props;
  const { t } = useWords();
  if (isFiltered) {
    return (
      <div className="empty people-none" role="status">
        <Search size={32} aria-hidden />
        <p className="empty-title">{t('people.none-found')}</p>
        <p className="empty-text">{t('people.none-found-text')}</p>
      </div>
    );
  }
  if (list.readAt === null) {
    if (obstacle || list.problem) return null;
    return (
      <div className="empty people-none" role="status">
        <LoaderCircle size={32} aria-hidden className="spinning" />
        <p className="empty-title">{t('people.reading')}</p>
      </div>
    );
  }
  if (list.damaged > 0) return null;
  return (
    <div className="empty people-none">
      <Icon size={32} aria-hidden />
      <p className="empty-title">{none}</p>
      <p className="empty-text">{noneText}</p>
    </div>
  );
}

interface ListFootProps<T extends Person> extends PeopleListProps<T> {
  readonly found: number;
  readonly words: string;
}

/** The number of people shown, and a button for more. */
function ListFoot<T extends Person>({ list, obstacle, found, words }: ListFootProps<T>) {
  const { t, time } = useWords();
  const { people, hasMore, phase, readAt } = list;
  const count = people.length;
  return (
    <div className="people-foot">
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
          disabled={obstacle !== null}
          onPress={() => list.readOn()}
        >
          {t('people.more')}
        </Button>
      ) : null}
    </div>
  );
}

interface ListFocus {
  readonly ref: RefObject<HTMLOListElement | null>;
  readonly onFocus: () => void;
  readonly onBlur: (event: FocusEvent) => void;
}

/** Keeps the focus in a list when the focused row is removed; `rows`: the list's data. */
function useListFocus(rows: unknown): ListFocus {
  const ref = useRef<HTMLOListElement>(null);
  const isInside = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of the rows takes the focus away
  useLayoutEffect(() => {
    if (!isInside.current || document.activeElement !== document.body) return;
    ref.current?.focus({ preventScroll: true });
  }, [rows]);
  return {
    ref,
    onFocus() {
      isInside.current = true;
    },
    // A button removed from the page does not blur; one that loses focus does.
    onBlur({ target }) {
      if (target.isConnected) isInside.current = false;
    },
  };
}
