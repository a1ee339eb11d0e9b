import { Ban, ShieldCheck } from 'lucide-react';
import type { BlockedPerson, Person } from '../../../shared/contract/people.ts';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { IconButton } from '../../ui/button.tsx';
import { useSelect, useWords } from '../context.ts';
import { nameOf } from './person-words.ts';
import type { BlockingInUse } from './use-blocking.ts';
import { useObstacle } from './use-people.ts';

interface BlockButtonProps {
  readonly person: Person;
  readonly onAsk: BlockingInUse['askToBlock'];
}

/** Asks whether somebody is to be blocked. Nobody blocks themselves. */
export function BlockButton({ person, onAsk }: BlockButtonProps) {
  const { t } = useWords();
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const own = useSelect(selectStatus)?.account?.channelId;
  if (person.channelId === own) return null;
  const name = nameOf(person);
  return (
    <IconButton
      icon={Ban}
      label={obstacle ? t('people.cannot-block', { name }) : t('people.block-one', { name })}
      disabled={obstacle !== null}
      onPress={() => onAsk(person)}
    />
  );
}

interface UnblockButtonProps {
  readonly person: Person;
  readonly until: BlockedPerson['until'];
  readonly onUnblock: BlockingInUse['unblock'];
}

export function UnblockButton({ person, until, onUnblock }: UnblockButtonProps) {
  const { t } = useWords();
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const { phase } = useSelect(actionOf(`people.unblock#${person.channelId}`));
  const name = nameOf(person);
  return (
    <IconButton
      icon={ShieldCheck}
      label={obstacle ? t('people.cannot-unblock', { name }) : t('people.unblock-one', { name })}
      busy={phase === 'pending'}
      disabled={obstacle !== null}
      onPress={() => onUnblock(person, until)}
    />
  );
}
