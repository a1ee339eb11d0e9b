import type { FieldValue } from '../../../shared/contract/widgets.ts';

export type FieldData = Readonly<Record<string, FieldValue>>;

const DOUBLE = /\{\{\s*([\w-]{1,100})\s*\}\}/g;
const SINGLE = /\{([\w-]{1,100})\}/g;

/**
 * Fills `{{name}}` and `{name}` with the values of fields, as they are: the streamer's own words in a
 * frame that has nothing of ours. In a script, `{name}` that is a part of the language stays.
 */
export function fill(text: string, data: FieldData, part: 'html' | 'css' | 'js'): string {
  const textOf = (name: string): string | null =>
    Object.hasOwn(data, name) ? String(data[name]) : null;
  return text
    .replace(DOUBLE, (whole, name: string) => textOf(name) ?? whole)
    .replace(SINGLE, (whole, name: string, at: number, all: string) => {
      const value = textOf(name);
      return value === null || (part !== 'css' && isSyntax(all, at, whole.length)) ? whole : value;
    });
}

const AROUND = 30;

/** `${name}`, `const {name} = …`, `({name}) => …`, `call({name})`, and `import {name} from …`. */
function isSyntax(text: string, at: number, length: number): boolean {
  const before = text.slice(Math.max(0, at - AROUND), at);
  const after = text.slice(at + length, at + length + AROUND);
  if (/\$$|\b(?:const|let|var|import|export|return)\s*$|=>\s*$/.test(before)) return true;
  if (/\(\s*$/.test(before) && /^\s*\)/.test(after)) return true;
  return /^\s*(?:=[^=>]|from\b)/.test(after) && /[\s,;(]$/.test(before);
}
