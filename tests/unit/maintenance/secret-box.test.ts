import { describe, expect, it } from 'vitest';
import {
  BackupRefusedError,
  WrongPassphraseError,
} from '../../../electron/features/maintenance/errors.ts';
import {
  openSecrets,
  readBox,
  sealSecrets,
} from '../../../electron/features/maintenance/secret-box.ts';

const SECRETS = { 'client-secret': 'the secret of the application', 'overlay-key': 'k'.repeat(43) };
const PASSPHRASE = '달빛 아래 라디오 소리';

/** Made once. */
const sealed = sealSecrets(SECRETS, PASSPHRASE);

/** The box with some fields changed. */
const changed = (text: string, change: Record<string, unknown>): string =>
  JSON.stringify({ ...JSON.parse(text), ...change });

describe('secrets in a backup', () => {
  it('come out as they went in, with the passphrase', async () => {
    const box = await sealed;
    expect(await openSecrets(box, PASSPHRASE)).toEqual(SECRETS);
  });

  it('cannot be read in the file', async () => {
    const box = await sealed;
    for (const secret of [...Object.values(SECRETS), ...Object.keys(SECRETS), PASSPHRASE]) {
      expect(box).not.toContain(secret);
      expect(Buffer.from(readBox(box).data, 'base64').toString('latin1')).not.toContain(secret);
    }
  });

  it('never look the same twice', async () => {
    const [one, other] = [await sealed, await sealSecrets(SECRETS, PASSPHRASE)].map(readBox);
    expect(one?.salt).not.toBe(other?.salt);
    expect(one?.nonce).not.toBe(other?.nonce);
    expect(one?.data).not.toBe(other?.data);
  });

  it('stay closed with another passphrase', async () => {
    const box = await sealed;
    await expect(openSecrets(box, `${PASSPHRASE} `)).rejects.toThrow(WrongPassphraseError);
  });

  it('open with Korean that was typed in another form of the same letters', async () => {
    expect(PASSPHRASE.normalize('NFD')).not.toBe(PASSPHRASE);
    expect(await openSecrets(await sealed, PASSPHRASE.normalize('NFD'))).toEqual(SECRETS);
  });

  it('stay closed when a bit of them was changed', async () => {
    const box = await sealed;
    const data = Buffer.from(readBox(box).data, 'base64');
    data[0] = (data[0] ?? 0) ^ 1;
    const touched = changed(box, { data: data.toString('base64') });
    await expect(openSecrets(touched, PASSPHRASE)).rejects.toThrow(WrongPassphraseError);
  });

  it.each([
    ['a cheaper key', { N: 1_024 }],
    ['a key that would take all the memory', { N: 2 ** 30 }],
    ['another cipher', { cipher: 'aes-256-cbc' }],
    ['a short sum', { tag: 'AAAA' }],
    ['more than a box has', { extra: true }],
  ])('are refused with %s, before anything is worked out', async (_name, change) => {
    const box = changed(await sealed, change);
    await expect(openSecrets(box, PASSPHRASE)).rejects.toThrow(BackupRefusedError);
  });

  it.each(['', 'null', '[]', '{}', 'no json'])('are none in %j', (text) => {
    expect(() => readBox(text)).toThrow(BackupRefusedError);
  });
});
