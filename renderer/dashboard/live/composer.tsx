import { Check, CircleHelp, Pin, SendHorizontal } from 'lucide-react';
import { type KeyboardEvent, useId } from 'react';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Segments } from '../../ui/fields.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useWords } from '../context.ts';
import { ScopeNeeded } from './scope-needed.tsx';
import { type SendBar, useComposer } from './use-composer.ts';
import type { Unsure } from './use-unsure-message.ts';

/** The way into the chat: one line, Enter sends it, the arrow up brings back what was sent. */
export function Composer() {
  const { t } = useWords();
  const composer = useComposer();
  const id = useId();
  const { text, count, bar, busy, senderType, unsure } = composer;
  const tooMany = count - CHAT_MESSAGE_MAX;
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // An Enter that ends a syllable being put together sends nothing.
    if (event.nativeEvent.isComposing || event.shiftKey || event.altKey) return;
    if (event.key === 'Enter') {
      event.preventDefault();
      void composer.send();
    }
    const isArrow = event.key === 'ArrowUp' || event.key === 'ArrowDown';
    if (isArrow && composer.recall(event.key === 'ArrowUp')) event.preventDefault();
  };
  return (
    <div className="composer">
      <div className="composer-line">
        <input
          id={id}
          type="text"
          className="entry-field composer-field"
          aria-label={t('live.send-label')}
          aria-describedby={`${id}note`}
          aria-invalid={tooMany > 0}
          placeholder={t('live.send-placeholder')}
          title={t('live.recent-hint')}
          value={text}
          autoComplete="off"
          enterKeyHint="send"
          onChange={(event) => composer.write(event.currentTarget.value)}
          onKeyDown={onKeyDown}
        />
        <span
          className="composer-count"
          data-over={tooMany > 0}
          title={t('live.count', { count, max: CHAT_MESSAGE_MAX })}
          aria-hidden
        >
          {count}/{CHAT_MESSAGE_MAX}
        </span>
        <span title={t(senderType === 'APP' ? 'live.as-app-hint' : 'live.as-user-hint')}>
          <Segments
            label={t('live.as')}
            choices={[
              { value: 'APP', label: t('live.as-app') },
              { value: 'USER', label: t('live.as-user') },
            ]}
            chosen={senderType}
            onChoose={composer.chooseSender}
          />
        </span>
        <Button
          variant="primary"
          icon={composer.sent ? Check : SendHorizontal}
          busy={busy}
          disabled={!composer.canSend && !busy}
          onPress={() => void composer.send()}
        >
          {t('live.send')}
        </Button>
        <Button
          icon={composer.noticed ? Check : Pin}
          disabled={!composer.canNotice}
          title={t('live.notice-hint')}
          onPress={() => void composer.notice()}
        >
          {t('live.notice')}
        </Button>
      </div>
      <p id={`${id}note`} className="composer-note" role="status" data-over={tooMany > 0}>
        <NoteWords bar={bar} busy={busy} tooMany={tooMany} done={doneOf(composer)} />
      </p>
      <ScopeNeeded scope="WRITE:LIVE_CHAT" word="live.scope-send" />
      {bar === 'scope' ? null : (
        <ScopeNeeded scope="WRITE:LIVE_CHAT_NOTICE" word="live.scope-notice" />
      )}
      <SendOutcome unsure={unsure} onAgain={composer.sendAgain} />
      <ActionProblem action="live.notice#composer" />
    </div>
  );
}

interface NoteWordsProps {
  readonly bar: SendBar;
  readonly busy: boolean;
  /** Characters beyond what a message may have. */
  readonly tooMany: number;
  readonly done: Done | null;
}

type Done = 'sent' | 'sent-after-all' | 'noticed';

function doneOf({ sent, noticed, unsure, text }: ReturnType<typeof useComposer>): Done | null {
  if (sent) return 'sent';
  // Until something else is being written.
  if (unsure.kind === 'arrived' && text === '') return 'sent-after-all';
  return noticed ? 'noticed' : null;
}

interface SendOutcomeProps {
  readonly unsure: Unsure;
  /** null: what is written would not stand there twice. */
  readonly onAgain: (() => void) | null;
}

/** What became of a message that did not simply arrive. */
function SendOutcome({ unsure, onAgain }: SendOutcomeProps) {
  const { t } = useWords();
  switch (unsure.kind) {
    case 'none':
      return <ActionProblem action="live.send" />;
    case 'arrived':
      return null;
    case 'unknown':
      return (
        <Callout
          tone="warn"
          icon={CircleHelp}
          role="alert"
          title={t('live.unsure')}
          text={t(unsure.watched ? 'live.unsure-watch' : 'live.unsure-look')}
        >
          {onAgain ? (
            <div className="card-row composer-again">
              <Button icon={SendHorizontal} onPress={onAgain}>
                {t('live.send-again')}
              </Button>
            </div>
          ) : null}
        </Callout>
      );
  }
}

function NoteWords({ bar, busy, tooMany, done }: NoteWordsProps) {
  const { t } = useWords();
  // While something is being sent, what is told of that says more.
  if (!busy && (bar === 'unreachable' || bar === 'signed-out'))
    return <>{t(`live.cannot-${bar}`)}</>;
  if (tooMany > 0) return <>{t('live.too-long', { count: tooMany })}</>;
  return done ? t(`live.${done}`) : null;
}
