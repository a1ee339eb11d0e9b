import { useQuery } from '@tanstack/react-query';
import { Gamepad2, LoaderCircle, Search, X } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { STREAM_LIMITS, type StreamCategory } from '../../../shared/contract/stream.ts';
import { problemOfFailure } from '../../bridge/bridge-problems.ts';
import { IconButton } from '../../ui/button.tsx';
import type { ControlProps } from '../../ui/fields.tsx';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { useDashboard, useWords } from '../context.ts';
import { useSettled } from '../paced-value.ts';
import { ProblemNote, WaitingNote } from '../problems.tsx';
import { readWithWait, useLatest, useWaitUntil } from '../query.ts';

export function CategoryField({ value, onChange }: ControlProps<StreamCategory | null>) {
  const { t } = useWords();
  return (
    <div className="entry">
      <span className="stream-label">{t('stream.field.category')}</span>
      <div className="stream-category">
        <Poster category={value} />
        <bdi className="stream-category-name">
          {value?.categoryValue ?? t('stream.category-none')}
        </bdi>
        {value ? (
          <IconButton icon={X} label={t('stream.category-remove')} onPress={() => onChange(null)} />
        ) : null}
      </div>
      <CategoryCombobox onChoose={onChange} />
    </div>
  );
}

interface ComboboxProps extends Pick<OptionProps, 'onChoose'> {
  /** It takes the focus; Escape or losing the focus leaves it. */
  readonly onLeave?: () => void;
}

/** Type to search, arrows to move, Enter to choose, Escape to close. */
export function CategoryCombobox({ onChoose, onLeave }: ComboboxProps) {
  const { t } = useWords();
  const id = useId();
  const [keyword, setKeyword] = useState('');
  const [open, setOpen] = useState(false);
  const [active, setActive] = useState(0);
  const search = useCategories(open ? keyword : null);
  const found = search.found ?? [];
  const at = Math.min(active, found.length - 1);
  const chosen = found[at];
  const isListed = open && found.length > 0;

  const choose = (category: StreamCategory) => {
    onChoose(category);
    setKeyword('');
    setOpen(false);
    setActive(0);
  };
  const goOn = (step: number) => {
    if (!open) setOpen(true);
    else if (found.length > 0) setActive((at + step + found.length) % found.length);
  };
  const take = () => {
    if (isListed && chosen) choose(chosen);
    else setOpen(true);
  };
  const press = (event: KeyboardEvent<HTMLInputElement>) => {
    if (event.nativeEvent.isComposing) return;
    const step = stepOf(event.key);
    if (step !== 0) {
      event.preventDefault();
      goOn(step);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      take();
    } else if (event.key === 'Escape' && open) {
      event.stopPropagation();
      setOpen(false);
      onLeave?.();
    }
  };
  return (
    <div className="stream-search search">
      <Search size={16} aria-hidden />
      <input
        type="text"
        role="combobox"
        className="entry-field"
        aria-label={t('stream.category-search')}
        aria-expanded={isListed}
        aria-controls={`${id}list`}
        aria-autocomplete="list"
        aria-activedescendant={isListed && chosen ? `${id}${at}` : undefined}
        placeholder={t('stream.category-placeholder')}
        value={keyword}
        maxLength={STREAM_LIMITS.keywordMax}
        autoComplete="off"
        spellCheck={false}
        onFocus={() => setOpen(true)}
        onClick={() => setOpen(true)}
        onBlur={() => {
          setOpen(false);
          onLeave?.();
        }}
        // biome-ignore lint/a11y/noAutofocus: it takes the place of the button that opened it
        autoFocus={onLeave !== undefined}
        onChange={(event) => {
          setKeyword(event.currentTarget.value);
          setActive(0);
          setOpen(true);
        }}
        onKeyDown={press}
      />
      {open ? (
        <div className="stream-found scrolls">
          <SearchStatus search={search} keyword={keyword} />
          {isListed ? (
            <div role="listbox" id={`${id}list`} aria-label={t('stream.category-results')}>
              {found.map((category, index) => (
                <Option
                  key={category.categoryId}
                  id={`${id}${index}`}
                  category={category}
                  active={index === at}
                  onChoose={choose}
                />
              ))}
            </div>
          ) : null}
        </div>
      ) : null}
    </div>
  );
}

function stepOf(key: string): number {
  if (key === 'ArrowDown') return 1;
  return key === 'ArrowUp' ? -1 : 0;
}

interface OptionProps {
  readonly id: string;
  readonly category: StreamCategory;
  readonly active: boolean;
  readonly onChoose: (category: StreamCategory) => void;
}

function Option({ id, category, active, onChoose }: OptionProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (active) row.current?.scrollIntoView?.({ block: 'nearest' });
  }, [active]);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the keys go to the field, which keeps the focus
    <div
      ref={row}
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={active}
      className="stream-option"
      // Prevents the field from losing focus and closing the list.
      onMouseDown={(event) => event.preventDefault()}
      onClick={() => onChoose(category)}
    >
      <Poster category={category} />
      <bdi className="stream-category-name">{category.categoryValue}</bdi>
      <span className="stream-category-type">{category.categoryType}</span>
    </div>
  );
}

interface SearchStatusProps {
  readonly search: ReturnType<typeof useCategories>;
  readonly keyword: string;
}

function SearchStatus({ search: { found, problem, waitUntil }, keyword }: SearchStatusProps) {
  const { t } = useWords();
  if (problem) return <ProblemNote problem={problem} />;
  if (waitUntil !== null) return <WaitingNote until={waitUntil} />;
  const foundText = (count: number) => {
    const word = keyword.trim();
    if (count > 0) return t('stream.category-found', { count });
    return word === ''
      ? t('stream.category-empty-all')
      : t('stream.category-empty', { keyword: word });
  };
  return (
    <p className="stream-found-news card-note" role="status">
      {found ? (
        foundText(found.length)
      ) : (
        <>
          <LoaderCircle size={14} aria-hidden className="spinning" /> {t('stream.category-loading')}
        </>
      )}
    </p>
  );
}

function Poster({ category }: { readonly category: StreamCategory | null }) {
  return (
    <span className="stream-poster" aria-hidden>
      <SafeImage
        url={category?.posterImageUrl ?? null}
        name=""
        className="stream-poster-image"
        fallback={<Gamepad2 size={16} aria-hidden />}
      />
    </span>
  );
}

/** Searches after typing pauses for this long, milliseconds. */
const SEARCH_PAUSE_MS = 250;

/** The categories for a keyword, once typing pauses; nothing without a keyword. */
function useCategories(keyword: string | null) {
  const dashboard = useDashboard();
  const settled = useSettled(keyword, keyword === '' ? 0 : SEARCH_PAUSE_MS);
  const isSettled = keyword !== null && settled === keyword;
  const queryKey = ['stream.categories', settled];
  const { data, error, isFetching } = useQuery({
    queryKey,
    queryFn: (context) =>
      readWithWait(context, (onWait) =>
        dashboard.read('stream.categories', { keyword: settled?.trim() ?? '' }, onWait),
      ),
    enabled: isSettled,
  });
  const waitUntil = useWaitUntil(queryKey);
  const latest = useLatest(data);
  const isSearching = isSettled && isFetching;
  const problem = isSettled && !isFetching && error ? problemOfFailure(error) : null;
  const isFound = keyword !== null && !isSearching && !problem;
  return {
    /** null while searching. */
    found: (isFound && latest?.categories) || null,
    problem,
    /** The platform asked to wait until then, epoch milliseconds; null if it did not. */
    waitUntil: isSearching ? waitUntil : null,
  };
}
