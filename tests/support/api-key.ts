import type { ApiScope } from '../../shared/contract/doors.ts';
import type { HeadlessProcess } from './headless-process.ts';
import { type OpenDashboard, RefusedError } from './open-dashboard.ts';

const CODE = /^ {2}([A-Z2-9]{4}-[A-Z2-9]{4})$/m;

/** Makes a key for the API as the person at the terminal does, with the code that it prints. */
export async function makeApiKey(
  host: HeadlessProcess,
  desk: OpenDashboard,
  scopes: readonly ApiScope[],
): Promise<string> {
  const wanted = { name: 'deck', scopes: [...scopes], origins: [] };
  const before = host.errors.length;
  const refusal = await desk.ask('doors.create-key', wanted).catch((failure: unknown) => failure);
  if (!(refusal instanceof RefusedError)) throw new Error('A key was made without a code.');
  while (!CODE.test(host.errors.slice(before))) {
    await new Promise((resolve) => host.child.stderr?.once('data', resolve));
  }
  const code = CODE.exec(host.errors.slice(before))?.[1] ?? '';
  return (await desk.ask('doors.create-key', wanted, code)).key;
}
