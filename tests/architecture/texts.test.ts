import { describe, expect, it } from 'vitest';
import { type SourceFile, sourceFiles } from './source-files.ts';
import { koreanTexts, pageTexts } from './written-texts.ts';

/** Korean that is no text of the app, by file. */
const NO_TEXTS: Readonly<Record<string, string>> = {
  'shared/overlay/particles.ts': 'the grammar of particles',
  'shared/overlay/template.ts': 'how currencies sound before a particle',
  'electron/simulator/world/seed.ts': 'broadcasts, people and campaigns of the simulated platform',
  'electron/simulator/world/channels.ts': 'the platform’s own title of a broadcast',
  'electron/simulator/show/script.ts': 'what viewers of the simulated show write',
  'electron/simulator/events/complete.ts': 'what events of the simulated platform hold',
  'electron/simulator/platform.ts': 'a coupon of the simulated platform',
  'electron/features/drops/claims-import.ts': 'heads of columns in files that others wrote',
  'electron/features/alerts/alert-presenter.ts': 'a sentence to guess from how long a voice takes',
  'scripts/lib/pictures.ts': 'what viewers write in the pictures of the README',
  'scripts/lib/kit-pictures.ts': 'what a streamer does with viewers in the pictures of the guide',
  'scripts/lib/obs-pictures.ts': 'how streamers name their scenes in the pictures of the guide',
  'scripts/lib/everyday-characters.ts': 'letters that a font file holds',
  'electron/features/players/players.ts': 'commands that viewers write in chat',
  'electron/features/counters/counters.ts': 'a command that managers write in chat',
  'shared/overlay/widget-events.ts': 'what widgets of others are told of beams and of nobody',
};

/** Names, the same in every language. */
const NAMES: ReadonlySet<string> = new Set(['Stagelight', 'OBS', 'CIME']);

/** How an entry looks: nobody reads them as words. */
const EXAMPLES: ReadonlySet<string> = new Set([
  'claimId',
  '.sl-chat-name { font-style: italic; }',
  '{ &quot;stagelight&quot;: &quot;theme&quot;, … }',
  'ABCD-EFGH',
  'https://',
]);

const product = sourceFiles(
  ['electron', 'renderer', 'shared', 'scripts', 'integrations'],
  /\.(ts|tsx|mts|mjs|js)$/,
);

const pages = product.filter(({ path }) => /^renderer\/.*\.tsx$/.test(path));

const writtenInto = (file: Pick<SourceFile, 'path' | 'text'>) => [
  ...koreanTexts(file),
  ...(file.path.endsWith('.tsx') ? pageTexts(file) : []).filter(
    ({ text }) => !NAMES.has(text) && !EXAMPLES.has(text),
  ),
];

describe('what people read', () => {
  it('stands in shared/locales, and nowhere in code', () => {
    const files = product.filter(({ path }) => !Object.hasOwn(NO_TEXTS, path));
    expect(files.length).toBeGreaterThan(400);
    expect(files.flatMap(writtenInto).map(({ path, text }) => `${path}: ${text}`)).toEqual([]);
  });

  it.each(Object.entries(NO_TEXTS))('is not meant by the Korean in %s: %s', (path) => {
    const file = product.find((one) => one.path === path);
    expect(file && koreanTexts(file)).not.toEqual([]);
  });

  it('has no example of an entry that no page shows', () => {
    const texts = new Set(pages.flatMap(pageTexts).map(({ text }) => text));
    expect([...EXAMPLES].filter((example) => !texts.has(example))).toEqual([]);
  });
});

describe('the rule', () => {
  const found = (text: string, path = 'renderer/dashboard/a.tsx') =>
    writtenInto({ path, text }).map((one) => one.text);

  it.each([
    ["const a = '저장';", '저장'],
    ['const a = "저장";', '저장'],
    [`const a = \`\${n}개\`;`, '개'],
    ["const a = { ko: '저장' } as const;", '저장'],
    ["import { x } from './x.ts';\nthrow new XError('닫혔어요');", '닫혔어요'],
  ])('finds in any file %s', (text, expected) => {
    expect(found(text, 'electron/desktop/a.ts')).toEqual([expected]);
    expect(found(text, 'scripts/a.ts')).toEqual([expected]);
  });

  it.each([
    ['<p>Nothing here yet.</p>', ['Nothing here yet.']],
    ['<p>저장</p>', ['저장', '저장']],
    ["<p>{'Nothing here yet.'}</p>", ['Nothing here yet.']],
    [`<p>{\`Nothing in \${place}\`}</p>`, ['Nothing in']],
    ["<p>{isOn ? 'On' : 'Off'}</p>", ['On', 'Off']],
    ["<p>{isOn && 'On'}</p>", ['On']],
    ["<p>{'Now ' + time}</p>", ['Now']],
    ['<>Nothing here yet.</>', ['Nothing here yet.']],
    ['<input placeholder="Your name" />', ['Your name']],
    [`<button title="Save" aria-label={\`Save \${name}\`} />`, ['Save', 'Save']],
    ['<img alt="A cat" src="cat.png" />', ['A cat']],
    ['<Callout title="Saved" text={"All of it."} />', ['Saved', 'All of it.']],
  ])('finds in a page %s', (element, expected) => {
    expect(found(`const a = ${element};`)).toEqual(expected);
  });

  it.each([
    "<p>{t('alerts.none')}</p>",
    '<p className="card-note" data-kind="Note">{text}</p>',
    "<p title={t(isOn ? 'a.on' : 'a.off')}>·</p>",
    "<p>{kind === 'Other' ? t('a.other') : null}</p>",
    "<List render={() => <p>{t('a.b')}</p>} label={t('a.c')} />",
    '<p>{/* A note */ 5}</p>',
    '<b>→ 5 %</b>',
    '<img alt="" src="cat.png" />',
    '<h1>Stagelight</h1>',
  ])('leaves %s', (element) => {
    expect(found(`const a = ${element};`)).toEqual([]);
  });

  it.each(['// 저장\nconst a = 1;', '/** 저장: 이/가 */\nconst a = 1;', 'const a = /[가-힣]/u;'])(
    'leaves %j anywhere',
    (text) => {
      expect(found(text, 'shared/a.ts')).toEqual([]);
    },
  );

  it('looks into what stands in an element of an element', () => {
    const inner = "const a = <List render={() => <p title='Save'>Now</p>} />;";
    expect(found(inner)).toEqual(['Now', 'Save']);
  });
});
