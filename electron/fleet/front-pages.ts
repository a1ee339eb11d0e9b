import type { OutgoingHttpHeaders } from 'node:http';
import { FLEET_TEXTS, type FleetKey } from '../../shared/locales/fleet.ts';
import type { Language } from '../../shared/locales/index.ts';
import { createTranslator } from '../../shared/locales/translate.ts';
import type { Problem } from '../../shared/problem.ts';
import { preferredLanguage } from '../auth/callback-server.ts';
import { NOTE_POLICY, type NotePage, renderNotePage } from '../auth/note-page.ts';
import { sayProblem } from '../base/errors.ts';
import { COMMON_HEADERS } from '../server/page-policy.ts';

const fleetTexts = createTranslator(FLEET_TEXTS);

export interface FrontPage {
  readonly headers: OutgoingHttpHeaders;
  readonly body: string;
}

/** How a link ends, or where it stands. */
export type JoinPage =
  | { readonly kind: 'open' | 'again'; readonly href: string }
  | { readonly kind: 'done'; readonly channel: string }
  | { readonly kind: 'failed'; readonly problem: Problem }
  | { readonly kind: 'used' | 'old' | 'unknown' | 'stranger' | 'nameless' | 'other' | 'busy' };

export function joinPage(page: JoinPage, acceptLanguage: string | undefined): FrontPage {
  const language = preferredLanguage(acceptLanguage);
  const say = sayer(language);
  const title = say(`join.${page.kind}.title`);
  switch (page.kind) {
    case 'failed': {
      const { what, cure } = sayProblem(page.problem, language);
      return pageOf({ tone: 'wrong', title, lines: [what, cure] }, language);
    }
    case 'open':
    case 'again': {
      const lines = [say(`join.${page.kind}.text`), say(`join.${page.kind}.next`)];
      const link = { href: page.href, text: say('join.open.button') };
      return pageOf({ tone: 'calm', title, lines, link }, language);
    }
    case 'done': {
      const { channel } = page;
      const lines = [say('join.done.text', { channel }), say('join.done.next')];
      return pageOf({ tone: 'done', title, lines }, language);
    }
    default: {
      const lines = [say(`join.${page.kind}.text`), say(`join.${page.kind}.next`)];
      return pageOf({ tone: 'wrong', title, lines }, language);
    }
  }
}

/** For a channel without a host: an overlay shows nothing, because it may be on air. */
export function waitingPage(
  isOverlay: boolean,
  acceptLanguage: string | undefined,
  refreshS: number,
): FrontPage {
  const language = preferredLanguage(acceptLanguage);
  if (isOverlay) {
    const refresh = `<meta http-equiv="refresh" content="${refreshS}">`;
    const body = `<!doctype html><html lang="${language}"><title>Stagelight</title>${refresh}</html>`;
    return { headers: headersOf(body), body };
  }
  const say = sayer(language);
  const lines = [say('waiting.text'), say('waiting.next')];
  return pageOf({ tone: 'calm', title: say('waiting.title'), lines, refreshS }, language);
}

export type SayFleet = (key: FleetKey, values?: Readonly<Record<string, string>>) => string;

export function sayer(language: Language): SayFleet {
  const say = fleetTexts(language);
  return (key, values) => say(key, values);
}

function pageOf(note: NotePage, language: Language): FrontPage {
  const body = renderNotePage(note, language);
  return { headers: headersOf(body), body };
}

function headersOf(body: string): OutgoingHttpHeaders {
  return {
    ...COMMON_HEADERS,
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Length': Buffer.byteLength(body),
    'Content-Security-Policy': NOTE_POLICY,
    'Cache-Control': 'no-store',
  };
}
