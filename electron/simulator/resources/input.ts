import type { Context } from 'hono';
import { z } from 'zod';
import { parseJson } from '../../../shared/json.ts';
import { refuse } from '../answers.ts';
import { noteBrokenRule, type RuleNotes } from '../guards.ts';

/** Reading what a client sent; what breaks a limit is noted and refused with 400. */

export type Input = Pick<Context, 'req'> & RuleNotes;

const MAX_BODY_CHARACTERS = 1_000_000;

/** 400, with the reason in the request log. */
export function refuseInput(c: RuleNotes, message: string): never {
  noteBrokenRule(c, message);
  refuse(400, message);
}

/** The text of a query parameter; undefined when it was not sent. Sent twice is refused. */
export function textQuery(c: Input, name: string): string | undefined {
  const values = c.req.queries(name) ?? [];
  // The guard has noted it already.
  if (values.length > 1) refuse(400, `${name} must be sent once`);
  return values[0];
}

interface IntRange {
  readonly min: number;
  readonly max?: number;
  readonly fallback: number;
}

/** A whole number in a range, or the documented default when it was not sent. */
export function intQuery(c: Input, name: string, range: IntRange): number {
  const text = textQuery(c, name);
  if (text === undefined) return range.fallback;
  const value = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  const { min, max = Number.MAX_SAFE_INTEGER } = range;
  if (!(value >= min && value <= max)) {
    const limit = range.max === undefined ? `${min} or greater` : `${min} to ${max}`;
    refuseInput(c, `${name} must be a whole number, ${limit}`);
  }
  return value;
}

/** One of the documented values; undefined when it was not sent. */
export function choiceQuery<T extends string>(
  c: Input,
  name: string,
  choices: readonly T[],
): T | undefined {
  const text = textQuery(c, name);
  return text === undefined ? undefined : choose(c, name, text, choices);
}

/** Comma-separated values; undefined when the parameter was not sent. */
export function listQuery(c: Input, name: string, max?: number): readonly string[] | undefined {
  const text = textQuery(c, name);
  if (text === undefined) return undefined;
  const items = text.split(',');
  if (items.includes('')) refuseInput(c, `${name} must be comma-separated values`);
  if (max !== undefined && items.length > max)
    refuseInput(c, `${name} takes at most ${max} values`);
  return items;
}

/** `choiceQuery` for comma-separated values. */
export function choicesQuery<T extends string>(
  c: Input,
  name: string,
  choices: readonly T[],
): readonly T[] | undefined {
  return listQuery(c, name)?.map((item) => choose(c, name, item, choices));
}

function choose<T extends string>(c: Input, name: string, text: string, choices: readonly T[]): T {
  const found = choices.find((choice) => choice === text);
  return found ?? refuseInput(c, `${name} must be one of ${choices.join(', ')}`);
}

/** Anything but JSON of documented fields within their limits is refused with 400. */
export async function jsonBody<T>(c: Input, schema: z.ZodType<T>): Promise<T> {
  const type = c.req.header('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    refuseInput(c, 'The body must be JSON (Content-Type application/json)');
  }
  const text = await c.req.text();
  if (text.length > MAX_BODY_CHARACTERS) refuseInput(c, 'The body is too long');
  const body = parseJson(text);
  if (body === undefined) refuseInput(c, 'The body is not valid JSON');
  const result = schema.safeParse(body);
  if (result.success) return result.data;
  refuseInput(c, describe(result.error));
}

/** The first finding; names fields and limits, never the values sent. */
function describe(error: z.ZodError): string {
  const issue = error.issues[0];
  if (!issue) return 'The body is not valid';
  if (issue.code === 'unrecognized_keys') {
    const names = issue.keys.map((key) => key.slice(0, 40)).slice(0, 5);
    return `Fields not documented: ${names.join(', ')}`;
  }
  const where = issue.path.map(String).join('.').slice(0, 40);
  return where === '' ? issue.message : `${where}: ${issue.message}`;
}

/** What cuts the wanted page out of a list whose pages are counted from 0. */
export function pageQuery(c: Input, sizes: IntRange): <T>(list: readonly T[]) => readonly T[] {
  const page = intQuery(c, 'page', { min: 0, fallback: 0 });
  const size = intQuery(c, 'size', sizes);
  return (list) => list.slice(page * size, (page + 1) * size);
}

/**
 * The page after the position that the cursor names. `list` is sorted by `keyOf`, descending, and a
 * cursor is the key of the last entry shown: entries that come or go between two pages move nothing.
 * `next` null: this was the last page.
 */
export function cursorPage<T>(
  c: Input,
  list: readonly T[],
  { size, keyOf }: { readonly size: number; readonly keyOf: (item: T) => string },
): { readonly items: readonly T[]; readonly next: string | null } {
  const cursor = textQuery(c, 'next');
  const after = cursor === undefined ? null : fromCursor(cursor);
  if (after === '') refuseInput(c, 'next is not a cursor of this list');
  const rest = after === null ? list : list.filter((item) => keyOf(item) < after);
  const items = rest.slice(0, size);
  const last = items.at(-1);
  const more = rest.length > items.length && last !== undefined;
  return { items, next: more ? toCursor(keyOf(last)) : null };
}

const CURSOR_KEY = /^[\w.]{1,60}$/;

function toCursor(key: string): string {
  return Buffer.from(key, 'utf8').toString('base64url');
}

/** The key in a cursor, or empty text when no list gave out such a cursor. */
function fromCursor(cursor: string): string {
  const key = Buffer.from(cursor, 'base64url').toString('utf8');
  return CURSOR_KEY.test(key) && toCursor(key) === cursor ? key : '';
}

/** Counted in characters (code points), not in UTF-16 units. */
export function characters(min: number, max: number): z.ZodType<string> {
  return z.string().refine((text) => {
    const length = [...text].length;
    return length >= min && length <= max;
  }, `must be ${min} to ${max} characters`);
}
