import { Check, CircleHelp, Pin, SendHorizontal } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useId,
  useImperativeHandle,
  useRef,
} from 'react';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Segments } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ScopeNeeded } from './scope-needed.tsx';
import { type ComposerState, useComposer } from './use-composer.ts';

export interface ComposerHandle {
  /** Puts a viewer's name before the message being written, and the caret behind it. */
  answer(name: string): void;
}

interface Props {
  readonly handle: Ref<ComposerHandle>;
  /** What else went wrong; it stands with the composer's own news. */
  readonly children: ReactNode;
}

/** The way into the chat: two lines that never grow, with news above them over the list. */
export function Composer({ handle, children }: Props) {
  const { t } = useWords();
  const composer = useComposer();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const { text, tooMany, bar, busy } = composer;
  useImperativeHandle(handle, () => ({
    answer(name) {
      composer.write(`@${name} ${text}`);
      field.current?.focus();
    },
  }));
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    // Enter that ends an input-method composition sends nothing.
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
      <div className="composer-news">
        {children}
        <SendOutcome composer={composer} />
        <ActionProblem action="live.notice#composer" closable />
      </div>
      <ScopeNeeded scope="WRITE:LIVE_CHAT" word="live.scope-send" />
      {bar === 'scope' ? null : (
        <ScopeNeeded scope="WRITE:LIVE_CHAT_NOTICE" word="live.scope-notice" />
      )}
      <div className="line">
        <input
          id={id}
          ref={field}
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
        <Button
          variant="primary"
          icon={composer.news === 'sent' ? Check : SendHorizontal}
          busy={busy}
          disabled={!composer.canSend && !busy}
          onPress={() => void composer.send()}
        >
          {t('live.send')}
        </Button>
      </div>
      <ComposerOptions id={id} composer={composer} />
    </div>
  );
}

interface OptionsProps extends ComposerProps {
  /** Of the field that the note describes. */
  readonly id: string;
}

/** In whose name, as a notice, how long it is; and what became of it, in a place kept for that. */
function ComposerOptions({ id, composer }: OptionsProps) {
  const { t } = useWords();
  const { count, tooMany, senderType } = composer;
  return (
    <div className="composer-options line">
      <span title={t(senderType === 'APP' ? 'live.as-app-hint' : 'live.as-user-hint')}>
        <Segments
          label={t('live.as')}
          choices={[
            { value: 'USER', label: t('live.as-user') },
            { value: 'APP', label: t('live.as-app') },
          ]}
          chosen={senderType}
          onChoose={composer.chooseSender}
        />
      </span>
      <p
        id={`${id}note`}
        className="composer-note card-note clamp"
        role="status"
        data-over={tooMany > 0}
      >
        <NoteWords composer={composer} />
      </p>
      <span
        className="composer-count"
        data-over={tooMany > 0}
        title={t('live.count', { count, max: CHAT_MESSAGE_MAX })}
        aria-hidden
      >
        {count}/{CHAT_MESSAGE_MAX}
      </span>
      <Button
        variant="ghost"
        icon={composer.news === 'noticed' ? Check : Pin}
        disabled={!composer.canNotice}
        title={t('live.notice-hint')}
        onPress={() => void composer.notice()}
      >
        {t('live.notice')}
      </Button>
    </div>
  );
}

interface ComposerProps {
  readonly composer: ComposerState;
}

/** The result of a message that was not simply sent. */
function SendOutcome({ composer: { unsure, sendAgain, sendAsApp } }: ComposerProps) {
  const { t } = useWords();
  switch (unsure.kind) {
    case 'none':
      return (
        <>
          <ActionProblem action="live.send" closable />
          {sendAsApp ? (
            <Callout
              tone="neutral"
              title={t('live.user-refused')}
              aside={<Button onPress={sendAsApp}>{t('live.send-as-app')}</Button>}
            />
          ) : null}
        </>
      );
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
          {sendAgain ? (
            <div className="card-row answers">
              <Button icon={SendHorizontal} onPress={sendAgain}>
                {t('live.send-again')}
              </Button>
            </div>
          ) : null}
        </Callout>
      );
  }
}

function NoteWords({ composer }: ComposerProps) {
  const { t } = useWords();
  const { bar, busy, tooMany, unsure, text } = composer;
  // While a message is being sent, its progress says more.
  if (!busy && (bar === 'unreachable' || bar === 'signed-out')) return t(`live.cannot-${bar}`);
  if (tooMany > 0) return t('live.too-long', { count: tooMany });
  if (composer.news !== null) return t(composer.news === 'sent' ? 'live.sent' : 'live.noticed');
  // Until another message is typed.
  return unsure.kind === 'arrived' && text === '' ? t('live.sent-after-all') : null;
}
