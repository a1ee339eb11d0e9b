import { LoaderCircle } from 'lucide-react';
import { selectStream } from '../../stores/dashboard-store.ts';
import { useSelect, useWords } from '../context.ts';
import { ChatCard } from './chat-card.tsx';
import { ElsewhereCallout } from './elsewhere-callout.tsx';
import { KeyCard } from './key-card.tsx';
import { LiveCard } from './live-card.tsx';
import { LogCard } from './log-card.tsx';
import { PresetCard } from './preset-card.tsx';
import { ScopesCallout } from './scopes-callout.tsx';
import { SettingsCard } from './settings-card.tsx';
import { useLook } from './use-look.ts';

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
