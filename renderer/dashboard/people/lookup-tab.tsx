import { ScanSearch, SearchX } from 'lucide-react';
import { useRef, useState } from 'react';
import type { CommandResult } from '../../../shared/contract/index.ts';
import { faultOfChannelIds, LOOKUP_IDS_MOST } from '../../../shared/contract/people.ts';
import { Callout } from '../../ui/callout.tsx';
import { Empty } from '../../ui/empty.tsx';
import { useRowStops } from '../../ui/row-stops.ts';
import { ActionButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { BlockButton } from './blocking.tsx';
import { ChannelIdForm, faultText } from './channel-id-form.tsx';
import { ObstacleNote } from './obstacle-note.tsx';
import { PersonRow } from './person-row.tsx';
import { useObstacle, usePeopleView } from './use-people.ts';

type Found = CommandResult<'people.lookup'>;

export function LookupTab() {
  const { t } = useWords();
  const dashboard = useDashboard();
  const view = usePeopleView();
  const [query, setQuery] = useState(view.query);
  const [isTold, setTold] = useState(false);
  const [found, setFound] = useState<Found | null>(null);
  const obstacle = useObstacle(null);
  const fault = faultOfChannelIds(query, LOOKUP_IDS_MOST);
  const shownFault = isTold && fault ? faultText(fault, t) : null;
  const lookUp = async () => {
    setTold(true);
    if (fault || obstacle) return;
    const answer = await dashboard.ask('people.lookup', { query });
    if (!answer) return;
    setTold(false);
    setFound(answer);
  };
  return (
    <>
      <ChannelIdForm
        label={t('people.lookup-ids')}
        note={shownFault ?? t('people.lookup-note', { most: LOOKUP_IDS_MOST })}
        faulty={shownFault !== null}
        value={query}
        several
        onChange={(text) => {
          view.query = text;
          setQuery(text);
        }}
        onSubmit={() => void lookUp()}
      >
        <ActionButton
          action="people.lookup"
          variant="primary"
          icon={ScanSearch}
          disabled={obstacle !== null}
          onPress={() => void lookUp()}
        >
          {t('people.look-up')}
        </ActionButton>
      </ChannelIdForm>
      {obstacle ? <ObstacleNote obstacle={obstacle} /> : null}
      <ActionProblem action="people.lookup" />
      {found ? (
        <FoundChannels found={found} />
      ) : (
        <Empty
          icon={ScanSearch}
          title={t('people.lookup-none')}
          text={t('people.lookup-none-text')}
          className="people-none"
        />
      )}
    </>
  );
}

function FoundChannels({ found: { channels, missing } }: { readonly found: Found }) {
  const { t } = useWords();
  const list = useRef<HTMLOListElement>(null);
  useRowStops(list, channels.length > 0);
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
        <ol
          ref={list}
          className="people-rows scroll-rows"
          aria-label={t('people.tab-lookup')}
          // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls
          tabIndex={0}
        >
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
                  <code>{channel.channelId}</code>
                  {channel.description.trim() === '' ? null : (
                    <span className="person-about clamp" title={channel.description}>
                      {channel.description}
                    </span>
                  )}
                </>
              }
            >
              <BlockButton person={channel} />
            </PersonRow>
          ))}
        </ol>
      ) : null}
    </>
  );
}
