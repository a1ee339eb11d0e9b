import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { API_DOCUMENTS, API_FOLDER, requestDocument } from '../../../scripts/lib/api-documents.ts';
import { API_COMMANDS, commandContractOf } from '../../../shared/api/v1.ts';
import { OWNER_ACTIONS, ownerActionOf } from '../../../shared/contract/owner.ts';
import { isJsonObject } from '../../../shared/json.ts';

const read = (file: string): unknown => JSON.parse(readFileSync(file, 'utf8'));
const published = (name: string) => read(join(import.meta.dirname, 'published-v1', name));

/**
 * What a program could rely on and can no longer: a field, a choice, or a path that is gone, another
 * type, or a field that has become necessary in what it sends.
 */
function broken(before: unknown, now: unknown, path = ''): string[] {
  if (Array.isArray(before)) {
    return Array.isArray(now) ? brokenList(before, now, path) : [path];
  }
  if (!isJsonObject(before)) return before === now ? [] : [path];
  if (!isJsonObject(now)) return [path];
  return Object.entries(before).flatMap(([name, value]) => {
    if (name === 'description') return [];
    return name in now ? broken(value, now[name], `${path}/${name}`) : [`${path}/${name}`];
  });
}

function brokenList(before: readonly unknown[], now: readonly unknown[], path: string): string[] {
  const isNecessary = path.endsWith('/required') && /requestBody|send-/.test(path);
  const added = isNecessary ? now.filter((each) => !before.includes(each)) : [];
  const isGone = (each: unknown) => now.every((other) => broken(each, other).length > 0);
  return [
    ...added.map((name) => `${path}/${String(name)}`),
    ...before.flatMap((each, at) => (isGone(each) ? [`${path}/${at}`] : [])),
  ];
}

describe('the documents of the API', () => {
  it.each(Object.entries(API_DOCUMENTS))(
    '%s is what the core checks with (`npm run api-docs`)',
    (name, make) => {
      expect(read(join(API_FOLDER, name))).toEqual(JSON.parse(JSON.stringify(make())));
    },
  );

  it.each(Object.entries(API_DOCUMENTS))('%s has all that was ever published', (name, make) => {
    expect(broken(published(name), make())).toEqual([]);
  });

  it.each([
    ['a field that is gone', { properties: { a: {} } }, { properties: {} }],
    ['a choice that is gone', { enum: ['a', 'b'] }, { enum: ['a'] }],
    ['another type', { type: 'string' }, { type: 'number' }],
    [
      'a field that is necessary now',
      { requestBody: { required: ['a'] } },
      { requestBody: { required: ['a', 'b'] } },
    ],
    ['a member that is gone', { anyOf: [{ const: 1 }, { const: 2 }] }, { anyOf: [{ const: 2 }] }],
  ])('would show %s', (_, before, now) => {
    expect(broken(before, now)).toHaveLength(1);
  });

  it.each([
    ['a new field', { properties: { a: {} } }, { properties: { a: {}, b: {} } }],
    ['a new choice', { enum: ['a'] }, { enum: ['b', 'a'] }],
    [
      'a new field of an answer',
      { responses: { required: ['a'] } },
      { responses: { required: ['a', 'b'] } },
    ],
  ])('may get %s', (_, before, now) => {
    expect(broken(before, now)).toEqual([]);
  });

  it('have no command that only the person at the computer may use', () => {
    const names = Object.values(API_COMMANDS).flat();
    expect(OWNER_ACTIONS.length).toBeGreaterThan(0);
    expect(names.filter((name) => ownerActionOf(name, {}) !== null)).toEqual([]);
    expect(names.every((name) => commandContractOf(name))).toBe(true);
    expect(Object.keys(requestDocument()['paths'] as object)).toContain('/commands/vote.begin');
  });
});
