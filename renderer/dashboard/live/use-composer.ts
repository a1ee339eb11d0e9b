import { useCallback, useEffect, useState } from 'react';
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
import { useDashboard, usePage, useSelect } from '../context.ts';
import { useLacks } from './scope-needed.tsx';

const selectSignedIn = ({ status }: DashboardState): boolean => (status?.tokens ?? null) !== null;
const SENDER_PREFERENCE = 'chat-sender';

/** Why sending is impossible now; null if it is possible. */
type SendBar = 'unreachable' | 'signed-out' | 'scope' | null;

/** The draft, the last message and the last notice; kept when the view changes. */
interface Draft {
  text: string;
  latest: SentText | null;
  posted: string | null;
}

const drafts = new WeakMap<Dashboard, Draft>();

function draftOf(dashboard: Dashboard): Draft {
  const draft = drafts.get(dashboard) ?? { text: '', latest: null, posted: null };
  drafts.set(dashboard, draft);
  return draft;
}

export type ComposerState = ReturnType<typeof useComposer>;

/** Why neither messages nor notices are possible now. */
function useBaseBar(): SendBar {
  const reachable = useSelect(selectReachable);
  const signedIn = useSelect(selectSignedIn);
  if (!reachable) return 'unreachable';
  return signedIn ? null : 'signed-out';
}

/** What was done last, while it is news. */
function newsOf(sending: ActionState, noticing: ActionState): 'sent' | 'noticed' | null {
  const sentAt = sending.phase === 'done' ? sending.at : null;
  const noticedAt = noticing.phase === 'done' ? noticing.at : null;
  if (noticedAt !== null && noticedAt >= (sentAt ?? 0)) return 'noticed';
  return sentAt === null ? null : 'sent';
}

/** In whose name; remembered on this page. */
function useSender() {
  const { host } = usePage();
  const [senderType, setSenderType] = useState<SenderType>(
    () => SENDER_TYPES.find((type) => type === host.readPreference(SENDER_PREFERENCE)) ?? 'USER',
  );
  const choose = (type: SenderType) => {
    setSenderType(type);
    host.writePreference(SENDER_PREFERENCE, type);
  };
  return [senderType, choose] as const;
}

/** Not in this name: the platform said no to the sender, or to what was asked. */
const REFUSED: ReadonlySet<string> = new Set(['platform-forbidden', 'platform-invalid-request']);

/** Whether what was sent in the own name was refused. */
function isRefused(sending: ActionState, latest: SentText | null): boolean {
  if (sending.phase !== 'failed' || latest?.senderType !== 'USER') return false;
  return REFUSED.has(sending.problem.code);
}

/** The draft, and sending it as chat or notice. The draft stays until accepted. */
export function useComposer() {
  const dashboard = useDashboard();
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
  const [senderType, chooseSender] = useSender();
  const unsure = useUnsureMessage(sending, draft.latest);
  const count = countCharacters(text);
  const isSound = text.trim() !== '' && count >= CHAT_MESSAGE_MIN && count <= CHAT_MESSAGE_MAX;
  const base = useBaseBar();
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
  const isNoticed = noticing.phase === 'done';
  useEffect(() => {
    // At once or, if its answer was lost, when it was posted again.
    if (isNoticed && draft.posted !== null) clear(draft.posted);
  }, [isNoticed, draft, clear]);
  /** Sending the same text again could duplicate it, so it needs confirmation. */
  const isRepeat = unsure.kind === 'unknown' && unsure.text === text;
  const canSend = isSound && bar === null && !busy;
  const canNotice = isSound && base === null && !lacksNotice && !busy;
  const sendNow = async (as = senderType) => {
    if (!canSend) return;
    const after = selectEvents(dashboard.store.getState())[0]?.seq ?? 0;
    draft.latest = { text, after, senderType: as };
    if (await dashboard.ask('live.send', { message: text, senderType: as })) clear(text);
  };
  const isOwnNameRefused = canSend && isRefused(sending, draft.latest);
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
    news: newsOf(sending, noticing),
    chooseSender,
    /** Sends in the app's name what the platform refused in the own one; null if it did not. */
    sendAsApp: isOwnNameRefused
      ? () => {
          chooseSender('APP');
          void sendNow('APP');
        }
      : null,
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
      draft.posted = text;
      await dashboard.ask('live.notice', notice, 'composer');
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
  readonly senderType: SenderType;
}

type Unsure =
  | { readonly kind: 'none' }
  /** The result is unknown; `watched`: the feed would show the message. */
  | { readonly kind: 'unknown'; readonly text: string; readonly watched: boolean }
  | { readonly kind: 'arrived'; readonly sent: SentText };

/** A message counts as sent once the own channel posts its text afterwards; others do not count. */
function useUnsureMessage(sending: ActionState, sent: SentText | null): Unsure {
  const channelId = useSelect(selectStatus)?.account?.channelId ?? null;
  const [arrived, setArrived] = useState<SentText | null>(null);
  const isUnknown = sending.phase === 'failed' && sending.problem.outcome === 'unknown';
  // Only the answer is selected: no event draws the field anew.
  const isThere = useSelect(
    ({ events }) =>
      isUnknown && sent !== null && channelId !== null && isSaid(events, sent, channelId),
  );
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
