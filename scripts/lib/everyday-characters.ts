/**
 * Which characters of Pretendard are in everyday use: the small files hold these. The rest comes
 * from the whole files, whose `unicode-range` in renderer/styles/fonts.css is `RARE`.
 */
type Block = readonly [first: number, last: number];

/** Parts of syllables, as macOS names files: the font that has the syllable draws it whole. */
const JAMO: Block = [0x1100, 0x11ff];
const HANGUL: Block = [0xac00, 0xd7a3];

/** What the whole files are loaded for. */
export const RARE: readonly Block[] = [
  // Phonetics. Latin letters with accents and loose accents are everyday: a font that has the parts
  // of a letter builds it from them, which looks worse.
  [0x0250, 0x02ff],
  // Greek, Cyrillic.
  [0x0370, 0x052f],
  JAMO,
  // Phonetics, ancient Greek.
  [0x1d00, 0x1dff],
  [0x1f00, 0x1fff],
  // Squared units.
  [0x3380, 0x33df],
  HANGUL,
  // The font's own signs, half accents.
  [0xe000, 0xf057],
  [0xfe20, 0xfe2d],
  // Letters in circles and squares (without the flags), three arrows, three more of its own.
  [0x1f100, 0x1f189],
  [0x1f850, 0x1f852],
  [0xf0000, 0xf0002],
];

const within = (code: number, [first, last]: Block) => code >= first && code <= last;

/** The 2,350 syllables of KS X 1001, which TextDecoder knows as rows B0 to C8 of EUC-KR. */
function standardSyllables(): string[] {
  const decoder = new TextDecoder('euc-kr', { fatal: true });
  const syllables: string[] = [];
  for (let row = 0xb0; row <= 0xc8; row += 1) {
    for (let cell = 0xa1; cell <= 0xfe; cell += 1) {
      syllables.push(decoder.decode(Uint8Array.of(row, cell)));
    }
  }
  return syllables;
}

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ';
const VOWELS = 'ㅏㅐㅑㅒㅓㅔㅕㅖㅗㅘㅙㅚㅛㅜㅝㅞㅟㅠㅡㅢㅣ';
/** How many finals a syllable can have; none is the first. */
const FINALS = 28;
const KIEUK = 24;
const HIEUH = 27;

function endingIn(final: number, initials: string): string[] {
  return [...initials].flatMap((initial) =>
    [...'ㅏㅐㅓㅔㅗㅜㅡㅣ'].map((vowel) => {
      const open = INITIALS.indexOf(initial) * VOWELS.length + VOWELS.indexOf(vowel);
      return String.fromCodePoint(HANGUL[0] + open * FINALS + final);
    }),
  );
}

/** What chat writes and KS X 1001 lacks: laughter that ends in ㅋ or ㅎ (앜, 헿), and a few words. */
function chatSyllables(): string[] {
  return [
    ...endingIn(KIEUK, INITIALS),
    ...endingIn(HIEUH, 'ㅇㅎ'),
    ...'됬됌뙇쓩쩰왘웤썜횽훃뽝뾱뀽',
  ];
}

/** The everyday ones of all characters that a font has, sorted. */
export function everydayOf(characters: Iterable<number>): number[] {
  const everyday = [...standardSyllables(), ...chatSyllables()];
  const syllables = new Set(everyday.map((syllable) => syllable.codePointAt(0)));
  return [...characters]
    .filter((code) => syllables.has(code) || !RARE.some((block) => within(code, block)))
    .sort((a, b) => a - b);
}
