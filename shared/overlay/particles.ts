/**
 * Korean particles that depend on the last sound of the word before: 이/가, 을/를, 은/는, 과/와, 으로/로. If
 * the sound is unknown, both forms are written: 이(가).
 */

/** The last sound of a word: ends in a consonant, in ㄹ, or open; null: unknown. */
export type Ending = 'closed' | 'rieul' | 'open' | null;

/** After a closed sound, and after an open one. */
const PARTICLES = [
  ['이', '가'],
  ['을', '를'],
  ['은', '는'],
  ['과', '와'],
  ['으로', '로'],
] as const;

const BY_PAIR: ReadonlyMap<string, (typeof PARTICLES)[number]> = new Map(
  PARTICLES.flatMap((particle) => {
    const [closed, open] = particle;
    return [[`${closed}/${open}`, particle] as const, [`${open}/${closed}`, particle] as const];
  }),
);

export const PAIR_PATTERN = [...BY_PAIR.keys()].join('|');

/** The particle of a pair such as `이/가` after `word`; an unknown pair is returned unchanged. */
export function particleAfter(word: string, pair: string): string {
  const particle = BY_PAIR.get(pair);
  if (!particle) return pair;
  const [closed, open] = particle;
  const ending = endingOf(word);
  if (ending === null) return closed === '으로' ? '(으)로' : `${closed}(${open})`;
  // After ㄹ, 으로 becomes 로, as after an open sound.
  const isOpen = ending === 'open' || (ending === 'rieul' && closed === '으로');
  return isOpen ? open : closed;
}

const HANGUL_FIRST = 0xac00;
const HANGUL_LAST = 0xd7a3;
const FINALS = 28;
const RIEUL = 8;

const TAIL = 40;

/** The last sound of a word; marks and emojis at its end are silent. */
export function endingOf(word: string): Ending {
  const tail = word.slice(-TAIL).normalize('NFKC').normalize('NFC');
  const sounding = tail.replace(/[^\p{L}\p{N}]+$/u, '');
  const last = [...sounding].at(-1);
  if (last === undefined) return null;
  const code = last.codePointAt(0) ?? 0;
  if (code >= HANGUL_FIRST && code <= HANGUL_LAST) return endingOfFinal(code);
  // A single consonant is read by its name, which ends in itself: 키읔, 리을.
  if (/[ㄱ-ㅎ\u1100-\u1112\u11a8-\u11c2]/u.test(last)) {
    return /[ㄹ\u1105\u11af]/u.test(last) ? 'rieul' : 'closed';
  }
  if (/[ㅏ-ㅣ\u1161-\u1175]/u.test(last)) return 'open';
  if (/[0-9]/.test(last)) return endingOfNumber(sounding);
  if (/[a-z]/i.test(last)) return endingOfLatin(sounding);
  if (/[\u3041-\u30ff]/u.test(last)) return /[んン]/u.test(last) ? 'closed' : 'open';
  return null;
}

function endingOfFinal(code: number): Ending {
  const final = (code - HANGUL_FIRST) % FINALS;
  if (final === 0) return 'open';
  return final === RIEUL ? 'rieul' : 'closed';
}

/** 영 일 이 삼 사 오 육 칠 팔 구. */
const DIGITS: readonly Ending[] = [
  'closed',
  'rieul',
  'open',
  'closed',
  'open',
  'open',
  'closed',
  'rieul',
  'rieul',
  'open',
];
/** Zeros from which a round number ends in 조, an open sound; 십, 백, 천, 만, 억 are closed. */
const JO_ZEROS = 12;
const KYEONG_ZEROS = 16;

function endingOfNumber(text: string): Ending {
  const [number = ''] = /[0-9][0-9,]*(?:\.[0-9]+)?$/.exec(text) ?? [];
  const isWhole = !number.includes('.');
  const zeros = /0*$/.exec(number.replaceAll(',', ''))?.[0].length ?? 0;
  if (isWhole && zeros >= JO_ZEROS && zeros < KYEONG_ZEROS) return 'open';
  return DIGITS[Number(number.at(-1))] ?? null;
}

/** Letters whose names are closed: 엘, 엠, 엔, 알. */
const CLOSED_LETTERS: Readonly<Record<string, Ending>> = {
  l: 'rieul',
  m: 'closed',
  n: 'closed',
  r: 'rieul',
};

/** As Koreans spell foreign words: Mike 마이크, Jane 제인, Jack 잭, Apple 애플, King 킹. */
function endingOfLatin(text: string): Ending {
  const [word = ''] = /[a-z]+$/i.exec(text) ?? [];
  const lower = word.toLowerCase();
  const isSpelled = word.length === 1 || (word === word.toUpperCase() && word.length <= 3);
  if (isSpelled) return CLOSED_LETTERS[lower.at(-1) ?? ''] ?? 'open';
  const silent = lower.replace(/(?<=[aeiouy][lmn]|[^aeiouy]l)e$/, '');
  if (/l$/.test(silent)) return 'rieul';
  if (/(?:[mn]|ng)$/.test(silent)) return 'closed';
  if (/(?:^|[^aeiou])[aeiou](?:ck|[bkpt])$/.test(silent)) return 'closed';
  return 'open';
}
