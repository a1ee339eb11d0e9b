import type { Badge, EmojiMap, Profile } from '../../shared/events.ts';
import { readTime } from '../base/read-time.ts';
import type { WireBadges, WireEmojis, WireProfile } from '../platform/wire-events.ts';

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

/** Longest text that is kept, in UTF-16 code units (64 KB). */
const LONGEST_TEXT = 65_536;
/** Names of types and currencies: longer ones can only be nonsense. */
const LONGEST_LABEL = 64;
/** Invisible, and two labels that differ by them alone would be one and the same to a reader. */
const CONTROLS = /\p{Cc}/gu;
const MOST_BADGES = 100;
const MOST_EMOJIS = 500;
const LONGEST_TOKEN = 200;
const MOST_REPAIRS = 50;
/** No currency has more than four decimals: up to here its smallest units can be counted exactly. */
const MOST_MONEY = Math.floor(Number.MAX_SAFE_INTEGER / 10_000);

type WireText = string | null | undefined;

/** The first `limit` code units of a text, one less where a pair of surrogates would be split. */
function cut(value: string, limit: number): string {
  const last = value.charCodeAt(limit - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/**
 * Turns single fields of the wire into ours and notes everything it had to change. One for each
 * frame. Repairs are short, stable words; their number is bounded.
 */
export class FieldSanitizer {
  readonly repairs: string[] = [];
  readonly #images: ImagePolicy;

  constructor(images: ImagePolicy) {
    this.#images = images;
  }

  note(repair: string): void {
    if (this.repairs.length < MOST_REPAIRS) this.repairs.push(repair);
  }

  /** Text of a field that may be missing without harm: then empty. */
  text(value: WireText): string {
    return this.#bounded(value ?? '', LONGEST_TEXT);
  }

  /** Text that names somebody or something: empty and missing both mean "nobody said". */
  textOrNull(value: WireText): string | null {
    return value ? this.text(value) : null;
  }

  /** Text that should be there; its absence is noted as `<name>-missing`. */
  needed(value: WireText, name: string): string {
    if (!value) this.note(`${name}-missing`);
    return this.text(value);
  }

  /** A short word such as a currency or a donation type, whatever the platform comes to send. */
  label(value: WireText): string {
    return this.#bounded(value?.replace(CONTROLS, '') ?? '', LONGEST_LABEL);
  }

  /** Whole beams; null when they cannot be read. */
  beams(value: unknown): number | null {
    const reading = readNumber(value);
    if (reading.type === 'number') return reading.value;
    this.note(reading.type === 'missing' ? 'amount-missing' : `amount-${reading.why}`);
    return null;
  }

  /** Money, decimals allowed; null when unknown, which the specification permits. */
  money(value: unknown): number | null {
    const reading = readNumber(value, { max: MOST_MONEY, fractions: true });
    if (reading.type === 'number') return reading.value;
    if (reading.type === 'refused') this.note(`amount-${reading.why}`);
    return null;
  }

  /** A whole number from 0 on; null when missing, or when it cannot be read. */
  wholeOrNull(value: unknown, name: string): number | null {
    const reading = readNumber(value);
    if (reading.type === 'number') return reading.value;
    if (reading.type === 'refused') this.note(`${name}-${reading.why}`);
    return null;
  }

  /** A whole number of at least `least`; `least` when it is missing, less, or cannot be read. */
  whole(value: unknown, name: string, least: number): number {
    const reading = readNumber(value);
    if (reading.type === 'number' && reading.value >= least) return reading.value;
    if (reading.type === 'number') this.note(`${name}-too-small`);
    else this.note(reading.type === 'missing' ? `${name}-missing` : `${name}-${reading.why}`);
    return least;
  }

  /** RFC 3339 UTC; null when missing or unreadable. */
  time(value: unknown): string | null {
    const time = readTime(value);
    if (time === null) {
      this.note(value === undefined || value === null ? 'time-missing' : 'time-unreadable');
    }
    return time;
  }

  /** null: none sent, or one that is not allowed. */
  image(value: WireText): string | null {
    if (!value) return null;
    const address = this.#images.check(value);
    if (address === null) this.note('image-removed');
    return address;
  }

  badges(wire: WireBadges): readonly Badge[] {
    const badges: Badge[] = [];
    for (const badge of wire ?? []) {
      if (badge === undefined) continue;
      if (badges.length === MOST_BADGES) {
        this.note('badges-cut');
        break;
      }
      badges.push({
        id: this.text(badge.id),
        name: this.text(badge.name),
        imageUrl: this.image(badge.imageUrl),
      });
    }
    return badges;
  }

  emojis(wire: WireEmojis): EmojiMap {
    const emojis: Record<string, string> = {};
    let kept = 0;
    for (const token of Object.keys(wire ?? {})) {
      // Assigning to this one name would change the object's prototype instead of adding to it.
      if (token === '__proto__' || token.length > LONGEST_TOKEN) {
        this.note('emoji-removed');
        continue;
      }
      const address = this.image(wire?.[token]);
      if (address === null) continue;
      if (kept === MOST_EMOJIS) {
        this.note('emojis-cut');
        break;
      }
      emojis[token.toWellFormed()] = address;
      kept += 1;
    }
    return emojis;
  }

  profile(wire: NonNullable<WireProfile>): Profile {
    return { nickname: this.text(wire.nickname), badges: this.badges(wire.badges) };
  }

  #bounded(value: string, limit: number): string {
    let result = value;
    if (result.length > limit) {
      this.note('text-cut');
      result = cut(result, limit);
    }
    if (result.isWellFormed()) return result;
    this.note('text-malformed');
    return result.toWellFormed();
  }
}

/** What a number field came to: the number, nothing sent, or why it cannot be used. */
type NumberReading =
  | { readonly type: 'number'; readonly value: number }
  | { readonly type: 'missing' }
  | { readonly type: 'refused'; readonly why: 'unreadable' | 'negative' | 'huge' | 'fractional' };

const DECIMAL = /^[+-]?\d{1,400}(?:\.\d{1,400})?$/;

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const trimmed = value.length <= 1_000 ? value.trim() : '';
  return DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/**
 * Reads a number that came as a number or as decimal text. Negative ones, those above `max` and,
 * unless `fractions`, those that are not whole are refused: a wrong number in the ledger is worse
 * than none.
 */
function readNumber(
  value: unknown,
  { max = Number.MAX_SAFE_INTEGER, fractions = false } = {},
): NumberReading {
  if (value === undefined || value === null) return { type: 'missing' };
  const number = toNumber(value);
  if (Number.isNaN(number)) return { type: 'refused', why: 'unreadable' };
  if (number < 0) return { type: 'refused', why: 'negative' };
  if (number > max) return { type: 'refused', why: 'huge' };
  if (!fractions && !Number.isInteger(number)) return { type: 'refused', why: 'fractional' };
  // Minus zero would be written as "-0".
  return { type: 'number', value: number === 0 ? 0 : number };
}
