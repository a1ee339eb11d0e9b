import { createCipheriv, createDecipheriv, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const CIPHER = 'aes-256-gcm';

/** Which end of a tunnel speaks: that of the page, or that of the channel's owner. */
export type TunnelEnd = 'page' | 'owner';

/** What sealing adds to a frame. */
export const SEAL_BYTES = TAG_BYTES;

/** The key of what `end` says. Each end gives a secret of its own, so no key is ever used twice. */
export function frameKey(secrets: Readonly<Record<TunnelEnd, string>>, end: TunnelEnd): Buffer {
  const both = `${secrets.page} ${secrets.owner}`;
  return Buffer.from(hkdfSync('sha256', both, '', `stagelight tunnel ${end}`, KEY_BYTES));
}

/** Seals the frames of one end, each with its number. */
export class FrameSealer {
  readonly #key: Buffer;
  #count = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  seal(frame: Buffer): Buffer {
    const cipher = createCipheriv(CIPHER, this.#key, nonceOf(this.#count));
    this.#count += 1;
    return Buffer.concat([cipher.update(frame), cipher.final(), cipher.getAuthTag()]);
  }
}

/** Opens the frames of one end in their order: one that is lost, repeated or changed opens nothing. */
export class FrameOpener {
  readonly #key: Buffer;
  #count = 0;

  constructor(key: Buffer) {
    this.#key = key;
  }

  /** null: it is not the next frame. */
  open(sealed: Uint8Array): Buffer | null {
    if (sealed.length < TAG_BYTES) return null;
    const decipher = createDecipheriv(CIPHER, this.#key, nonceOf(this.#count));
    decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
    try {
      const frame = decipher.update(sealed.subarray(0, -TAG_BYTES));
      const rest = decipher.final();
      this.#count += 1;
      return Buffer.concat([frame, rest]);
    } catch {
      return null;
    }
  }
}

function nonceOf(count: number): Buffer {
  const nonce = Buffer.alloc(NONCE_BYTES);
  nonce.writeBigUInt64BE(BigInt(count), NONCE_BYTES - 8);
  return nonce;
}
