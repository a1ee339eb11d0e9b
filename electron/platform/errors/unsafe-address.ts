import { type Occasion, PlatformError } from './platform-error.ts';

/** The platform's address is not encrypted and not of this machine. Nothing was sent. */
export class UnsafeAddressError extends PlatformError {
  constructor(occasion: Occasion) {
    super(occasion, { code: 'platform-unsafe-address' });
  }
}
