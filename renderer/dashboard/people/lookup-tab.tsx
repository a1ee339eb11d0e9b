import { ScanSearch, SearchX } from 'lucide-react';
import { type FormEvent, useId, useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { faultOfChannelIds, LOOKUP_IDS_MOST } from '../../../shared/contract/people.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Entry } from '../../ui/fields.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { BlockButton, faultText } from './blocking.tsx';
import type { TabProps } from './followers-tab.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { PersonRow } from './person-row.tsx';
import { useObstacle, usePeopleView } from './use-people.ts';

type Found = CommandResult<'people.lookup'>;

/** Looks up channels by id: name and followers. Works while signed out. */
export function LookupTab({ blocking }: TabProps) {
  const words = useWords();
  const { t } = words;
  const dashboard = useDashboard();
  const view = usePeopleView();
  const id = useId();
  const [query, setQuery] = useState(view.query);
  const [isTold, setTold] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const obstacle = useObstacle(null);
  const { phase } = useSelect(actionOf('people.lookup'));
  const fault = faultOfChannelIds(query, LOOKUP_IDS_MOST);
  const shownFault = isTold && fault ? faultText(fault, words) : null;
  const type = (text: string) => {
    view.query = text;
    setQuery(text);
  };
  const lookUp = async () => {
    setTold(true);
    if (fault || obstacle) return;
    const answer = await dashboard.ask('people.lookup', { query });
    if (!answer) return;
    setTold(false);
    setFound(answer);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void lookUp();
  };
  return (
    <>
      <form className="people-form" onSubmit={submit} noValidate>
        <Entry
          id={id}
          label={t('people.lookup-ids')}
          note={shownFault ?? t('people.lookup-note', { most: LOOKUP_IDS_MOST })}
          faulty={shownFault !== null}
        >
          <textarea
            id={id}
            className="entry-field entry-area"
            rows={2}
            value={query}
            spellCheck={false}
            autoCapitalize="off"
            autoComplete="off"
            placeholder={t('people.id-example')}
            aria-invalid={shownFault !== null}
            aria-describedby={`${id}note`}
            onChange={(event) => type(event.currentTarget.value)}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
              event.preventDefault();
              void lookUp();
            }}
          />
        </Entry>
        <Button
          variant="primary"
          icon={ScanSearch}
          busy={phase === 'pending'}
          disabled={obstacle !== null}
          onPress={() => void lookUp()}
        >
          {t('people.look-up')}
        </Button>
      </form>
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
      <ActionProblem action="people.lookup" />
      {found ? <FoundChannels found={found} blocking={blocking} /> : <NothingAsked />}
    </>
  );
}

function NothingAsked() {
  const { t } = useWords();
  return (
    <div className="empty people-none">
      <ScanSearch size={32} aria-hidden />
      <p className="empty-title">{t('people.lookup-none')}</p>
      <p className="empty-text">{t('people.lookup-none-text')}</p>
    </div>
  );
}

function FoundChannels({ found, blocking }: TabProps & { readonly found: Found }) {
  const { t } = useWords();
  const { channels, missing } = found;
  return (
    <>
      {missing.length > 0 ? (
        <Callout
          tone="warn"
          icon={SearchX}
          role="status"
          title={t('people.missing', { count: missing.length })}
          text={
            <span className="people-missing">
              {missing.map((each) => (
                <code key={each}>{each}</code>
              ))}
            </span>
          }
        />
      ) : null}
      {channels.length > 0 ? (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
        <ol className="people-rows" aria-label={t('people.tab-lookup')} tabIndex={0}>
          {channels.map((channel) => (
            <PersonRow
              key={channel.channelId}
              person={channel}
              imageUrl={channel.imageUrl}
              facts={
                <>
                  <span className="person-count">
                    {channel.followers === null
                      ? t('people.count-unknown')
                      : t('people.follower-count', { count: channel.followers })}
                  </span>
                  <code className="person-id">{channel.channelId}</code>
                  {channel.description.trim() === '' ? null : (
                    <span className="person-about" title={channel.description}>
                      {channel.description}
                    </span>
                  )}
                </>
              }
            >
              <BlockButton person={channel} onAsk={blocking.askToBlock} />
            </PersonRow>
          ))}
        </ol>
      ) : null}
    </>
  );
}
