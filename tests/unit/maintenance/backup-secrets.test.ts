import { describe, expect, it } from 'vitest';
import { BackupRefusedError } from '../../../electron/features/maintenance/errors.ts';
import { checkSecrets } from '../../../electron/features/maintenance/secret-box.ts';

const ONE = 'o'.repeat(43);
const TWO = 't'.repeat(43);
const PRESENT = { overlay: 'p'.repeat(43), dashboard: 'q'.repeat(43) };
const NONE = { overlay: null, dashboard: null };

describe('the secrets of a backup', () => {
  it('are those that are known, and nothing else', () => {
    const given = { 'overlay-key': ONE, 'dashboard-key': TWO, 'client-secret': 'S-1.x' };
    const more = { grant: '{}', session: 'x', toString: 'y', another: 'z' };
    expect(checkSecrets({ ...given, ...more }, PRESENT)).toEqual(given);
    expect(checkSecrets({}, PRESENT)).toEqual({});
  });

  it.each([
    ['the key of a page', 'overlay-key', ''],
    ['the key of a page', 'dashboard-key', 'short'],
    ['the key of a page', 'overlay-key', 'k'.repeat(101)],
    ['the key of a page', 'overlay-key', `${ONE}/../..`],
    ['the key of a page', 'dashboard-key', `${ONE}\n`],
    ['the key of a page', 'dashboard-key', '열쇠'.repeat(20)],
    ['the secret of the application', 'client-secret', ''],
    ['the secret of the application', 'client-secret', 'two words'],
    ['the secret of the application', 'client-secret', 'x\r\nHost: collect.example'],
    ['the secret of the application', 'client-secret', 's'.repeat(301)],
  ])('are refused where %s is none (%s: %j)', (_what, name, value) => {
    expect(() => checkSecrets({ [name]: value }, PRESENT)).toThrow(BackupRefusedError);
  });

  it.each([
    ['with one key for both pages', { 'overlay-key': ONE, 'dashboard-key': ONE }, PRESENT],
    [
      'with one key for both pages of a new computer',
      { 'overlay-key': ONE, 'dashboard-key': ONE },
      NONE,
    ],
    [
      'with the present key of the dashboard for the overlay',
      { 'overlay-key': PRESENT.dashboard },
      PRESENT,
    ],
    [
      'with the present key of the overlay for the dashboard',
      { 'dashboard-key': PRESENT.overlay },
      PRESENT,
    ],
  ])('are refused %s', (_name, secrets, present) => {
    expect(() => checkSecrets(secrets, present)).toThrow(BackupRefusedError);
  });

  it('may have the key of the other page where both are changed', () => {
    const swapped = { 'overlay-key': PRESENT.dashboard, 'dashboard-key': PRESENT.overlay };
    expect(checkSecrets(swapped, PRESENT)).toEqual(swapped);
  });
});
