import type { LucideIcon } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Problem } from '../../../shared/problem.ts';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../context.ts';
import { ProblemNote } from '../problems.tsx';
import { ReadAtNote } from './field-words.tsx';
import { useHindrance, useMissingScopes } from './use-writing.ts';

interface SettingsFrameProps {
  readonly icon: LucideIcon;
  readonly title: string;
  /** What the permissions to read and to write are called. */
  readonly kind: 'LIVE_STREAM_SETTINGS' | 'LIVE_CHAT_SETTINGS';
  readonly readAt: number | null;
  /** Why the last read failed; null if it did not, or if it is shown elsewhere. */
  readonly problem: Problem | null;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A card of settings: when they were read, and why they cannot be read or set. */
export function SettingsFrame(props: SettingsFrameProps) {
  const { icon, title, kind, readAt, problem, foot, children } = props;
  const { t } = useWords();
  const hindrance = useHindrance(`WRITE:${kind}`);
  const cannotRead = useMissingScopes().includes(`READ:${kind}`);
  return (
    <Card icon={icon} title={title} aside={<ReadAtNote at={readAt} />}>
      <ProblemNote problem={problem} />
      {hindrance ? <p className="card-note">{hindrance}</p> : null}
      {cannotRead ? (
        <p className="card-note">{t('stream.no-read-scope', { scope: t(`scope.READ:${kind}`) })}</p>
      ) : null}
      <fieldset className="stream-form stack" disabled={hindrance !== null}>
        {children}
      </fieldset>
      {foot}
    </Card>
  );
}
