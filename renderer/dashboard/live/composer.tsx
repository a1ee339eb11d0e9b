import { Check, CircleHelp, Pin, SendHorizontal } from 'lucide-react';
import {
  type KeyboardEvent,
  type ReactNode,
  type Ref,
  useCallback,
  useEffect,
  useId,
  useImperativeHandle,
  useRef,
  useState,
} from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import {
  CHAT_MESSAGE_MAX,
  CHAT_MESSAGE_MIN,
  SENDER_TYPES,
  type SenderType,
} from '../../../shared/contract/live.ts';
import type { ActionState } from '../../stores/dashboard-actions.ts';
import type { EventList } from '../../stores/dashboard-events.ts';
import {
  actionOf,
  type Dashboard,
  type DashboardState,
  selectEvents,
  selectLive,
  selectReachable,
  selectStatus,
} from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Segments } from '../../ui/fields.tsx';
import { useDashboard, usePage, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { ScopeNeeded, useLacks } from './scope-needed.tsx';

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
        <ActionProblem action="live.notice#composer" />
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
          icon={composer.sent ? Check : SendHorizontal}
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
        icon={composer.noticed ? Check : Pin}
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
  readonly composer: ReturnType<typeof useComposer>;
}

/** The result of a message that was not simply sent. */
function SendOutcome({ composer: { unsure, sendAgain } }: ComposerProps) {
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
  if (composer.sent) return t('live.sent');
  // Until another message is typed.
  if (unsure.kind === 'arrived' && text === '') return t('live.sent-after-all');
  return composer.noticed ? t('live.noticed') : null;
}

const selectSignedIn = ({ status }: DashboardState): boolean => (status?.tokens ?? null) !== null;
const SENDER_PREFERENCE = 'chat-sender';

/** Why sending is impossible now; null if it is possible. */
type SendBar = 'unreachable' | 'signed-out' | 'scope' | null;

/** The draft and the last message; kept when the view changes. */
interface Draft {
  text: string;
  latest: SentText | null;
}

const drafts = new WeakMap<Dashboard, Draft>();

function draftOf(dashboard: Dashboard): Draft {
  const draft = drafts.get(dashboard) ?? { text: '', latest: null };
  drafts.set(dashboard, draft);
  return draft;
}

/** The draft, and sending it as chat or notice. The draft stays until accepted. */
function useComposer() {
  const dashboard = useDashboard();
  const { host } = usePage();
  const reachable = useSelect(selectReachable);
  const signedIn = useSelect(selectSignedIn);
  const lacksSend = useLacks('WRITE:LIVE_CHAT');
  const lacksNotice = useLacks('WRITE:LIVE_CHAT_NOTICE');
  const sent = useSelect(selectLive)?.sent ?? [];
  const sending = useSelect(actionOf('live.send'));
  const noticing = useSelect(actionOf('live.notice#composer'));
  const draft = draftOf(dashboard);
  const [text, showText] = useState(draft.text);
  /** `change` receives the current draft, even after a change of view. */
  const setText = useCallback(
    (change: (now: string) => string) => {
      draft.text = change(draft.text);
      showText(draft.text);
    },
    [draft],
  );
  /** Index of the recalled message; -1: none. */
  const [recalled, setRecalled] = useState(-1);
  const [senderType, setSenderType] = useState<SenderType>(
    () => SENDER_TYPES.find((type) => type === host.readPreference(SENDER_PREFERENCE)) ?? 'USER',
  );
  const unsure = useUnsureMessage(sending, draft.latest);
  const count = countCharacters(text);
  const isSound = text.trim() !== '' && count >= CHAT_MESSAGE_MIN && count <= CHAT_MESSAGE_MAX;
  const base: SendBar = reachable ? (signedIn ? null : 'signed-out') : 'unreachable';
  const bar: SendBar = base ?? (lacksSend ? 'scope' : null);
  const busy = sending.phase === 'pending' || noticing.phase === 'pending';
  const write = (next: string) => {
    setText(() => next);
    setRecalled(-1);
  };
  /** Keeps text typed while waiting for the answer. */
  const clear = useCallback(
    (said: string) => {
      setText((now) => (now === said ? '' : now));
      setRecalled(-1);
    },
    [setText],
  );
  const arrived = unsure.kind === 'arrived' ? unsure.sent : null;
  useEffect(() => {
    if (arrived) clear(arrived.text);
  }, [arrived, clear]);
  /** Sending the same text again could duplicate it, so it needs confirmation. */
  const isRepeat = unsure.kind === 'unknown' && unsure.text === text;
  const canSend = isSound && bar === null && !busy;
  const canNotice = isSound && base === null && !lacksNotice && !busy;
  const sendNow = async () => {
    if (!canSend) return;
    draft.latest = { text, after: selectEvents(dashboard.store.getState())[0]?.seq ?? 0 };
    if (await dashboard.ask('live.send', { message: text, senderType })) clear(text);
  };
  return {
    text,
    count,
    /** Characters over the limit. */
    tooMany: count - CHAT_MESSAGE_MAX,
    senderType,
    bar,
    busy,
    write,
    unsure,
    canSend: canSend && !isRepeat,
    /** Resends a message with unknown result; null if the draft differs. */
    sendAgain: isRepeat && canSend ? () => void sendNow() : null,
    canNotice,
    noticed: noticing.phase === 'done',
    sent: sending.phase === 'done',
    chooseSender(type: SenderType) {
      setSenderType(type);
      host.writePreference(SENDER_PREFERENCE, type);
    },
    async send() {
      if (!isRepeat) await sendNow();
    },
    async notice() {
      if (!canNotice) return;
      // A message sent from here and unchanged is referred to by its id.
      const known = [...sent]
        .reverse()
        .find(({ message, messageId }) => message === text && messageId);
      const notice = known?.messageId ? { messageId: known.messageId } : { message: text };
      if (await dashboard.ask('live.notice', notice, 'composer')) clear(text);
    },
    /** Recalls a sent message; `back`: an earlier one. Returns whether it did. */
    recall(back: boolean): boolean {
      if (recalled < 0 && text !== '') return false;
      const next = recalled + (back ? 1 : -1);
      if (next < -1 || next >= sent.length) return recalled >= 0;
      setRecalled(next);
      setText(() => (next < 0 ? '' : (sent.at(-1 - next)?.message ?? '')));
      return true;
    },
  };
}

interface SentText {
  readonly text: string;
  /** Number of the newest event at that time; 0: none. */
  readonly after: number;
}

type Unsure =
  | { readonly kind: 'none' }
  /** The result is unknown; `watched`: the feed would show the message. */
  | { readonly kind: 'unknown'; readonly text: string; readonly watched: boolean }
  | { readonly kind: 'arrived'; readonly sent: SentText };

/** A message counts as sent once the own channel posts its text afterwards; others do not count. */
function useUnsureMessage(sending: ActionState, sent: SentText | null): Unsure {
  const events = useSelect(selectEvents);
  const channelId = useSelect(selectStatus)?.account?.channelId ?? null;
  const [arrived, setArrived] = useState<SentText | null>(null);
  const isUnknown = sending.phase === 'failed' && sending.problem.outcome === 'unknown';
  const isThere =
    isUnknown && sent !== null && channelId !== null && isSaid(events, sent, channelId);
  useEffect(() => {
    // The feed drops old events, so the match is kept.
    if (isThere) setArrived(sent);
  }, [isThere, sent]);
  if (!isUnknown || sent === null) return { kind: 'none' };
  if (isThere || arrived === sent) return { kind: 'arrived', sent };
  return { kind: 'unknown', text: sent.text, watched: channelId !== null };
}

function isSaid(events: EventList, { text, after }: SentText, channelId: string): boolean {
  const words = text.trim();
  return events.some(
    (event) =>
      event.kind === 'CHAT' &&
      event.seq > after &&
      event.origin === 'platform' &&
      event.data.senderChannelId === channelId &&
      event.data.content.trim() === words,
  );
}
