import { parseSync } from 'vite';
import type { SourceFile } from './source-files.ts';

/** A text that stands in code, as written. */
export interface WrittenText {
  readonly path: string;
  readonly text: string;
}

/** The part of a syntax tree that is looked at here; the parser's own types know every kind. */
interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';

function childrenOf(node: Node): readonly Node[] {
  return Object.values(node)
    .flatMap((value) => (Array.isArray(value) ? value : [value]))
    .filter(isNode);
}

function treeOf({ path, text }: Pick<SourceFile, 'path' | 'text'>): Node {
  const { program, errors } = parseSync(path, text);
  if (errors.length > 0) throw new Error(`${path} cannot be read: ${errors[0]?.message}`);
  return program as unknown as Node;
}

/** What a node itself says; null: it is no text. Patterns that match Hangul are code. */
function textOf(node: Node): string | null {
  if (node.type === 'Literal' || node.type === 'JSXText') {
    return typeof node['value'] === 'string' ? node['value'] : null;
  }
  if (node.type !== 'TemplateElement') return null;
  return (node['value'] as { readonly raw: string }).raw;
}

function* textsBelow(node: Node, enters: (child: Node) => boolean): Generator<string> {
  const text = textOf(node);
  if (text !== null) yield text;
  for (const child of childrenOf(node)) if (enters(child)) yield* textsBelow(child, enters);
}

const HANGUL = /\p{Script=Hangul}/u;

/** Strings, templates and JSX with Korean in them; comments and patterns are left alone. */
export function koreanTexts(file: Pick<SourceFile, 'path' | 'text'>): WrittenText[] {
  if (!HANGUL.test(file.text)) return [];
  return [...textsBelow(treeOf(file), () => true)]
    .filter((text) => HANGUL.test(text))
    .map((text) => ({ path: file.path, text: text.trim() }));
}

const SAID_ATTRIBUTES: ReadonlySet<unknown> = new Set([
  ...['title', 'aria-label', 'aria-description', 'placeholder', 'alt', 'label', 'text', 'hint'],
]);
/** Through these an expression may be what is shown; arguments of calls are keys, mostly. */
const SHOWS: ReadonlySet<string> = new Set([
  ...['JSXExpressionContainer', 'ConditionalExpression', 'LogicalExpression', 'TemplateLiteral'],
  ...['BinaryExpression', 'ParenthesizedExpression', 'Literal', 'TemplateElement'],
]);
const WORD = /\p{L}{2,}/u;

function isSaidAttribute({ type, name }: Node): boolean {
  return type === 'JSXAttribute' && isNode(name) && SAID_ATTRIBUTES.has(name['name']);
}

/** The operands that can be shown: what decides between them cannot. */
function shownParts(node: Node): readonly Node[] {
  if (node.type === 'ConditionalExpression') {
    return [node['consequent'], node['alternate']].filter(isNode);
  }
  if (node.type === 'BinaryExpression' && node['operator'] !== '+') return [];
  if (node.type === 'LogicalExpression') return [node['right']].filter(isNode);
  return childrenOf(node);
}

function* shownTexts(node: Node): Generator<string> {
  const text = textOf(node);
  if (text !== null) yield text;
  for (const part of shownParts(node)) if (SHOWS.has(part.type)) yield* shownTexts(part);
}

function* jsxTexts(node: Node): Generator<string> {
  if (isSaidAttribute(node) && isNode(node['value'])) yield* shownTexts(node['value']);
  if (node.type === 'JSXElement' || node.type === 'JSXFragment') {
    for (const child of node['children'] as readonly Node[]) {
      if (child.type === 'JSXText' || child.type === 'JSXExpressionContainer') {
        yield* shownTexts(child);
      }
    }
  }
  for (const child of childrenOf(node)) yield* jsxTexts(child);
}

/** Words that a page would show or read out, written into it: JSX text and attributes that are said. */
export function pageTexts(file: Pick<SourceFile, 'path' | 'text'>): WrittenText[] {
  return [...jsxTexts(treeOf(file))]
    .filter((text) => WORD.test(text))
    .map((text) => ({ path: file.path, text: text.trim() }));
}
