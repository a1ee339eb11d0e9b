/** Decides which image addresses may reach a page. */
export interface ImagePolicy {
  /** The address to use, or null when it is not allowed. */
  readonly check: (address: string) => string | null;
}

export interface ImagePolicyOptions {
  /** Plain http on this machine, for the simulator; anywhere else images are https only. */
  readonly allowLoopbackHttp: boolean;
}

const LONGEST_ADDRESS = 2_048;
/** Badges and emojis repeat in every message: remembering verdicts saves most of the parsing. */
const REMEMBERED = 2_000;
/** Nothing in it that an address parser would have to change or take out. */
const PLAIN = /^https?:\/\/[\x21-\x7e]+$/;
const LOOPBACK = /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * `https:` always, `http:` on loopback hosts when the options say so; everything else (javascript:,
 * data:, relative, unreadable, over 2,048 characters) is refused. Unusual spellings come back as
 * the parser understood them.
 */
export function createImagePolicy({ allowLoopbackHttp }: ImagePolicyOptions): ImagePolicy {
  const verdicts = new Map<string, string | null>();

  const judge = (address: string): string | null => {
    if (!URL.canParse(address)) return null;
    const url = new URL(address);
    const allowed =
      url.protocol === 'https:' ||
      (allowLoopbackHttp && url.protocol === 'http:' && LOOPBACK.test(url.hostname));
    if (!allowed) return null;
    return PLAIN.test(address) ? address : url.href;
  };

  return {
    check(address) {
      if (address.length > LONGEST_ADDRESS) return null;
      const known = verdicts.get(address);
      if (known !== undefined) return known;
      const verdict = judge(address);
      if (verdicts.size >= REMEMBERED) verdicts.clear();
      verdicts.set(address, verdict);
      return verdict;
    },
  };
}
