import { StagelightError } from '../../base/errors.ts';

/** Why an address stays closed. */
export type AddressFlaw = 'too-long' | 'incomplete' | 'credentials' | 'not-https';

/** An address that the app does not hand to the browser. The address itself is not repeated. */
export class AddressRefusedError extends StagelightError {
  constructor(flaw: AddressFlaw, options?: ErrorOptions) {
    super(
      { code: 'address-refused', values: { reason: { key: `problem.address-refused.${flaw}` } } },
      options,
    );
  }
}

/** The desktop could not start a browser. */
export class BrowserUnavailableError extends StagelightError {
  constructor(options?: ErrorOptions) {
    super({ code: 'browser-unavailable' }, options);
  }
}
