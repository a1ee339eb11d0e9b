import { createHash } from 'node:crypto';
import type { FleetKey } from '../../../shared/locales/fleet.ts';
import type { Language } from '../../../shared/locales/index.ts';
import { escapeHtml } from '../../auth/note-page.ts';
import type { SayFleet } from '../front-pages.ts';
import { PageScript } from './page-script.ts';
import { PAGE_STYLE } from './page-style.ts';
import { TOTALS } from './page-view.ts';

const SCRIPT = `new (${PageScript.toString()})(window).start();`;

const hashOf = (text: string): string =>
  `'sha256-${createHash('sha256').update(text).digest('base64')}'`;

/** One script and one style sheet, both known word for word; questions to its own address, and nothing else. */
export const PAGE_POLICY = [
  "default-src 'none'",
  `script-src ${hashOf(SCRIPT)}`,
  `style-src ${hashOf(PAGE_STYLE)}`,
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types 'none'",
].join('; ');

const COLUMNS = {
  channels: ['channel', 'state', 'host', 'epoch', 'since', 'acts'],
  hosts: ['host', 'state', 'channels', 'weight'],
  moves: ['when', 'channel', 'from', 'to'],
  gaps: ['when', 'channel', 'length', 'reason'],
} as const;

/** What the script says by itself. */
const WORDS = [
  ...['lost', 'gone', 'shown', 'working', 'removing', 'unsure', 'ask', 'until', 'copied'],
  'copy-yourself',
] as const;

/** The page without what is in it: the script asks for that. `mayAdd`: links of streamers lead here. */
export function pageDocument(
  fleet: string,
  mayAdd: boolean,
  language: Language,
  say: SayFleet,
): string {
  const text = (key: FleetKey, values?: Readonly<Record<string, string>>) =>
    escapeHtml(say(key, values));
  const section = (name: keyof typeof COLUMNS) => sectionOf(name, text);
  const words = WORDS.map((word) => {
    const own = { shown: '{shown}', all: '{all}', channel: '{channel}', until: '{until}' };
    return `<span data-word="${word}">${text(`page.${word}` as FleetKey, own)}</span>`;
  });
  const totals = TOTALS.map(
    (name) => `<div><dt>${text(`page.total-${name}`)}</dt><dd id="total-${name}">–</dd></div>`,
  );
  const adding = mayAdd
    ? `<button type="button" class="main" data-does="add">${text('page.add')}</button>`
    : `<p>${text('page.add-not')}</p>`;
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text('page.title')} ${escapeHtml(fleet)} · Stagelight</title>
<style>${PAGE_STYLE}</style>
</head>
<body>
<div class="page">
<header>
<h1>${text('page.title')} <small>${escapeHtml(fleet)}</small></h1>
<nav aria-label="${text('page.parts')}"><a href="#channels">${text('page.channels')}</a><a href="#hosts">${text('page.hosts')}</a><a href="#moves">${text('page.moves')}</a><a href="#gaps">${text('page.gaps')}</a></nav>
</header>
<noscript>${text('page.no-script')}</noscript>
<p id="trouble" role="alert" hidden></p>
<main>
<dl class="totals">${totals.join('')}</dl>
<div class="tools">
<input id="filter" type="search" autocomplete="off" spellcheck="false" aria-label="${text('page.filter')}" placeholder="${text('page.filter')}">
${adding}
<span id="shown" role="status"></span>
<p id="told" role="status"></p>
</div>
<div class="lists">
${section('channels')}
<div class="side">
${section('hosts')}
${section('moves')}
${section('gaps')}
</div>
</div>
</main>
</div>
<dialog id="ask" aria-labelledby="ask-title"><h2 id="ask-title"></h2><p>${text('page.ask-text')}</p>
<div class="answers"><button type="button" data-does="close" autofocus>${text('page.no')}</button><button type="button" class="sure" data-does="yes">${text('page.yes')}</button></div></dialog>
<dialog id="link" aria-labelledby="link-title"><h2 id="link-title">${text('page.link-title')}</h2><p>${text('page.link-text')}</p>
<input id="link-text" readonly aria-label="${text('page.link-title')}"><p id="link-until"></p>
<div class="answers"><span id="copied" role="status"></span><button type="button" data-does="close">${text('page.close')}</button><button type="button" class="main" data-does="copy">${text('page.copy')}</button></div></dialog>
<div id="words" hidden>${words.join('')}</div>
<script>${SCRIPT}</script>
</body>
</html>
`;
}

function sectionOf(name: keyof typeof COLUMNS, text: (key: FleetKey) => string): string {
  const heads = COLUMNS[name].map((column) => {
    const head = text(`page.col-${column}`);
    // Of buttons that say what they do; only who does not see the table needs it.
    const shown = column === 'acts' ? `<span class="hidden">${head}</span>` : head;
    return `<th role="columnheader" scope="col">${shown}</th>`;
  });
  const nothing =
    name === 'channels' ? `<p id="nothing" class="none" hidden>${text('page.nothing')}</p>` : '';
  return `<section aria-labelledby="${name}"><h2 id="${name}">${text(`page.${name}`)}</h2>
<p id="${name}-none" class="none" hidden>${text(`page.${name}-none`)}</p>
<table id="${name}-table" role="table" aria-labelledby="${name}" hidden><thead role="rowgroup"><tr role="row" id="${name}-heads">${heads.join('')}</tr></thead><tbody role="rowgroup" id="${name}-rows"></tbody></table>${nothing}
</section>`;
}
