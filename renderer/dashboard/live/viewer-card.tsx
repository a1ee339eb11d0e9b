import { Copy, X } from 'lucide-react';
import { useId, useState } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { useModal } from '../../ui/use-modal.ts';
import { usePage, useWords } from '../context.ts';
import { ProblemCallout } from '../problem-callout.tsx';
import { useViewer } from './use-viewer.ts';
import type { Viewer } from './viewer.ts';
import { ViewerActions } from './viewer-actions.tsx';
import { ViewerHistory } from './viewer-history.tsx';
import { ViewerSums } from './viewer-sums.tsx';
import { Who } from './who.tsx';

interface ViewerCardProps {
  readonly viewer: Viewer;
  readonly onClose: () => void;
}

/** One viewer: who they are, what they did here, and what can be done about it. */
export function ViewerCard({ viewer, onClose }: ViewerCardProps) {
  const { t } = useWords();
  const modal = useModal(onClose);
  const id = useId();
  const { facts, history, more, problem, retry } = useViewer(viewer.channelId);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Escape closes a dialog by itself
    <dialog
      {...modal}
      className="viewer-card"
      aria-labelledby={`${id}name`}
      onClick={(event) => {
        // Beside the card is the dialog's own backdrop.
        if (event.target === event.currentTarget) onClose();
      }}
    >
      <div className="viewer-inner">
        <header className="viewer-head">
          <h2 id={`${id}name`}>
            <span className="only-heard">{t('live.card')} </span>
            <Who name={viewer.name ?? ''} badges={viewer.badges} role={facts?.role ?? 'viewer'} />
          </h2>
          <IconButton icon={X} label={t('live.card-close')} onPress={onClose} />
        </header>
        <ChannelId channelId={viewer.channelId} />
        <ViewerActions viewer={viewer} />
        {problem ? <ViewerProblem problem={problem} onRetry={retry} /> : null}
        {facts ? <ViewerSums facts={facts} /> : null}
        <ViewerHistory history={history} more={more} loading={!problem && !facts} />
      </div>
    </dialog>
  );
}

function ChannelId({ channelId }: { readonly channelId: string }) {
  const { t } = useWords();
  const { host } = usePage();
  const [copied, setCopied] = useState(false);
  return (
    <p className="viewer-id">
      <code>{channelId}</code>
      <IconButton
        icon={Copy}
        label={t('live.card-copy-id')}
        onPress={() => void host.copyText(channelId).then(setCopied)}
      />
      <span role="status" className="viewer-said">
        {copied ? t('live.card-copied') : ''}
      </span>
    </p>
  );
}

interface ViewerProblemProps {
  readonly problem: Problem;
  readonly onRetry: () => void;
}

/** Why the books could not be read, and another try. */
function ViewerProblem({ problem, onRetry }: ViewerProblemProps) {
  const { t } = useWords();
  return (
    <ProblemCallout
      problem={problem}
      aside={<Button onPress={onRetry}>{t('live.card-retry')}</Button>}
    />
  );
}
