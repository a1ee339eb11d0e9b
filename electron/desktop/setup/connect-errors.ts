import { CONNECT_FIELDS, type ConnectFaults, connectCure } from '../../../shared/connect-check.ts';
import type { Text } from '../../../shared/locales/text.ts';
import { StagelightError } from '../../base/errors.ts';

/** Some of what was typed cannot be used; nothing has changed. */
export class InvalidConnectError extends StagelightError {
  /** Only fields that are wrong. */
  readonly faults: ConnectFaults;

  constructor(faults: ConnectFaults) {
    const wrong = CONNECT_FIELDS.filter((field) => faults[field] !== undefined);
    const fields = wrong.map((field): Text => ({ key: `connect.${field}` }));
    super({ code: 'invalid-connect', values: { fields, cures: curesOf(faults) } });
    this.faults = faults;
  }
}

/** What to do, each after its field's name, so that it is clear what each is about. */
function curesOf(faults: ConnectFaults): Text | string {
  const cures = CONNECT_FIELDS.flatMap((field): Text[] => {
    const fault = faults[field];
    if (fault === undefined) return [];
    const cure = connectCure(field, fault);
    return [{ key: 'connect.field-cure', values: { field: { key: `connect.${field}` }, cure } }];
  });
  const last = cures.pop() ?? '';
  return cures.reduceRight<Text | string>(
    (others, first) => ({ key: 'connect.field-cures', values: { first, others } }),
    last,
  );
}
