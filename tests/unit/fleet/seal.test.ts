import { describe, expect, it } from 'vitest';
import { Seal, sealedSince } from '../../../electron/fleet/seal.ts';

const keyOf = (byte: number) => Buffer.alloc(32, byte).toString('base64');
const sealOf = (...bytes: number[]) => {
  const seal = Seal.of(bytes.map(keyOf).join(','));
  if (!seal) throw new Error('The keys are wrong.');
  return seal;
};

describe('the seal of a fleet', () => {
  it('opens what it sealed, for the same purpose only', () => {
    const seal = sealOf(1);
    const sealed = seal.close('비밀 🔑', 'vault a grant');
    expect(sealed).not.toContain('비밀');
    expect(seal.open(sealed, 'vault a grant')).toBe('비밀 🔑');
    expect(seal.open(sealed, 'vault b grant')).toBeNull();
    expect(seal.open(seal.close('', 'nothing'), 'nothing')).toBe('');
    expect(seal.close('비밀 🔑', 'vault a grant')).not.toBe(sealed);
  });

  it('opens nothing with another key, and nothing that was changed', () => {
    const sealed = sealOf(1).close('secret', 'p');
    expect(sealOf(2).open(sealed, 'p')).toBeNull();
    for (let at = 0; at < sealed.length; at += 1) {
      const changed = `${sealed.slice(0, at)}${sealed[at] === 'A' ? 'B' : 'A'}${sealed.slice(at + 1)}`;
      // The last character of base64 may carry bits that mean nothing.
      if (at < sealed.length - 1) expect(sealOf(1).open(changed, 'p')).toBeNull();
    }
    for (const junk of ['', 'v1', 'v1..', '..', sealed.slice(0, 20)]) {
      expect(sealOf(1).open(junk, 'p')).toBeNull();
    }
  });

  it('changes its key while old ones still open', () => {
    const old = sealOf(1).close('secret', 'p');
    const both = sealOf(2, 1);
    expect(both.open(old, 'p')).toBe('secret');
    expect(both.isOld(old)).toBe(true);
    expect(both.isOld(both.close('secret', 'p'))).toBe(false);
    expect(sealOf(2).open(both.close('secret', 'p'), 'p')).toBe('secret');
  });

  it('seals anew what it opens, and when that was written stays bound to it', () => {
    const both = sealOf(2, 1);
    const renewed = both.renew(sealOf(1).close('secret', 'p'), 'p', 1_700) ?? '';
    expect(both.isOld(renewed)).toBe(false);
    expect([sealOf(2).open(renewed, 'p'), sealedSince(renewed)]).toEqual(['secret', 1_700]);
    const again = sealOf(3, 2).renew(renewed, 'p', 9_900) ?? '';
    expect([sealOf(3).open(again, 'p'), sealedSince(again)]).toEqual(['secret', 1_700]);
    for (const changed of [again.replace('1700', '1701'), again.replace('.1700', '')]) {
      expect(sealOf(3).open(changed, 'p')).toBeNull();
    }
    expect(sealOf(4).renew(again, 'p', 0)).toBeNull();
    expect(sealedSince(sealOf(1).close('secret', 'p'))).toBeNull();
  });

  it.each(['', 'abc', `${keyOf(1)},short`, Buffer.alloc(31).toString('base64')])(
    'takes no key that is not 32 bytes: %j',
    (text) => expect(Seal.of(text)).toBeNull(),
  );
});
