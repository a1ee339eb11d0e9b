import { isIP } from 'node:net';
import { StagelightError } from '../../base/errors.ts';

/** A name as networks have them, in any script. */
const NAME =
  /^(?=.{1,253}$)[\p{L}\p{N}_][\p{L}\p{N}_-]{0,62}(?:\.[\p{L}\p{N}_][\p{L}\p{N}_-]{0,62})*\.?$/u;

export function isIpSix(host: string): boolean {
  return isIP(host) === 6;
}

/** The host as it goes into an address. Throws `obs-host` for what is neither a name nor an IP. */
export function hostOf(entered: string): string {
  const host = entered.trim().replace(/^\[(.*)\]$/, '$1');
  if (isIP(host) === 0 && !NAME.test(host)) throw new StagelightError({ code: 'obs-host' });
  return host;
}
