import { useEffect, useRef, useState } from 'react';
import type { CHAT_FIELDS, StreamFields } from '../../../shared/contract/stream.ts';
import { actionOf } from '../../stores/dashboard-store.ts';
import { useDashboard, useSelect } from '../context.ts';

export type ChatFieldName = (typeof CHAT_FIELDS)[number];

export interface ChatRule<F extends ChatFieldName> {
  readonly field: F;
  /** What is being set, or is known; null: it is not known. */
  readonly shown: StreamFields[F] | null;
  readonly busy: boolean;
  /** What was not set because somebody else had set another value; null: no such thing. */
  readonly refused: { readonly value: StreamFields[F] } | null;
  readonly set: (value: StreamFields[F] & (string | number | boolean)) => void;
  /** The other value is to hold. */
  readonly giveIn: () => void;
}

/**
 * One rule of the chat, set at once. `known` null: it is not known. `stamp` changes whenever the core
 * has spoken of the rule anew: until then what was chosen is shown.
 */
export function useChatRule<F extends ChatFieldName>(
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
  // biome-ignore lint/correctness/useExhaustiveDependencies: what the core says anew is what holds
  useEffect(() => {
    // The core looks before it sets: what it says meanwhile is what was there before.
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
