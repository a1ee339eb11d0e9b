import { CircleX } from 'lucide-react';
import type { UpdateState } from '../../../shared/desktop.ts';
import { cureOf, whatOf } from '../../../shared/problem.ts';
import { Callout } from '../../ui/callout.tsx';
import { useNow, useWords } from '../context.ts';

const MINUTE = 60_000;

/** What is known of a newer version. */
export function UpdateWords({ update }: { readonly update: UpdateState }) {
  const { pick } = useWords();
  if (update.kind === 'downloading') return <Downloading update={update} />;
  if (update.kind !== 'failed') return <UpdateText update={update} />;
  return (
    <Callout
      tone="error"
      icon={CircleX}
      role="alert"
      title={pick(whatOf(update.problem))}
      text={pick(cureOf(update.problem))}
    />
  );
}

type TextUpdate = Exclude<UpdateState, { kind: 'failed' | 'downloading' }>;

function UpdateText({ update }: { readonly update: TextUpdate }) {
  const words = useWords();
  const now = useNow(MINUTE);
  const { title, note } = textsOf(update, now, words);
  return (
    <div role="status">
      <p className="update-title">{title}</p>
      {note ? <p className="card-note">{note}</p> : null}
    </div>
  );
}

function textsOf(
  update: TextUpdate,
  now: number,
  { t, moment }: ReturnType<typeof useWords>,
): { readonly title: string; readonly note: string | null } {
  switch (update.kind) {
    case 'off':
      return { title: t('update.off'), note: null };
    case 'idle': {
      const { checkedAt } = update;
      if (checkedAt === null) return { title: t('update.unchecked'), note: null };
      const note = t('update.checked-at', { time: moment(checkedAt, now) });
      return { title: t('update.idle'), note };
    }
    case 'checking':
      return { title: t('update.checking'), note: null };
    case 'available':
      return {
        title: t('update.available', { version: update.version }),
        note: t('update.available-text'),
      };
    case 'ready':
      return {
        title: t('update.ready', { version: update.version }),
        note: t('update.ready-text'),
      };
  }
}

interface DownloadingProps {
  readonly update: Extract<UpdateState, { kind: 'downloading' }>;
}

function Downloading({ update }: DownloadingProps) {
  const { t } = useWords();
  const percent = Math.round(Math.min(100, Math.max(0, update.percent)));
  const title = t('update.downloading', { version: update.version });
  return (
    <div className="download">
      <span>{title}</span>
      <span className="slider-value">{t('overlay-window.percent', { value: percent })}</span>
      <progress value={percent} max={100} aria-label={title} />
    </div>
  );
}
