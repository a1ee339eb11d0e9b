import { Captions, MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StreamState } from '../../../shared/contract/stream.ts';
import { Card } from '../../ui/card.tsx';
import { useWords } from '../context.ts';
import { ProblemNote } from '../problems.tsx';
import { ReadAtNote } from './field-words.tsx';
import { useHindrance, useMissingScopes } from './use-writing.ts';

const ICONS = { settings: Captions, chat: MessagesSquare };
/** What the permissions to read and to write are called. */
const SCOPES = { settings: 'LIVE_STREAM_SETTINGS', chat: 'LIVE_CHAT_SETTINGS' } as const;

interface SettingsFrameProps {
  readonly stream: StreamState;
  readonly part: 'settings' | 'chat';
  /** The problem is shown elsewhere. */
  readonly isTold: boolean;
  readonly foot?: ReactNode;
  readonly children: ReactNode;
}

/** A card of settings: when they were read, and why they cannot be read or set. */
export function SettingsFrame({ stream, part, isTold, foot, children }: SettingsFrameProps) {
  const { t } = useWords();
  const hindrance = useHindrance(`WRITE:${SCOPES[part]}`);
  const needed = `READ:${SCOPES[part]}` as const;
  const cannotRead = useMissingScopes().includes(needed);
  return (
    <Card
      icon={ICONS[part]}
      title={t(`stream.${part}`)}
      aside={<ReadAtNote at={stream[part]?.readAt ?? null} />}
    >
      <ProblemNote problem={isTold ? null : stream.problems[part]} />
      {hindrance ? <p className="card-note">{hindrance}</p> : null}
      {cannotRead ? (
        <p className="card-note">{t('stream.no-read-scope', { scope: t(`scope.${needed}`) })}</p>
      ) : null}
      <fieldset className="stream-form stack" disabled={hindrance !== null}>
        {children}
      </fieldset>
      {foot}
    </Card>
  );
}
