import { Ban, Eye, EyeOff, Undo2 } from 'lucide-react';
import type { Person } from '../../../shared/contract/people.ts';
import type { Badge, StageEvent } from '../../../shared/events.ts';
import { saidIn } from '../../../shared/overlay/highlight.ts';
import type { Layout } from '../../../shared/overlay/widgets.ts';
import type { ActionState } from '../../stores/dashboard-actions.ts';
import { actionOf, selectOverlay, selectStatus } from '../../stores/dashboard-store.ts';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { BlockDialog, type BlockingState, useBlocking } from '../people/blocking.tsx';
import { ActionProblem } from '../problems.tsx';
import { ScopeNeeded, useLacks } from './scope-needed.tsx';

const SCOPE = 'WRITE:USER_BLOCK';

export function ViewerActions({ viewer }: { readonly viewer: Viewer }) {
  const { t } = useWords();
  const { channelId } = viewer;
  const own = useSelect(selectStatus)?.account?.channelId;
  const blocking = useBlocking();
  if (channelId === own) return <p className="viewer-said">{t('live.card-own')}</p>;
  return (
    <div className="stack">
      <div className="card-row">
        <BlockButtons viewer={viewer} blocking={blocking} />
        <HideButton channelId={channelId} />
      </div>
      {blocking.failed ? <ActionProblem action={blocking.failed} /> : null}
      <ActionProblem action={`live.hide#${channelId}`} />
      <ScopeNeeded scope={SCOPE} word="live.scope-block" />
      <BlockDialog blocking={blocking} />
    </div>
  );
}

interface BlockButtonsProps {
  readonly viewer: Viewer;
  readonly blocking: BlockingState;
}

function BlockButtons({ viewer, blocking: { askToBlock, unblock } }: BlockButtonsProps) {
  const { t } = useWords();
  const { channelId } = viewer;
  const lacks = useLacks(SCOPE);
  const blockedAt = doneAt(useSelect(actionOf(`people.block#${channelId}`)));
  const unblockedAt = doneAt(useSelect(actionOf(`people.unblock#${channelId}`)));
  const said = blockedAt > unblockedAt ? 'live.card-blocked' : 'live.card-unblocked';
  return (
    <>
      <CoreButton
        variant="danger"
        icon={Ban}
        disabled={lacks}
        onPress={() => askToBlock(personOf(viewer))}
      >
        {t('live.card-block')}
      </CoreButton>
      <CoreButton
        action={`people.unblock#${channelId}`}
        icon={Undo2}
        disabled={lacks}
        onPress={() => unblock(personOf(viewer), null)}
      >
        {t('live.card-unblock')}
      </CoreButton>
      <span role="status" className="viewer-said">
        {blockedAt + unblockedAt > 0 ? t(said) : ''}
      </span>
    </>
  );
}

/** When it was done, epoch milliseconds; 0: not recently. */
function doneAt(action: ActionState): number {
  return action.phase === 'done' ? action.at : 0;
}

function HideButton({ channelId }: { readonly channelId: string }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const layout = useSelect(selectOverlay)?.layout;
  const hidden = layout ? isHidden(layout, channelId) : false;
  return (
    <>
      <CoreButton
        action={`live.hide#${channelId}`}
        icon={hidden ? Eye : EyeOff}
        disabled={!layout}
        onPress={() => void dashboard.ask('live.hide', { channelId, hidden: !hidden }, channelId)}
      >
        {t(hidden ? 'live.card-show' : 'live.card-hide')}
      </CoreButton>
      {hidden ? <span className="viewer-said">{t('live.card-hidden')}</span> : null}
    </>
  );
}

/** Hidden in every chat widget, by channel id. */
function isHidden(layout: Layout, channelId: string): boolean {
  const chats = layout.flatMap((widget) => (widget.kind === 'chat' ? [widget] : []));
  return chats.length > 0 && chats.every(({ settings }) => settings.hide.users.includes(channelId));
}

export interface Viewer {
  readonly channelId: string;
  /** null or empty if unknown. */
  readonly name: string | null;
  readonly badges: readonly Badge[];
}

/** The row's viewer; null if there is none or they are anonymous. */
export function viewerOf(event: StageEvent): Viewer | null {
  const { channelId, name, badges } = saidIn(event);
  return channelId ? { channelId, name, badges } : null;
}

export function personOf({ channelId, name }: Viewer): Person {
  return { channelId, name: name ?? '', handle: '' };
}
