import { describe, expect, it } from 'vitest';
import {
  endingOf,
  isLitter,
  isSafePath,
  isText,
  partsOf,
} from '../../../electron/features/widgets/package-names.ts';

describe('a path in a package', () => {
  it.each([
    ['a.js', true],
    ['a/b/c.js', true],
    ['folder/', true],
    ['한글/위젯.js', true],
    ['console.js', true],
    ['a/..b', true],
    ['1/2/3/4/5/6/7/8', true],
    ['1/2/3/4/5/6/7/8/9', false],
    ['x'.repeat(200), true],
    ['x'.repeat(201), false],
    ['', false],
    ['/a', false],
    ['a//b', false],
    ['.', false],
    ['a/../b', false],
    ['a/.', false],
    ['a.', false],
    ['a ', false],
    ['a /b', false],
    ['a\\b', false],
    ['c:a', false],
    ['a*', false],
    ['a\u0000', false],
    ['a\u007f', false],
    ['a\ufffd', false],
    ['con', false],
    ['a/AUX.txt', false],
    ['com1.js', false],
  ])('%j is safe everywhere: %s', (path, is) => {
    expect(isSafePath(path)).toBe(is);
  });

  it.each([
    ['.git/config', true],
    ['a/.DS_Store', true],
    ['__MACOSX/a.js', true],
    ['node_modules/a/b.js', true],
    ['a/b.js', false],
    ['my__MACOSX/a.js', false],
  ])('%s is litter: %s', (path, is) => {
    expect(isLitter(path)).toBe(is);
  });

  it.each([
    ['a.HTML', 'html', true],
    ['a.b.js', 'js', true],
    ['a.json', 'json', true],
    ['a.svg', 'svg', true],
    ['a.png', 'png', false],
    ['a.woff2', 'woff2', false],
    ['a', '', false],
    ['a.js.', '', false],
    ['a.exe', 'exe', false],
  ])('%s ends with %j, and is text: %s', (path, ending, is) => {
    expect(endingOf(path)).toBe(ending);
    expect(isText(path)).toBe(is);
  });
});

const none = { html: null, css: null, js: null, fields: null, data: null };

describe('the parts of a widget', () => {
  it.each([
    [['index.html', 'style.css', 'script.js'], { html: 0, css: 1, js: 2 }],
    [['other.html', 'index.html', 'widget.html'], { html: 2 }],
    [['a/Widget.HTML', 'a/FIELDS.json', 'a/Data.json'], { html: 0, fields: 1, data: 2 }],
    [['only.htm', 'only.css', 'only.js'], { html: 0, css: 1, js: 2 }],
    [['widget.html', 'one.css', 'two.css'], { html: 0 }],
    [['widget.html', 'one.json'], { html: 0 }],
    [['widget.js', 'a/widget.html'], { js: 0 }],
    [['a/notes.md', 'a/b/widget.html', 'a/b/c/widget.html'], { html: 1 }],
    [['widget.html', 'a/widget.html', 'b/widget.html'], { html: 0 }],
    [['a/widget.html', 'b/c/widget.html'], { html: 0 }],
    [['b/c/widget.html', 'a/widget.html'], { html: 1 }],
  ])('of %j are %j', (paths, parts) => {
    const found = Object.entries(parts).map(([role, at]) => [role, paths[at]]);
    expect(partsOf(paths)).toEqual({ ...none, ...Object.fromEntries(found) });
  });

  it.each([
    [['notes.md', 'style.css'], 'none'],
    [[], 'none'],
    [['one.html', 'two.html'], 'none'],
    [['a/widget.html', 'b/widget.js'], 'several'],
    [['a/b/widget.js', 'a/c/widget.js', 'd/notes.md'], 'several'],
  ])('of %j: %s', (paths, what) => {
    expect(partsOf(paths)).toBe(what);
  });
});
