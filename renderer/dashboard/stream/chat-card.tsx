import { useEffect, useRef, useState } from 'react';
import {
  CHAT_FIELDS,
  isUnread,
  type StreamFields,
  type StreamState,
  sameValue,
  type UnreadFields,
} from '../../../shared/contract/stream.ts';
import { actionOf, type DashboardState } from '../../stores/dashboard-store.ts';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { Conflict, knownOf, valueText } from './field-words.tsx';
import { type ChatFieldName, RuleControl } from './rule-controls.tsx';
import { SettingsFrame } from './settings-frame.tsx';
import { useLostChange } from './use-writing.ts';

/** The rules in the order shown; the platform does not report the last two. */
const RULES = [
  'chatAllowedGroup',
  'minFollowerMinute',
  'followerSubscriberChatAllow',
  'chatSlowModeSec',
  'chatEmojiMode',
] as const;

export function ChatCard({ stream }: { readonly stream: StreamState }) {
  return (
    <SettingsFrame stream={stream} part="chat" isTold={useSelect(selectRuleFailed)}>
      {RULES.map((field) => (
        <Rule key={field} stream={stream} field={field} />
      ))}
    </SettingsFrame>
  );
}

/** A changed rule shows its own result, so the card does not repeat it. */
const selectRuleFailed = ({ actions }: DashboardState): boolean =>
  CHAT_FIELDS.some((field) => actions[`stream.set-chat#${field}`]?.phase === 'failed');

interface RuleProps<F extends ChatFieldName> {
  readonly stream: StreamState;
  readonly field: F;
}

function Rule<F extends ChatFieldName>({ stream, field }: RuleProps<F>) {
  const { t } = useWords();
  const { shown, busy, refused, set, giveIn, repeat } = useChatRule(stream, field);
  const isUnsaid = field === 'followerSubscriberChatAllow' && stream.chat && shown === null;
  return (
    <div className="stream-rule stack" aria-busy={busy}>
      <RuleControl field={field} value={shown} onChoose={set} />
      {isUnsaid ? <p className="entry-note">{t('stream.not-said')}</p> : null}
      {isUnread(field) ? <SetHereNote stream={stream} field={field} /> : null}
      <span className="only-heard" role="status">
        {busy ? t('stream.setting') : null}
      </span>
      {refused ? (
        <Conflict
          field={field}
          mine={refused.value}
          theirs={shown}
          onKeep={() => set(refused.value)}
          onTake={giveIn}
        />
      ) : (
        <ActionProblem action={`stream.set-chat#${field}`} repeat={repeat} />
      )}
    </div>
  );
}

const MINUTE = 60_000;

/** When it was set here, and what may apply instead if no answer came. */
function SetHereNote({ stream, field }: RuleProps<keyof UnreadFields>) {
  const words = useWords();
  const { t, moment } = words;
  const now = useNow(MINUTE);
  const known = stream.setByUs[field];
  const doubt = stream.unsure[field];
  // The rule already shows it right after the change.
  const isTold = useSelect(actionOf(`stream.set-chat#${field}`)).phase === 'failed';
  return (
    <>
      {isTold && known === null ? null : (
        <p className="entry-note">
          {known === null
            ? t('stream.not-read')
            : t('stream.set-here', { time: moment(known.setAt, now) })}
        </p>
      )}
      {doubt && !isTold ? (
        <p className="entry-note stream-doubt">
          {t('stream.doubt', {
            value: valueText(words, field, doubt.value),
            time: moment(doubt.setAt, now),
          })}
        </p>
      ) : null}
    </>
  );
}

function useChatRule<F extends ChatFieldName>(stream: StreamState, field: F) {
  type Value = StreamFields[F];
  const dashboard = useDashboard();
  const action = `stream.set-chat#${field}` as const;
  const { phase } = useSelect(actionOf(action));
  /** null if unknown. */
  const known = (knownOf(stream, [field])[field] ?? null) as Value | null;
  /** Changes when the core reports the rule again: until then the chosen value is shown. */
  const stamp = isUnread(field) ? stream.setByUs[field]?.setAt : stream.chat?.readAt;
  const [wanted, setWanted] = useState<{ readonly value: Value } | null>(null);
  /** The value not set because of a change elsewhere; null if none. */
  const [refused, setRefused] = useState<{ readonly value: Value } | null>(null);
  /** The last value sent; null before the first. */
  const [sent, setSent] = useState<{ readonly value: Value } | null>(null);
  const isAsking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value of the core replaces the chosen one
  useEffect(() => {
    // The core reads before it writes: reports meanwhile show the old value.
    if (!isAsking.current) setWanted(null);
  }, [known, stamp]);
  const set = async (value: Value) => {
    if (phase === 'pending') return;
    setRefused(null);
    setWanted({ value });
    setSent({ value });
    const basedOn = known === null ? {} : { [field]: known };
    const change = { [field]: value, basedOn };
    isAsking.current = true;
    const done = await dashboard.ask('stream.set-chat', change, field);
    isAsking.current = false;
    if (done !== null) return;
    setWanted(null);
    const state = actionOf(action)(dashboard.store.getState());
    const isOutdated =
      state.phase === 'failed' && state.problem.code === 'stream-changed-elsewhere';
    if (isOutdated) setRefused({ value });
  };
  useLostChange(action, sent !== null && !isUnread(field) && sameValue(sent.value, known));
  return {
    /** Sets the last value again where the platform cannot tell whether it was set. */
    repeat: sent && isUnread(field) ? () => void set(sent.value) : undefined,
    /** The value being set, or the known one; null if unknown. */
    shown: wanted ? wanted.value : known,
    busy: phase === 'pending',
    refused,
    set: (value: Value) => void set(value),
    /** Accepts the other value. */
    giveIn: () => setRefused(null),
  };
}
