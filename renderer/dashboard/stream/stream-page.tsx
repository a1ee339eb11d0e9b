import { LoaderCircle, ShieldAlert } from 'lucide-react';
import { useEffect } from 'react';
import { selectReachable, selectStream } from '../../stores/dashboard-store.ts';
import { Callout } from '../../ui/callout.tsx';
import { GrantScopes } from '../connection/grant-scopes.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ChatCard } from './chat-card.tsx';
import { ElsewhereCallout } from './elsewhere-callout.tsx';
import { KeyCard } from './key-card.tsx';
import { LiveCard } from './live-card.tsx';
import { LogCard } from './log-card.tsx';
import { PresetCard } from './preset-card.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useMissingScopes } from './use-writing.ts';

/** Stream and chat settings, what was changed in them, and the stream key. */
export function StreamPage() {
  const { t } = useWords();
  const desk = useSelect(selectStream);
  useLook();
  if (desk === null) {
    return (
      <div className="empty" role="status">
        <LoaderCircle size={32} aria-hidden className="spinning" />
        <p className="empty-title">{t('stream.waiting')}</p>
      </div>
    );
  }
  return (
    <div className="stream-page">
      <ScopesCallout />
      <ElsewhereCallout desk={desk} />
      <div className="stream">
        <div className="stream-flow">
          <LiveCard desk={desk} />
          <PresetCard desk={desk} />
        </div>
        <div className="stream-flow stream-main">
          <SettingsCard desk={desk} />
          <ChatCard desk={desk} />
        </div>
        <div className="stream-flow">
          <LogCard desk={desk} />
          <KeyCard />
        </div>
      </div>
    </div>
  );
}

/** Which permissions of this page are missing, and the way to grant them. */
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
      <ul className="scopes">
        {missing.map((scope) => (
          <li key={scope}>
            <span>{t(`scope.${scope}`)}</span>
            <code>{scope}</code>
          </li>
        ))}
      </ul>
      <div className="stream-grant">
        <GrantScopes />
      </div>
    </Callout>
  );
}

/** The core reads once a minute at most, however many pages look. */
const LOOK_MS = 20_000;

/** Tells the core that somebody looks at the stream's settings, for as long as that is so. */
function useLook(): void {
  const dashboard = useDashboard();
  const { clock } = usePage().host;
  const reachable = useSelect(selectReachable);
  useEffect(() => {
    if (!reachable) return undefined;
    // What came of it stands in the feed.
    const look = () => void dashboard.read('stream.look', {}).catch(() => undefined);
    look();
    return clock.every(LOOK_MS, look);
  }, [dashboard, clock, reachable]);
}
