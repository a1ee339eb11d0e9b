import {
  WHEEL_NAME_MOST,
  WHEEL_SECTIONS,
  WHEEL_WEIGHT,
  type WheelSection,
} from '../../../shared/contract/wheel.ts';

/** What is wrong with the text. `line`: its number, from 1. */
export type SectionFault =
  | { readonly fault: 'few' | 'many' }
  | { readonly fault: 'weight' | 'long'; readonly line: number };

export type SectionsRead =
  | { readonly sections: readonly WheelSection[]; readonly fault?: undefined }
  | SectionFault;

/** `name*3`; a tab, as tables have it between two cells, does as well. */
const WEIGHED = /^(.*\S)\s*(?:[*＊×]|\t)\s*([\d０-９][\d０-９,]*)$/u;

/** A section a line: its name, and how many times as likely as others it is if that is more than once. */
export function readSections(text: string): SectionsRead {
  const sections: WheelSection[] = [];
  for (const [at, untrimmed] of text.split('\n').entries()) {
    const line = untrimmed.trim();
    if (line === '') continue;
    const [, name = line, times = '1'] = WEIGHED.exec(line) ?? [];
    const weight = Number(times.normalize('NFKC').replaceAll(',', ''));
    if (weight < WHEEL_WEIGHT.least || weight > WHEEL_WEIGHT.most) {
      return { fault: 'weight', line: at + 1 };
    }
    if (name.length > WHEEL_NAME_MOST) return { fault: 'long', line: at + 1 };
    sections.push({ name, weight });
  }
  if (sections.length < WHEEL_SECTIONS.least) return { fault: 'few' };
  return sections.length > WHEEL_SECTIONS.most ? { fault: 'many' } : { sections };
}

/** As `readSections` reads it. */
export function sectionLines(sections: readonly WheelSection[]): string {
  return sections
    .map(({ name, weight }) => (weight === 1 && !WEIGHED.test(name) ? name : `${name}*${weight}`))
    .join('\n');
}
