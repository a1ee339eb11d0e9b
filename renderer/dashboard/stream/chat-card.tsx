import { MessagesSquare } from 'lucide-react';
import type { ReactNode } from 'react';
import type { StreamDesk } from '../../../shared/control/stream-desk.ts';
import { Card } from '../../ui/card.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useNow, useWords } from '../context.ts';
import { Conflict } from './conflict.tsx';
import { ProblemNote } from './problem-note.tsx';
import { ReadAtNote } from './read-at.tsx';
import { FollowerControl, GroupControl, OnOffControl, SlowControl } from './rule-controls.tsx';
import { type ChatFieldName, type ChatRule, useChatRule } from './use-chat-rule.ts';
import { useHindrance, useMissingScopes } from './use-writing.ts';

/** The rules of the chat, each set as soon as it is chosen. */
export function ChatCard({ desk }: { readonly desk: StreamDesk }) {
  const { t } = useWords();
  const hindrance = useHindrance('WRITE:LIVE_CHAT_SETTINGS');
  const cannotRead = useMissingScopes().includes('READ:LIVE_CHAT_SETTINGS');
  return (
    <Card
      icon={MessagesSquare}
      title={t('stream.chat')}
      aside={<ReadAtNote at={desk.chat?.readAt ?? null} />}
    >
      <ProblemNote problem={desk.problems.chat} />
      {hindrance ? <p className="card-note">{hindrance}</p> : null}
      {cannotRead ? (
        <p className="card-note">
          {t('stream.no-read-scope', { scope: t('scope.READ:LIVE_CHAT_SETTINGS') })}
        </p>
      ) : null}
      <fieldset className="stream-form" disabled={hindrance !== null}>
        <ReadRules desk={desk} />
        <UnreadRules desk={desk} />
      </fieldset>
    </Card>
  );
}

/** What the platform tells of. */
function ReadRules({ desk }: { readonly desk: StreamDesk }) {
  const { t } = useWords();
  const known = desk.chat?.value ?? null;
  const stamp = desk.chat?.readAt ?? null;
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

/** What the platform takes, but does not tell of. */
function UnreadRules({ desk }: { readonly desk: StreamDesk }) {
  const { t } = useWords();
  const { chatSlowModeSec, chatEmojiMode } = desk.setByUs;
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
        <SetHereNote at={chatSlowModeSec?.setAt ?? null} />
      </Rule>
      <Rule rule={emoji}>
        <OnOffControl label={t('stream.emoji')} value={emoji.shown} onChoose={emoji.set} />
        <SetHereNote at={chatEmojiMode?.setAt ?? null} />
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

function SetHereNote({ at }: { readonly at: number | null }) {
  const { t, moment } = useWords();
  const now = useNow(MINUTE);
  const text = at === null ? t('stream.not-read') : t('stream.set-here', { time: moment(at, now) });
  return <p className="entry-note">{text}</p>;
}
