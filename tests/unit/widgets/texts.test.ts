import { describe, expect, it } from 'vitest';
import { fill } from '../../../electron/features/widgets/fill.ts';
import { hostsIn, isNear } from '../../../electron/features/widgets/hosts-in.ts';
import { looseJson } from '../../../electron/features/widgets/loose-json.ts';
import { readFields } from '../../../electron/features/widgets/read-fields.ts';
import {
  encrypted,
  widgetDocument,
  widgetPolicy,
} from '../../../electron/features/widgets/widget-document.ts';

describe('JSON as people write it', () => {
  it.each([
    ['{"a": 1,}', { a: 1 }],
    ['// first\n{"a": /* in */ [1, 2,], }', { a: [1, 2] }],
    ['\uFEFF{"a": "// no comment, }"}', { a: '// no comment, }' }],
    ['{"a": "x\\",}"}', { a: 'x",}' }],
  ])('%s', (text, value) => {
    expect(looseJson(text)).toEqual(value);
  });

  it.each(['{a: 1}', "{'a': 1}", '', 'alert(1)', '{"a": 1,,}'])('and nothing else: %s', (text) => {
    expect(looseJson(text)).toBeUndefined();
  });
});

describe('placeholders', () => {
  const data = { name: 'x<b>', size: 3, on: true };

  it.each([
    ['html', '<p title="{{name}}">{size}</p>', '<p title="x<b>">3</p>'],
    ['css', 'a { width: {{ size }}px; color: {name} }', 'a { width: 3px; color: x<b> }'],
    [
      'js',
      `let n = parseInt("{size}"); const s = \`a {name} \${name}\`;`,
      `let n = parseInt("3"); const s = \`a x<b> \${name}\`;`,
    ],
    [
      'js',
      'const {name} = data; f(({size}) => size); g({name})',
      'const {name} = data; f(({size}) => size); g({name})',
    ],
    ['html', '{{unknown}} {unknown}', '{{unknown}} {unknown}'],
    ['html', '{{toString}} {constructor}', '{{toString}} {constructor}'],
    ['html', `\${size} ({size})`, `\${size} ({size})`],
    ['css', `({size}) \${size}`, '(3) $3'],
    ['js', 'f( {size} ) + ({size}, 1)', 'f( {size} ) + (3, 1)'],
    ['js', 'return {size}; x => {size}; a = {size};', 'return {size}; x => {size}; a = 3;'],
    ['js', 'function f(a, {size} = {}) {}', 'function f(a, {size} = {}) {}'],
    ['js', 'a {size} from; "{size} == 3" "{size} => 3"', 'a {size} from; "3 == 3" "3 => 3"'],
    ['js', '"x{size} = 3" "x{size} from"', '"x3 = 3" "x3 from"'],
    ['js', `const ${' '.repeat(40)}{size}`, `const ${' '.repeat(40)}3`],
    ['js', 'const on = {on}; "{on}"', 'const on = true; "true"'],
  ] as const)('in %s: %s', (part, text, filled) => {
    expect(fill(text, data, part)).toBe(filled);
  });
});

describe('hosts in a text', () => {
  const hosts = (text: string) => hostsIn([text]).map(({ host, uses }) => [host, ...uses]);

  it.each([
    ['<script src="https://a.example/x.js">', ['a.example', 'script']],
    ['<script src="//b.example/x">', ['b.example', 'script']],
    ['@import url("https://c.example/css?family=A");', ['c.example', 'style']],
    ['new WebSocket("wss://d.example:8443/s")', ['d.example:8443', 'connection']],
    [`fetch(\`https://e.example/v1/\${id}\`)`, ['e.example', 'connection']],
    ['src: url(https://f.example/f.woff2)', ['f.example', 'font']],
    ['"https:\\/\\/g.example\\/a.png"', ['g.example', 'picture']],
    ['<a href="HTTPS://H.Example">', ['h.example', 'other']],
    ['"https://a.example:443/" "http://a.example:80/"', ['a.example', 'other']],
    ['"https://a.example:8443/"', ['a.example:8443', 'other']],
    ['"ws://a.example/x.js"', ['a.example', 'connection']],
    ['"WSS://a.example/"', ['a.example', 'connection']],
    ['"https://a.example/x.mjs?v=1#a"', ['a.example', 'script']],
    ['"https://a.example/x.CSS"', ['a.example', 'style']],
    ['"https://a.example/x.mp3"', ['a.example', 'media']],
    ['<img alt="" src="https://a.example/x">', ['a.example', 'picture']],
    ['background-image: url("https://a.example/x")', ['a.example', 'picture']],
    ['<link rel="stylesheet" href="https://a.example/x">', ['a.example', 'style']],
    ['new Audio("https://a.example/x")', ['a.example', 'media']],
    ['import x from "https://a.example/x"', ['a.example', 'script']],
    ['$.getJSON("https://a.example/x")', ['a.example', 'connection']],
    [`<img alt="${'x'.repeat(200)}" src="https://a.example/x">`, ['a.example', 'other']],
    [`<img src="https://a.example/x">${' '.repeat(500)}`, ['a.example', 'picture']],
    ['"https://a.example/" fetch("https://a.example/b")', ['a.example', 'connection', 'other']],
  ])('%s', (text, found) => {
    expect(hosts(text)).toEqual([found]);
  });

  it('are in order, those of this computer and network last', () => {
    const text = '"https://b.example/" "http://10.0.0.1/" "https://a.example/" "http://nas.local/"';
    expect(hostsIn([text])).toEqual([
      { host: 'a.example', uses: ['other'], isNear: false },
      { host: 'b.example', uses: ['other'], isNear: false },
      { host: '10.0.0.1', uses: ['other'], isNear: true },
      { host: 'nas.local', uses: ['other'], isNear: true },
    ]);
  });

  it('are sixty at most', () => {
    const texts = Array.from({ length: 4 }, (_, page) =>
      Array.from({ length: 30 }, (_each, at) => `"https://h${page}-${at}.example/"`).join(' '),
    );
    expect(hostsIn(texts)).toHaveLength(60);
    expect(hostsIn(texts.slice(0, 2))).toHaveLength(60);
    let read = 0;
    function* pages() {
      for (const text of texts) {
        read += 1;
        yield text;
      }
    }
    hostsIn(pages());
    expect(read).toBe(3);
  });

  it('are those of letters where the style of letters is named', () => {
    const text = '@import "https://fonts.googleapis.com/css2?family=A"';
    expect(hosts(text)).toEqual([
      ['fonts.googleapis.com', 'style'],
      ['fonts.gstatic.com', 'font'],
    ]);
  });

  it.each(['a.example', 'local.example', 'mylocal', '1.2.3.a.example'])(
    'of the internet are known: %s',
    (host) => {
      expect(isNear(host)).toBe(!host.includes('.'));
    },
  );

  it('are none in comments, paths, and names of formats', () => {
    expect(hosts('// a.example\n a = b //c.d\n xmlns="http://www.w3.org/2000/svg"')).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '127.0.0.1:17816',
    '127.1',
    '[::ffff:127.0.0.1]',
    'localhost:80',
    '192.168.0.2',
    '[::1]',
    'nas.local',
    'w0123.localhost',
    'router',
  ])('of this computer and network are known: %s', (host) => {
    expect(isNear(host)).toBe(true);
  });
});

describe('fields', () => {
  it('may stand in a wrapper, and under other names of their types', () => {
    const fields = readFields(
      { customFields: { a: { type: 'audio-input' }, b: { type: 'week', value: 3 } } },
      {},
    );
    expect(fields.map(({ name, type, value }) => [name, type, value])).toEqual([
      ['a', 'sound-input', ''],
      ['b', 'text', 3],
    ]);
  });

  it('have values of the kind of their type', () => {
    const fields = readFields(
      {
        n: { type: 'slider', value: '12' },
        c: { type: 'checkbox' },
        d: { type: 'dropdown', options: { x: 'X', y: 'Y' } },
      },
      { n: 5, extra: 'kept' },
    );
    expect(fields.map(({ value }) => value)).toEqual([5, false, 'x', 'kept']);
  });
});

describe('the page of a widget', () => {
  const parts = { html: 'index.html', css: 'style.css', js: 'script.js', fields: null, data: null };
  const setup = { fields: { x: '"></script><script>' }, store: {}, language: 'ko' as const };

  it('takes its style and script once, whether or not its html names them', () => {
    const named = widgetDocument('<script src="script.js"></script>', parts, setup);
    expect(named.match(/script\.js/g)).toHaveLength(1);
    expect(named).toContain('href="style.css"');
  });

  it('is this, as a whole', () => {
    const setup = { fields: { x: '<&>"' }, store: { a: 1 }, language: 'en' as const };
    const files = {
      html: 'index.html',
      css: 'my style.css',
      js: 'a/b.js',
      fields: null,
      data: null,
    };
    expect(widgetDocument('<p>{x}</p>', files, setup)).toBe(
      '<!doctype html><html lang="en"><head><meta charset="utf-8">' +
        '<script src="~/frame.js" data-setup="{&quot;fields&quot;:{&quot;x&quot;:&quot;&lt;&amp;&gt;\\&quot;&quot;},' +
        '&quot;store&quot;:{&quot;a&quot;:1},&quot;language&quot;:&quot;en&quot;}"></script>' +
        '<script src="~/jquery.js"></script>' +
        '<style>html,body{height:100%;margin:0;overflow:hidden;background:transparent}</style>' +
        '<link rel="stylesheet" href="my%20style.css"></head><body><p><&>"</p>' +
        '\n<script src="a/b.js"></script></body></html>',
    );
  });

  it.each([
    ['<link href="style.css">', ['script.js']],
    ["<link href='./style.css?v=1'>", ['script.js']],
    ['<script src=script.js>', ['style.css']],
    ['<a title="script.js">', ['style.css', 'script.js']],
    ['<script src="my-script.js">', ['style.css', 'script.js']],
    ['<script src="scriptxjs">', ['style.css', 'script.js']],
  ])('adds what its html does not name: %s', (html, added) => {
    const [, before = '', after = ''] =
      /^([\s\S]*)<body>[\s\S]*?(\n<script[\s\S]*)?<\/body>/.exec(
        widgetDocument(html, parts, setup),
      ) ?? [];
    const names = [before, after].flatMap(
      (text) => text.match(/(?:style\.css|script\.js)(?=")/g) ?? [],
    );
    expect(names).toEqual(added);
  });

  it('has no style and script where there are none', () => {
    const bare = { html: null, css: null, js: null, fields: null, data: null };
    const page = widgetDocument('', bare, setup);
    expect(page).not.toContain('<link');
    expect(page.match(/<script/g)).toHaveLength(2);
  });

  it('tells the frame its fields in a form that ends nothing', () => {
    expect(widgetDocument('', parts, setup).match(/<script/g)).toHaveLength(3);
  });

  it.each([
    ['<script src="//a.example/x.js">', '<script src="https://a.example/x.js">'],
    ['@import url(//a.example/x.css)', '@import url(https://a.example/x.css)'],
    ['fetch(`//a.example/x`)', 'fetch(`https://a.example/x`)'],
    ['x = 1; // a.example/x', 'x = 1; // a.example/x'],
    ['const path = "//";', 'const path = "//";'],
  ])('has an address without a scheme encrypted: %s', (text, other) => {
    expect(encrypted(text)).toBe(other);
  });

  it('lets through named hosts, encrypted, and nothing else', () => {
    const policy = widgetPolicy({
      own: 'http://w0.localhost:1/k/',
      hosts: ['a.example'],
      pictures: ['https://ci.me'],
      ancestors: ['http://127.0.0.1:1'],
    });
    expect(policy).toContain(`default-src 'none'`);
    expect(policy).toContain(
      'connect-src http://w0.localhost:1/k/ https://a.example wss://a.example;',
    );
    expect(policy).toContain('sandbox allow-scripts');
    expect(policy).not.toMatch(/allow-same-origin|\*(?!\.ci\.me)|http:\/\/a\.example/);
  });
});
