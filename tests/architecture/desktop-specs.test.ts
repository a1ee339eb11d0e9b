import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';

const folder = resolve(import.meta.dirname, '../e2e/desktop');

interface Spec {
  readonly title: string;
  readonly text: string;
}

/** Every test of a spec file, from its first line to the next one's. */
function specsOf(name: string): Spec[] {
  const text = readFileSync(join(folder, name), 'utf8');
  return text
    .split(/^ *(?=(?:test|sharingTest)\()/m)
    .slice(1)
    .map((part) => ({ title: `${name}: ${part.split('\n', 2).join(' ')}`, text: part }));
}

const all = readdirSync(folder)
  .filter((name) => name.endsWith('.spec.ts'))
  .flatMap(specsOf);
/** What no Electron does for a test. */
const needsStandin = ({ text }: Spec) =>
  /\bStandin\.of\(|\bkeyring\(|\bIMITATED\b|STANDIN_/.test(text);
const isTagged = ({ text }: Spec) => text.includes("tag: '@standin'");

describe('the specs of the desktop app', () => {
  it('that need the stand-in say so, and are skipped on Electron itself', () => {
    const silent = all.filter((spec) => needsStandin(spec) && !isTagged(spec));
    expect(silent.map(({ title }) => title)).toEqual([]);
  });

  it('run on Electron itself, all but those', () => {
    const idle = all.filter((spec) => isTagged(spec) && !needsStandin(spec));
    expect(idle.map(({ title }) => title)).toEqual([]);
    expect(all.filter((spec) => !isTagged(spec)).length).toBeGreaterThan(40);
  });
});
