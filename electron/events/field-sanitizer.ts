import type { Badge, EmojiMap, Profile } from '../../shared/events.ts';
import { readTime } from '../base/read-time.ts';
import type { WireBadges, WireEmojis, WireProfile } from '../platform/frames.ts';

export interface ImagePolicy {
  readonly check: (address: string) => string | null;
}

const LONGEST_ADDRESS = 2_048;
/** Number of cached verdicts: badges and emojis repeat in every message. */
const REMEMBERED = 2_000;
const PLAIN = /^https?:\/\/[\x21-\x7e]+$/;
const LOOPBACK = /^(?:localhost|(?:[^.]+\.)+localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Allows `https:`, and plain `http:` on this machine if the options say so, for the simulator; refuses everything else
 * (javascript:, data:, relative, unreadable, over 2,048 characters). Returns unusual spellings as
 * the parser normalized them.
 */
export function createImagePolicy({
  allowLoopbackHttp,
}: {
  readonly allowLoopbackHttp: boolean;
}): ImagePolicy {
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

/** Longest text kept, in UTF-16 code units (64 KB). */
const LONGEST_TEXT = 65_536;
const LONGEST_LABEL = 64;
/** Invisible characters, which would make different labels look the same. */
const CONTROLS = /\p{Cc}/gu;
const MOST_BADGES = 100;
const MOST_EMOJIS = 500;
const LONGEST_TOKEN = 200;
const MOST_REPAIRS = 50;
/** No currency has more than four decimals: up to here smallest units are exact. */
const MOST_MONEY = Math.floor(Number.MAX_SAFE_INTEGER / 10_000);

type WireText = string | null | undefined;

/** The first `limit` code units of a text, one less to avoid splitting a surrogate pair. */
function cut(value: string, limit: number): string {
  const last = value.charCodeAt(limit - 1);
  return value.slice(0, last >= 0xd800 && last <= 0xdbff ? limit - 1 : limit);
}

/** Converts single fields, and notes every change by a short name; one instance per frame. */
export class FieldSanitizer {
  readonly repairs: string[] = [];
  readonly #images: ImagePolicy;

  constructor(images: ImagePolicy) {
    this.#images = images;
  }

  note(repair: string): void {
    if (this.repairs.length < MOST_REPAIRS) this.repairs.push(repair);
  }

  text(value: WireText): string {
    return this.#bounded(value ?? '', LONGEST_TEXT);
  }

  textOrNull(value: WireText): string | null {
    return value ? this.text(value) : null;
  }

  /** Expected text; its absence is noted as `<name>-missing`. */
  needed(value: WireText, name: string): string {
    if (!value) this.note(`${name}-missing`);
    return this.text(value);
  }

  /** A short name such as a currency or donation type, including new ones of the platform. */
  label(value: WireText): string {
    return this.#bounded(value?.replace(CONTROLS, '') ?? '', LONGEST_LABEL);
  }

  beams(value: unknown): number | null {
    return this.#number(value, 'amount', { isNeeded: true });
  }

  /** Money with decimals; null if unknown, as the specification permits. */
  money(value: unknown): number | null {
    return this.#number(value, 'amount', { max: MOST_MONEY, fractions: true });
  }

  wholeOrNull(value: unknown, name: string): number | null {
    return this.#number(value, name);
  }

  /** `least` also replaces missing, smaller and unreadable numbers. */
  whole(value: unknown, name: string, least: number): number {
    const number = this.#number(value, name, { isNeeded: true });
    if (number === null) return least;
    if (number < least) this.note(`${name}-too-small`);
    return Math.max(number, least);
  }

  time(value: unknown): string | null {
    const time = readTime(value);
    if (time === null) {
      this.note(value === undefined || value === null ? 'time-missing' : 'time-unreadable');
    }
    return time;
  }

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
      // Assigning this name would change the object's prototype.
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

  /** Notes why there is no number; that it is missing only if it `isNeeded`. */
  #number(
    value: unknown,
    name: string,
    { isNeeded = false, ...limits }: NumberLimits & { readonly isNeeded?: boolean } = {},
  ): number | null {
    const reading = readNumber(value, limits);
    if (typeof reading === 'number') return reading;
    if (isNeeded || reading !== 'missing') this.note(`${name}-${reading}`);
    return null;
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

interface NumberLimits {
  readonly max?: number;
  readonly fractions?: boolean;
}

const DECIMAL = /^[+-]?\d{1,400}(?:\.\d{1,400})?$/;

function toNumber(value: unknown): number {
  if (typeof value === 'number') return value;
  if (typeof value !== 'string') return Number.NaN;
  const trimmed = value.length <= 1_000 ? value.trim() : '';
  return DECIMAL.test(trimmed) ? Number(trimmed) : Number.NaN;
}

/**
 * Reads a number from a number or decimal text, or says why there is none. Refuses negative ones,
 * those above `max` and, unless `fractions`, fractional ones: a wrong number in the ledger is worse
 * than none.
 */
function readNumber(
  value: unknown,
  { max = Number.MAX_SAFE_INTEGER, fractions = false }: NumberLimits,
): number | 'missing' | 'unreadable' | 'negative' | 'huge' | 'fractional' {
  if (value === undefined || value === null) return 'missing';
  const number = toNumber(value);
  if (Number.isNaN(number)) return 'unreadable';
  if (number < 0) return 'negative';
  if (number > max) return 'huge';
  if (!fractions && !Number.isInteger(number)) return 'fractional';
  // Minus zero would be written as "-0".
  return number === 0 ? 0 : number;
}
