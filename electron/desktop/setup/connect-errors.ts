import {
  CONNECT_FIELDS,
  CONNECT_NAMES,
  type ConnectFaults,
  type ConnectField,
  connectCure,
} from '../../../shared/connect-check.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { StagelightError } from '../../base/errors.ts';

/** Some of what was typed cannot be used; nothing has changed. */
export class InvalidConnectError extends StagelightError {
  /** Only fields that are wrong. */
  readonly faults: ConnectFaults;

  constructor(faults: ConnectFaults) {
    const fields = CONNECT_FIELDS.filter((field) => faults[field] !== undefined);
    const names = (language: Language) =>
      fields.map((field) => CONNECT_NAMES[field][language]).join(', ');
    super({
      code: 'invalid-connect',
      what: {
        ko: `고쳐야 할 칸이 있어요: ${names('ko')}.`,
        en: `These fields have to be corrected: ${names('en')}.`,
      },
      cure: { ko: cures(fields, faults, 'ko'), en: cures(fields, faults, 'en') },
    });
    this.faults = faults;
  }
}

/** The fields' sentences, each after its field's name, so that it is clear what each is about. */
function cures(fields: readonly ConnectField[], faults: ConnectFaults, language: Language): string {
  return fields
    .map((field) => {
      const fault = faults[field];
      if (fault === undefined) return '';
      return `${CONNECT_NAMES[field][language]}: ${connectCure(field, fault)[language]}`;
    })
    .join(' ');
}
