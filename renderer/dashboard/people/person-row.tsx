import { createContext, type ReactNode, useContext } from 'react';
import type { Person } from '../../../shared/contract/people.ts';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { useWords } from '../context.ts';
import { nameOf } from './person-words.ts';
import { useFace } from './use-people.ts';

/** Opens what the books know of a person. */
export const OpenHistory = createContext<(person: Person) => void>(() => {});

interface PersonRowProps {
  readonly person: Person;
  readonly imageUrl?: string | null;
  /** Beside the name. */
  readonly marks?: ReactNode;
  /** Below the name, after the handle. */
  readonly facts?: ReactNode;
  readonly children?: ReactNode;
}

/** Somebody in a list: picture, name, what is known, and what can be done. The name opens their history. */
export function PersonRow(props: PersonRowProps) {
  const { person, imageUrl, marks, facts, children } = props;
  const { t } = useWords();
  const open = useContext(OpenHistory);
  const name = nameOf(person);
  return (
    <li className="person">
      <Avatar person={person} {...(imageUrl === undefined ? {} : { url: imageUrl })} />
      <div className="person-body">
        <div className="person-line">
          <button
            type="button"
            className="person-open"
            aria-label={t('people.history', { name })}
            title={t('people.history', { name })}
            onClick={() => open(person)}
          >
            <bdi className="person-name">{name}</bdi>
          </button>
          {marks ? <span className="person-marks">{marks}</span> : null}
        </div>
        <p className="person-note">
          <bdi className="person-handle" title={person.channelId}>
            {person.handle === '' ? person.channelId : `@${person.handle}`}
          </bdi>
          {facts}
        </p>
      </div>
      {children ? <div className="person-actions">{children}</div> : null}
    </li>
  );
}

interface AvatarProps {
  readonly person: Person;
  /** Its address where it came with the person; left out: it is asked for. */
  readonly url?: string | null;
}

/** A person's picture, or the beginning of their name. Their name stands beside it. */
function Avatar({ person, url }: AvatarProps) {
  const face = useFace(person.channelId, url);
  return (
    <span className="avatar" aria-hidden>
      <SafeImage
        className="avatar-image"
        url={face}
        name=""
        fallback={<span className="avatar-letter">{initialOf(nameOf(person))}</span>}
      />
    </span>
  );
}

/** The first character as people see it; a mark on it is part of it. */
function initialOf(name: string): string {
  const [first] = new Intl.Segmenter().segment(name);
  return (first?.segment ?? '').toLocaleUpperCase();
}
