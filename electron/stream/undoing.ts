import {
  type StreamBase,
  type StreamChange,
  type StreamFieldName,
  type StreamFieldValue,
  type StreamUndo,
  sameValue,
  streamChangeSchema,
  type UndoStep,
} from '../../shared/contract/stream.ts';
import type { StreamDoing } from '../ledger/ports.ts';

/**
 * What taking back our last change would set: fields whose former value is known and can be set,
 * and that nobody has set since. null: nothing.
 */
export function undoOf(
  doing: StreamDoing | null,
  current: (field: StreamFieldName) => StreamFieldValue | undefined,
): StreamUndo | null {
  const first = doing?.changes[0];
  if (!doing || !first) return null;
  const steps = doing.changes.flatMap(({ field, before, after }): UndoStep[] => {
    const now = current(field);
    if (before === null || now === undefined || !sameValue(now, after)) return [];
    const canBeSet = streamChangeSchema.safeParse({ [field]: before.value }).success;
    return canBeSet ? [{ field, now: after, back: before.value } as UndoStep] : [];
  });
  return steps.length === 0 ? null : { id: doing.id, at: first.at, steps };
}

/** As it is told to the platform: what to set, and what has to be there still. */
export function changeOf({ steps }: StreamUndo): {
  readonly change: StreamChange;
  readonly basedOn: StreamBase;
} {
  const change = Object.fromEntries(steps.map(({ field, back }) => [field, back]));
  const basedOn = Object.fromEntries(steps.map(({ field, now }) => [field, now]));
  return { change, basedOn };
}
