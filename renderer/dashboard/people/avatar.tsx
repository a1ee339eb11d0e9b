import type { Person } from '../../../shared/contract/people.ts';
import { SafeImage } from '../../widgets/safe-image.tsx';
import { nameOf } from './person-words.ts';
import { useFace } from './use-people.ts';

interface AvatarProps {
  readonly person: Person;
  /** Its address where it came with the person; left out: it is asked for. */
  readonly url?: string | null;
}

/** A person's picture, or the beginning of their name. Their name stands beside it. */
export function Avatar({ person, url }: AvatarProps) {
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
