import {
  type StreamFieldName,
  type StreamFieldValue,
  sameValue,
} from '../../shared/contract/stream.ts';
import type { StreamFieldChange } from '../ledger/ports.ts';
import type { SomeFields } from './platform-parts.ts';

/**
 * What a field holds after we set it: what a reading says, for the platform may have trimmed it. A
 * reading that still says what was there before came too early.
 */
export function settled(
  field: StreamFieldName,
  change: SomeFields,
  confirmed: SomeFields | null,
  before: StreamFieldValue | undefined,
): StreamFieldValue {
  const sent = change[field] ?? null;
  const read = confirmed?.[field];
  if (read === undefined || (before !== undefined && sameValue(read, before))) return sent;
  return read;
}

/** Some of the fields, without those that are not known. */
export function pick(some: SomeFields, names: readonly StreamFieldName[]): SomeFields {
  const entries = names.flatMap((field) =>
    some[field] === undefined ? [] : [[field, some[field]] as const],
  );
  return Object.fromEntries(entries);
}

/** The same fields one by one; undefined: not known. */
export function mapOf(names: readonly StreamFieldName[], some: SomeFields) {
  return new Map(names.map((field) => [field, some[field]]));
}

/** What became different, field by field. */
export function changesOf(
  names: readonly StreamFieldName[],
  before: ReadonlyMap<StreamFieldName, StreamFieldValue | undefined>,
  after: ReadonlyMap<StreamFieldName, StreamFieldValue | undefined>,
): readonly StreamFieldChange[] {
  return names.flatMap((field) => {
    const value = after.get(field);
    const was = before.get(field);
    if (value === undefined || (was !== undefined && sameValue(was, value))) return [];
    return [{ field, before: was === undefined ? null : { value: was }, after: value }];
  });
}
