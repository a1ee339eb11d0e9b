import type { StreamFieldName } from '../../../shared/contract/stream.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { StagelightError } from '../../base/errors.ts';

function namesOf(fields: readonly StreamFieldName[]): readonly Text[] {
  return fields.map((field) => ({ key: `stream.field.${field}` }));
}

/** These fields were changed elsewhere since the page read them, so they were not set. */
export class ChangedElsewhereError extends StagelightError {
  readonly fields: readonly StreamFieldName[];

  constructor(fields: readonly StreamFieldName[]) {
    super({ code: 'stream-changed-elsewhere', values: { fields: namesOf(fields) } });
    this.fields = fields;
  }
}

/** What reading back showed about an unanswered change. */
export type ReadBack = 'as-before' | 'not-read' | 'not-readable';

/** A change was sent without a usable answer; it may have been made. */
export class ChangeUnsureError extends StagelightError {
  constructor(fields: readonly StreamFieldName[], readBack: ReadBack, cause: unknown) {
    const advice: Text = { key: `problem.stream-change-unsure.${readBack}` };
    super(
      {
        code: 'stream-change-unsure',
        values: { fields: namesOf(fields), advice },
        outcome: 'unknown',
      },
      { cause },
    );
  }
}

/** The preset was deleted, perhaps on another page. */
export class PresetGoneError extends StagelightError {
  constructor() {
    super({ code: 'stream-preset-gone' });
  }
}

export class PresetNameTakenError extends StagelightError {
  constructor(name: string) {
    super({ code: 'stream-preset-name-taken', values: { name } });
  }
}

export class TooManyPresetsError extends StagelightError {
  constructor(most: number) {
    super({ code: 'stream-too-many-presets', values: { most } });
  }
}

/** The change to undo is no longer our last one. */
export class NothingToUndoError extends StagelightError {
  constructor() {
    super({ code: 'stream-nothing-to-undo' });
  }
}
