import { createHash } from 'node:crypto';
import { LANGUAGES, type Language } from '../../shared/locales/index.ts';
import { coreTexts } from '../base/errors.ts';

const STYLE = [
  'body{margin:0;display:grid;min-height:100vh;place-items:center;font:16px/1.6 system-ui,sans-serif}',
  'main{margin:24px;padding:24px 32px;max-width:30em;border-radius:16px;background:#1b1d22;color:#f4f4f5}',
  'h1{margin:0;font-size:20px}p{margin:4px 0 0}section+section{margin-top:20px}',
].join('');

function section(language: Language): string {
  const say = coreTexts(language);
  return `<section lang="${language}"><h1>${say('stale-address.title')}</h1><p>${say('stale-address.text')}</p></section>`;
}

/** What somebody sees who comes with a key that is not (or no longer) right. No script, no file. */
export const STALE_ADDRESS_PAGE = [
  '<!doctype html><html lang="ko"><head><meta charset="utf-8">',
  `<title>Stagelight</title><style>${STYLE}</style></head>`,
  `<body><main>${LANGUAGES.map(section).join('')}</main></body></html>`,
].join('');

export const STALE_ADDRESS_POLICY = [
  `default-src 'none'`,
  `style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');
