import { createContext, type ReactNode, useContext } from 'react';
import type { BlockedPerson, Person } from '../../../shared/contract/people.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { isWord, type Words } from '../../i18n/dashboard.ts';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { useWords } from '../context.ts';
import { usePicture } from './use-people.ts';

interface Actions {
  readonly openHistory: (person: Person) => void;
  readonly askToBlock: (person: Person) => void;
  readonly unblock: (person: Person, until: BlockedPerson['until']) => void;
}

export const PersonActions = createContext<Actions>({
  openHistory() {},
  askToBlock() {},
  unblock() {},
});

interface PersonRowProps {
  readonly person: Person;
  /** The picture's address if known; omitted: it is looked up. */
  readonly imageUrl?: string | null;
  readonly marks?: ReactNode;
  readonly facts?: ReactNode;
  readonly children?: ReactNode;
}

export function PersonRow(props: PersonRowProps) {
  const { person, marks, facts, children } = props;
  const { t } = useWords();
  const { openHistory } = useContext(PersonActions);
  const name = nameOf(person);
  return (
    <li className="person">
      <Avatar {...props} />
      <div className="person-body">
        <div className="person-line card-row">
          <button
            type="button"
            className="person-open"
            aria-label={t('people.history', { name })}
            title={t('people.history', { name })}
            onClick={() => openHistory(person)}
          >
            <bdi className="person-name cut">{name}</bdi>
          </button>
          {marks ? <span className="person-marks">{marks}</span> : null}
        </div>
        <p className="person-note card-note">
          <bdi className="person-handle cut" title={person.channelId}>
            {person.handle === '' ? person.channelId : `@${person.handle}`}
          </bdi>
          {facts}
        </p>
      </div>
      {children ? <div className="person-actions">{children}</div> : null}
    </li>
  );
}

function Avatar({ person, imageUrl }: Pick<PersonRowProps, 'person' | 'imageUrl'>) {
  const picture = usePicture(person.channelId, imageUrl);
  return (
    <span className="avatar" aria-hidden>
      <SafeImage
        className="avatar-image"
        url={picture}
        name=""
        fallback={<span className="avatar-letter">{initialOf(nameOf(person))}</span>}
      />
    </span>
  );
}

/** The first grapheme, including combining marks. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? '').toLocaleUpperCase();
}

/** A person's display name: name, handle, or channel id. */
export function nameOf({ name, handle, channelId }: Person): string {
  return name.trim() || handle.trim() || channelId;
}

export function roleText(role: string, t: Words['t']): string {
  const key = `people.role-${role}`;
  if (isWord(key)) return t(key);
  return role === '' ? t('people.role-unknown') : role;
}

const UNITS = [
  ['year', 365 * 86_400_000],
  ['month', 30 * 86_400_000],
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const;

const formats = new Map<Language, Intl.RelativeTimeFormat>();

/**
 * "3 days ago", "in 2 hours": the distance from `now` in its largest unit; null if under a minute.
 * Never a named day: "yesterday" would be wrong for 30 hours ago.
 */
export function relativeTime(epochMs: number, now: number, language: Language): string | null {
  const format =
    formats.get(language) ?? new Intl.RelativeTimeFormat(language, { numeric: 'always' });
  formats.set(language, format);
  const away = epochMs - now;
  for (const [unit, ms] of UNITS) {
    if (Math.abs(away) < ms) continue;
    // The past rounds down to whole units; the future rounds up, so it never comes later than
    // shown.
    return format.format(away < 0 ? Math.trunc(away / ms) : Math.ceil(away / ms), unit);
  }
  return null;
}

export function isFound(person: Person, words: string): boolean {
  const wanted = words.trim().toLocaleLowerCase();
  if (wanted === '') return true;
  const { name, handle, channelId } = person;
  return [name, handle, channelId].some((text) => text.toLocaleLowerCase().includes(wanted));
}

interface MomentProps {
  /** Epoch milliseconds; null if the platform sent no readable time. */
  readonly at: number | null;
  readonly now: number;
}

/** A relative time with its day; the full time is in the tooltip. */
export function Moment({ at, now }: MomentProps) {
  const { t, language, day, dateTime } = useWords();
  if (at === null) return <span className="person-when">{t('people.no-time')}</span>;
  return (
    <time className="person-when" dateTime={new Date(at).toISOString()} title={dateTime(at)}>
      <span>{relativeTime(at, now, language) ?? t('line.now')}</span>
      <span className="person-day">{day(at)}</span>
    </time>
  );
}
