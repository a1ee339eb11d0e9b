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
  ])('%s', (text, found) => {
    expect(hosts(text)).toEqual([found]);
  });

  it('are none in comments, paths, and names of formats', () => {
    expect(hosts('// a.example\n a = b //c.d\n xmlns="http://www.w3.org/2000/svg"')).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '127.0.0.1:17816',
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
