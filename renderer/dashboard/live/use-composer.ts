import { useCallback, useEffect, useState } from 'react';
import { countCharacters } from '../../../shared/characters.ts';
import {
  CHAT_MESSAGE_MAX,
  CHAT_MESSAGE_MIN,
  SENDER_TYPES,
  type SenderType,
} from '../../../shared/contract/live.ts';
import {
  actionOf,
  type Dashboard,
  type DashboardState,
  selectEvents,
  selectLive,
  selectReachable,
} from '../../stores/dashboard-store.ts';
import { useDashboard, usePage, useSelect } from '../context.ts';
import { useLacks } from './scope-needed.tsx';
import { type SentText, useUnsureMessage } from './use-unsure-message.ts';

const selectSignedIn = ({ status }: DashboardState): boolean => (status?.tokens ?? null) !== null;
const SENDER_PREFERENCE = 'chat-sender';

/** Why nothing can be sent, whatever is written; null: it can. */
export type SendBar = 'unreachable' | 'signed-out' | 'scope' | null;

/** What is written, and what was sent last. It outlives the view. */
interface Draft {
  text: string;
  latest: SentText | null;
}

const drafts = new WeakMap<Dashboard, Draft>();

function draftOf(dashboard: Dashboard): Draft {
  const present = drafts.get(dashboard);
  if (present) return present;
  const draft: Draft = { text: '', latest: null };
  drafts.set(dashboard, draft);
  return draft;
}

/** What is written, and the two ways to say it. What was written stays until it was taken. */
export function useComposer() {
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
  /** `change` gets what is written by then, whichever view is shown. */
  const setText = useCallback(
    (change: (now: string) => string) => {
      draft.text = change(draft.text);
      showText(draft.text);
    },
    [draft],
  );
  /** Which of the latest messages stands in the field; -1: none. */
  const [recalled, setRecalled] = useState(-1);
  const [senderType, setSenderType] = useState<SenderType>(
    () => SENDER_TYPES.find((type) => type === host.readPreference(SENDER_PREFERENCE)) ?? 'APP',
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
  /** What was typed while the answer was on its way is kept. */
  const clear = (said: string) => {
    setText((now) => (now === said ? '' : now));
    setRecalled(-1);
  };
  const arrived = unsure.kind === 'arrived' ? unsure.sent : null;
  useEffect(() => {
    if (!arrived) return;
    setText((now) => (now === arrived.text ? '' : now));
    setRecalled(-1);
  }, [arrived, setText]);
  /** The same words again could stand in the chat twice: only who says so sends them. */
  const isRepeat = unsure.kind === 'unknown' && unsure.text === text;
  const canSend = isSound && bar === null && !busy;
  const sendNow = async () => {
    if (!canSend) return;
    draft.latest = { text, after: selectEvents(dashboard.store.getState())[0]?.seq ?? 0 };
    if (await dashboard.ask('live.send', { message: text, senderType })) clear(text);
  };
  return {
    ...{ text, count, senderType, bar, busy, write, unsure },
    canSend: canSend && !isRepeat,
    /** Sends what may stand in the chat already; null: nothing of the kind is written. */
    sendAgain: isRepeat && canSend ? () => void sendNow() : null,
    canNotice: isSound && base === null && !lacksNotice && !busy,
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
      if (!isSound || base !== null || lacksNotice || busy) return;
      // A message that was sent from here and stands unchanged is said by its id.
      const known = [...sent]
        .reverse()
        .find(({ message, messageId }) => message === text && messageId);
      const notice = known?.messageId ? { messageId: known.messageId } : { message: text };
      if (await dashboard.ask('live.notice', notice, 'composer')) clear(text);
    },
    /** Puts one of the latest messages into the field: `back` an earlier one. Answers whether it did. */
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
