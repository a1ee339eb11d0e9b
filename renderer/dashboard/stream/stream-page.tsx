import { CircleHelp, RadioTower, RefreshCw, ShieldAlert, SquareDashed } from 'lucide-react';
import { useEffect } from 'react';
import type { LiveNow, StreamState } from '../../../shared/contract/stream.ts';
import { selectReachable, selectStatus, selectStream } from '../../stores/dashboard-store.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Waiting } from '../../ui/empty.tsx';
import { CoreIconButton } from '../action-button.tsx';
import { GrantScopes } from '../connection/scopes.tsx';
import { useDashboard, useNow, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { ChatCard } from './chat-card.tsx';
import { ReadAtNote } from './field-words.tsx';
import { KeyCard } from './key-card.tsx';
import { ElsewhereCallout, LogCard } from './log-card.tsx';
import { PresetCard } from './preset-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useMissingScopes } from './use-writing.ts';

export function StreamPage() {
  const { t } = useWords();
  const stream = useSelect(selectStream);
  useStreamPolling();
  if (stream === null) return <Waiting title={t('stream.waiting')} />;
  return (
    <div className="flow">
      <ScopesCallout />
      <ElsewhereCallout stream={stream} />
      <div className="stream columns">
        <div className="flow">
          <LiveCard stream={stream} />
          <PresetCard stream={stream} />
        </div>
        <div className="flow stream-main">
          <SettingsCard stream={stream} />
          <ChatCard stream={stream} />
        </div>
        <div className="flow">
          <LogCard stream={stream} />
          <KeyCard />
        </div>
      </div>
    </div>
  );
}

function ScopesCallout() {
  const { t } = useWords();
  const missing = useMissingScopes();
  if (missing.length === 0) return null;
  return (
    <Callout
      tone="warn"
      icon={ShieldAlert}
      title={t('stream.scopes-title', { count: missing.length })}
      text={t('stream.scopes-hint')}
    >
      <ul className="scopes stack">
        {missing.map((scope) => (
          <li key={scope}>
            <span>{t(`scope.${scope}`)}</span>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      <div className="stream-grant stack">
        <GrantScopes />
      </div>
    </Callout>
  );
}

/** The core reads at most once a minute, however many pages poll. */
const POLL_MS = 20_000;

/** Tells the core that this page is open, so that it reads the settings more often. */
function useStreamPolling(): void {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const reachable = useSelect(selectReachable);
  useEffect(() => {
    if (!reachable) return undefined;
    // The result arrives through the feed.
    const poll = () => void dashboard.read('stream.look', {}).catch(() => undefined);
    poll();
    return clock.every(POLL_MS, poll);
  }, [dashboard, clock, reachable]);
}

function LiveCard({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const status = useSelect(selectStatus);
  const isNameless = status?.tokens != null && !status.scopes.granted.includes('READ:USER');
  return (
    <Card
      icon={RadioTower}
      title={t('stream.live')}
      aside={
        <CoreIconButton
          action="stream.refresh"
          icon={RefreshCw}
          label={t('stream.refresh')}
          disabled={!status?.tokens}
          onPress={() => void dashboard.ask('stream.refresh', {})}
        />
      }
    >
      <ProblemNote problem={stream.problems.live} />
      <ActionProblem action="stream.refresh" />
      <div className="card-row">
        <LiveBadge live={stream.live?.value ?? null} />
        <ReadAtNote at={stream.live?.readAt ?? null} />
      </div>
      {isNameless ? (
        <p className="card-note">{t('stream.no-channel', { scope: t('scope.READ:USER') })}</p>
      ) : null}
      {stream.live?.value.isLive ? (
        <LiveFacts live={stream.live.value} reading={stream.reading} />
      ) : null}
    </Card>
  );
}

function LiveBadge({ live }: { readonly live: LiveNow | null }) {
  const { t } = useWords();
  if (live === null) return <Badge icon={CircleHelp}>{t('stream.live-unknown')}</Badge>;
  return live.isLive ? (
    <Badge tone="live" icon={RadioTower}>
      {t('stream.live-on')}
    </Badge>
  ) : (
    <Badge icon={SquareDashed}>{t('stream.live-off')}</Badge>
  );
}

const SECOND = 1_000;

function LiveFacts({ live, reading }: { readonly live: LiveNow; readonly reading: boolean }) {
  const { t, number, duration } = useWords();
  const now = useNow(SECOND);
  const { title, viewers, openedAt } = live;
  return (
    <dl className="stream-facts">
      <dt>{t('stream.viewers')}</dt>
      <dd data-unknown={viewers === null}>
        {viewers === null
          ? t(reading ? 'stream.viewers-reading' : 'stream.viewers-unknown')
          : t('stream.viewers-value', { viewers: number(viewers) })}
      </dd>
      {openedAt === null ? null : (
        <>
          <dt>{t('stream.on-air-for')}</dt>
          <dd>{duration(now - openedAt)}</dd>
        </>
      )}
      {title ? (
        <>
          <dt>{t('stream.on-air-title')}</dt>
          <dd>
            <bdi>{title}</bdi>
          </dd>
        </>
      ) : null}
    </dl>
  );
}
