import { Ban, Eye, EyeOff, Undo2 } from 'lucide-react';
import { useState } from 'react';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import {
  actionOf,
  selectOverlay,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { BlockDialog } from './block-dialog.tsx';
import { ScopeNeeded, useLacks } from './scope-needed.tsx';
import type { Viewer } from './viewer.ts';

const SCOPE = 'WRITE:USER_BLOCK';

/** Blocking at the platform, and hiding on the overlay; both can be taken back. */
export function ViewerActions({ viewer }: { readonly viewer: Viewer }) {
  const { t } = useWords();
  const { channelId } = viewer;
  const own = useSelect(selectStatus)?.account?.channelId;
  if (channelId === own) return <p className="viewer-said">{t('live.card-own')}</p>;
  return (
    <div className="viewer-actions">
      <div className="card-row">
        <BlockButtons viewer={viewer} />
        <HideButton channelId={channelId} />
      </div>
      <ActionProblem action={`people.unblock#${channelId}`} />
      <ActionProblem action={`live.hide#${channelId}`} />
      <ScopeNeeded scope={SCOPE} word="live.scope-block" />
    </div>
  );
}

function BlockButtons({ viewer }: { readonly viewer: Viewer }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { channelId } = viewer;
  const name = viewer.name || t('events.nameless');
  const reachable = useSelect(selectReachable);
  const lacks = useLacks(SCOPE);
  const blocking = useSelect(actionOf(`people.block#${channelId}`));
  const unblocking = useSelect(actionOf(`people.unblock#${channelId}`));
  const [asking, setAsking] = useState(false);
  const said =
    blocking.phase === 'done'
      ? t('live.card-blocked')
      : unblocking.phase === 'done'
        ? t('live.card-unblocked')
        : '';
  return (
    <>
      <Button
        variant="danger"
        icon={Ban}
        disabled={!reachable || lacks}
        onPress={() => setAsking(true)}
      >
        {t('live.card-block')}
      </Button>
      <Button
        icon={Undo2}
        busy={unblocking.phase === 'pending'}
        disabled={!reachable || lacks}
        onPress={() => void dashboard.ask('people.unblock', { channelId, name }, channelId)}
      >
        {t('live.card-unblock')}
      </Button>
      <span role="status" className="viewer-said">
        {said}
      </span>
      {asking ? (
        <BlockDialog channelId={channelId} name={name} onClose={() => setAsking(false)} />
      ) : null}
    </>
  );
}

function HideButton({ channelId }: { readonly channelId: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const reachable = useSelect(selectReachable);
  const layout = useSelect(selectOverlay)?.layout;
  const { phase } = useSelect(actionOf(`live.hide#${channelId}`));
  const hidden = layout ? isHidden(layout, channelId) : false;
  return (
    <>
      <Button
        icon={hidden ? Eye : EyeOff}
        busy={phase === 'pending'}
        disabled={!reachable || !layout}
        onPress={() => void dashboard.ask('live.hide', { channelId, hidden: !hidden }, channelId)}
      >
        {t(hidden ? 'live.card-show' : 'live.card-hide')}
      </Button>
      {hidden ? <span className="viewer-said">{t('live.card-hidden')}</span> : null}
    </>
  );
}

/** On every chat of the layout, by channel id. */
function isHidden(layout: Layout, channelId: string): boolean {
  const chats = layout.flatMap((widget) => (widget.kind === 'chat' ? [widget] : []));
  return chats.length > 0 && chats.every(({ settings }) => settings.hide.users.includes(channelId));
}
