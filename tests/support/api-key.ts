import type { ApiScope } from '../../shared/contract/doors.ts';
import type { HeadlessProcess } from './headless-process.ts';
import type { OpenDashboard } from './open-dashboard.ts';
import { askAsOwner } from './owner-code.ts';

/** Makes a key for the API as the person at the terminal does. */
export async function makeApiKey(
  host: HeadlessProcess,
  desk: OpenDashboard,
  scopes: readonly ApiScope[],
): Promise<string> {
  const wanted = { name: 'deck', scopes: [...scopes], origins: [] };
  return (await askAsOwner(desk, host, 'doors.create-key', wanted)).key;
}
