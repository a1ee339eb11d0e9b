import { MessagesSquare } from 'lucide-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import {
  CHAT_FIELDS,
  type StreamFields,
  type StreamState,
  type UnreadFields,
} from '../../../shared/contract/stream.ts';
import { actionOf, type DashboardState } from '../../stores/dashboard-store.ts';
import { Card } from '../../ui/card.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemNote } from '../problems.tsx';
import { Conflict, ReadAtNote, valueText } from './field-words.tsx';
import { FollowerControl, GroupControl, OnOffControl, SlowControl } from './rule-controls.tsx';
import { useHindrance, useMissingScopes } from './use-writing.ts';

/** The chat rules, each applied when chosen. */
export function ChatCard({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const hindrance = useHindrance('WRITE:LIVE_CHAT_SETTINGS');
  const cannotRead = useMissingScopes().includes('READ:LIVE_CHAT_SETTINGS');
  const isTold = useSelect(selectRuleFailed);
  return (
    <Card
      icon={MessagesSquare}
      title={t('stream.chat')}
      aside={<ReadAtNote at={stream.chat?.readAt ?? null} />}
    >
      <ProblemNote problem={isTold ? null : stream.problems.chat} />
      {hindrance ? <p className="card-note">{hindrance}</p> : null}
      {cannotRead ? (
        <p className="card-note">
          {t('stream.no-read-scope', { scope: t('scope.READ:LIVE_CHAT_SETTINGS') })}
        </p>
      ) : null}
      <fieldset className="stream-form" disabled={hindrance !== null}>
        <ReadRules stream={stream} />
        <UnreadRules stream={stream} />
      </fieldset>
    </Card>
  );
}

/** A changed rule shows its own result, so the card does not repeat it. */
const selectRuleFailed = ({ actions }: DashboardState): boolean =>
  CHAT_FIELDS.some((field) => actions[`stream.set-chat#${field}`]?.phase === 'failed');

/** The fields that the platform reports. */
function ReadRules({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const known = stream.chat?.value ?? null;
  const stamp = stream.chat?.readAt ?? null;
  const group = useChatRule('chatAllowedGroup', known?.chatAllowedGroup ?? null, stamp);
  const minutes = useChatRule('minFollowerMinute', known?.minFollowerMinute ?? null, stamp);
  const subscribers = useChatRule(
    'followerSubscriberChatAllow',
    known?.followerSubscriberChatAllow ?? null,
    stamp,
  );
  return (
    <>
      <Rule rule={group}>
        <GroupControl value={group.shown} onChoose={group.set} />
      </Rule>
      <Rule rule={minutes}>
        <FollowerControl value={minutes.shown} onChoose={minutes.set} />
      </Rule>
      <Rule rule={subscribers}>
        <OnOffControl
          label={t('stream.subscribers')}
          value={subscribers.shown}
          onChoose={subscribers.set}
          note={known && subscribers.shown === null ? t('stream.not-said') : null}
        />
      </Rule>
    </>
  );
}

/** Fields the platform accepts but does not report. */
function UnreadRules({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const { chatSlowModeSec, chatEmojiMode } = stream.setByUs;
  const slow = useChatRule(
    'chatSlowModeSec',
    chatSlowModeSec?.value ?? null,
    chatSlowModeSec?.setAt ?? null,
  );
  const emoji = useChatRule(
    'chatEmojiMode',
    chatEmojiMode?.value ?? null,
    chatEmojiMode?.setAt ?? null,
  );
  return (
    <>
      <Rule rule={slow}>
        <SlowControl value={slow.shown} onChoose={slow.set} />
        <SetHereNote stream={stream} field="chatSlowModeSec" />
      </Rule>
      <Rule rule={emoji}>
        <OnOffControl label={t('stream.emoji')} value={emoji.shown} onChoose={emoji.set} />
        <SetHereNote stream={stream} field="chatEmojiMode" />
      </Rule>
    </>
  );
}

interface RuleProps<F extends ChatFieldName> {
  readonly rule: ChatRule<F>;
  readonly children: ReactNode;
}

function Rule<F extends ChatFieldName>({ rule, children }: RuleProps<F>) {
  const { t } = useWords();
  const { field, refused, shown, set, giveIn } = rule;
  return (
    <div className="stream-rule" aria-busy={rule.busy}>
      {children}
      <span className="only-heard" role="status">
        {rule.busy ? t('stream.setting') : null}
      </span>
      {refused ? (
        <Conflict
          field={field}
          mine={refused.value}
          theirs={shown}
          onKeep={() => set(refused.value as Parameters<typeof set>[0])}
          onTake={giveIn}
        />
      ) : (
        <ActionProblem action={`stream.set-chat#${field}`} />
      )}
    </div>
  );
}

const MINUTE = 60_000;

interface SetHereNoteProps {
  readonly stream: StreamState;
  readonly field: keyof UnreadFields;
}

/** When it was set here, and what may apply instead if no answer came. */
function SetHereNote({ stream, field }: SetHereNoteProps) {
  const words = useWords();
  const { t, moment } = words;
  const now = useNow(MINUTE);
  const known = stream.setByUs[field];
  const doubt = stream.unsure[field];
  // The rule already shows it right after the change.
  const isTold = useSelect(actionOf(`stream.set-chat#${field}`)).phase === 'failed';
  return (
    <>
      <p className="entry-note">
        {known === null
          ? t('stream.not-read')
          : t('stream.set-here', { time: moment(known.setAt, now) })}
      </p>
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

type ChatFieldName = (typeof CHAT_FIELDS)[number];

interface ChatRule<F extends ChatFieldName> {
  readonly field: F;
  /** The value being set, or the known one; null if unknown. */
  readonly shown: StreamFields[F] | null;
  readonly busy: boolean;
  /** The value not set because of a change elsewhere; null if none. */
  readonly refused: { readonly value: StreamFields[F] } | null;
  readonly set: (value: StreamFields[F] & (string | number | boolean)) => void;
  /** Accepts the other value. */
  readonly giveIn: () => void;
}

/**
 * One chat rule, applied at once. `known` is null if unknown. `stamp` changes when the core reports
 * the rule again: until then the chosen value is shown.
 */
function useChatRule<F extends ChatFieldName>(
  field: F,
  known: StreamFields[F] | null,
  stamp: number | null,
): ChatRule<F> {
  const dashboard = useDashboard();
  const action = `stream.set-chat#${field}` as const;
  const { phase } = useSelect(actionOf(action));
  const [wanted, setWanted] = useState<{ readonly value: StreamFields[F] } | null>(null);
  const [refused, setRefused] = useState<{ readonly value: StreamFields[F] } | null>(null);
  const isAsking = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new value of the core replaces the chosen one
  useEffect(() => {
    // The core reads before it writes: reports meanwhile show the old value.
    if (!isAsking.current) setWanted(null);
  }, [known, stamp]);
  const set = async (value: StreamFields[F]) => {
    if (phase === 'pending') return;
    setRefused(null);
    setWanted({ value });
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
  return {
    field,
    shown: wanted ? wanted.value : known,
    busy: phase === 'pending',
    refused,
    set: (value) => void set(value),
    giveIn: () => setRefused(null),
  };
}
