import { Ban } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import { channelIdsIn, faultOfChannelIds } from '../../../shared/contract/people.ts';
import { actionOf, selectStatus } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Entry } from '../../ui/fields.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { faultText } from './fault-text.ts';
import { ObstacleNote } from './obstacle-note.tsx';
import type { BlockingInUse } from './use-blocking.ts';
import { useObstacle } from './use-people.ts';

/** Blocks somebody by the id of their channel: they are looked up first, so that they are asked about by name. */
export function BlockCard({ blocking }: { readonly blocking: BlockingInUse }) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const id = useId();
  const own = useSelect(selectStatus)?.account?.channelId;
  const obstacle = useObstacle('WRITE:USER_BLOCK');
  const { phase } = useSelect(actionOf('people.lookup#block'));
  const whyNot = obstacle && obstacle.kind !== 'scope' ? t(`people.${obstacle.kind}`) : null;
  const [typed, setTyped] = useState('');
  /** What was sent and is said of it: that it is no id, or nobody's. */
  const [told, setTold] = useState<string | null>(null);
  const lookUp = async () => {
    const [channelId = ''] = channelIdsIn(typed);
    const fault = faultOfChannelIds(typed, 1);
    if (fault) return setTold(faultText(fault, words));
    if (channelId === own) return setTold(t('people.fault-own'));
    if (obstacle) return;
    setTold(null);
    const answer = await dashboard.ask('people.lookup', { query: channelId }, 'block');
    if (!answer) return;
    const [channel] = answer.channels;
    if (channel) blocking.askToBlock(channel);
    else setTold(t('people.fault-nobody', { id: channelId }));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void lookUp();
  };
  return (
    <Card icon={Ban} title={t('people.block-title')}>
      {obstacle?.kind === 'scope' ? <ObstacleNote obstacle={obstacle} /> : null}
      <form className="people-form" onSubmit={submit} noValidate>
        <Entry
          id={id}
          label={t('people.block-id')}
          note={told ?? whyNot ?? t('people.block-note')}
          faulty={told !== null}
        >
          <input
            id={id}
            type="text"
            className="entry-field"
            value={typed}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={t('people.id-example')}
            aria-invalid={told !== null}
            aria-describedby={`${id}note`}
            onChange={(event) => {
              setTyped(event.currentTarget.value);
              setTold(null);
            }}
          />
        </Entry>
        <Button
          icon={Ban}
          busy={phase === 'pending'}
          disabled={obstacle !== null}
          onPress={() => void lookUp()}
        >
          {t('people.block-ask')}
        </Button>
      </form>
      <ActionProblem action="people.lookup#block" />
    </Card>
  );
}
