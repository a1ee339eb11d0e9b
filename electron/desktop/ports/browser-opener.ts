import type { Shell } from 'electron';
import type { OpenBrowser } from '../../auth/ports.ts';
import { StagelightError } from '../../base/errors.ts';
import { DesktopError } from '../desktop-error.ts';

const LONGEST = 4_000;

interface BrowserOpenerOptions {
  readonly openExternal: Shell['openExternal'];
  readonly isConfigured: (url: URL) => boolean;
}

/**
 * Opens addresses in the system's browser: https, or http if `isConfigured`; at most 4,000
 * characters, without name and password. Opens the parsed address, so that it cannot be read in two
 * ways. Rejects with `AddressRefusedError` (nothing was opened), or if no browser could be started.
 */
export function browserOpener({ openExternal, isConfigured }: BrowserOpenerOptions): OpenBrowser {
  return async (address) => {
    const href = checked(address, isConfigured);
    try {
      await openExternal(href);
    } catch (failure) {
      throw new DesktopError('browser-unavailable', { cause: failure });
    }
  };
}

function checked(address: string, isConfigured: (url: URL) => boolean): string {
  if (address.length > LONGEST) throw new AddressRefusedError('too-long');
  if (!URL.canParse(address)) throw new AddressRefusedError('incomplete');
  const url = new URL(address);
  if (url.href.length > LONGEST) throw new AddressRefusedError('too-long');
  if (url.username !== '' || url.password !== '') {
    throw new AddressRefusedError('credentials');
  }
  const isAllowed = url.protocol === 'https:' || (url.protocol === 'http:' && isConfigured(url));
  if (!isAllowed) throw new AddressRefusedError('not-https');
  return url.href;
}

/** The app refuses to open this address, which the error does not repeat. */
export class AddressRefusedError extends StagelightError {
  constructor(flaw: 'too-long' | 'incomplete' | 'credentials' | 'not-https') {
    const reason = { key: `problem.address-refused.${flaw}` as const };
    super({ code: 'address-refused', values: { reason } });
  }
}
