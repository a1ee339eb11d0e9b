import { readFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join, resolve } from 'node:path';
import type { Page } from '@playwright/test';

const tokensFile = join(resolve(import.meta.dirname, '../..'), 'shared/emoji-tokens.ts');

const PAGE = `<!doctype html>
<meta charset="utf-8">
<title>baseline</title>
<style>
  html, body { margin: 0; height: 100%; overflow: hidden; background: transparent; }
  body { font: 600 21px sans-serif; color: #fff; text-shadow: 0 1px 2px #000; }
  ol { position: absolute; left: 28px; bottom: 28px; width: 480px; max-height: 60%; margin: 0;
    padding: 0; list-style: none; display: flex; flex-direction: column; justify-content: flex-end;
    overflow: hidden; }
  li { padding: 4px 12px; background: rgba(0, 0, 0, 0.6); border-radius: 12px; margin-top: 6px; }
  img { height: 1.4em; vertical-align: middle; }
  #stage { position: absolute; top: 8%; left: 50%; }
</style>
<ol id="list"></ol>
<div id="stage"></div>
<script type="module" src="baseline.js"></script>
`;

/** The least that draws the same feed: one element a message, one append a frame, 50 kept. */
const SCRIPT = `
import { splitEmojiTokens } from './emoji-tokens.js';
const KEPT = 50;
const list = document.getElementById('list');
const stage = document.getElementById('stage');
let waiting = [];
let asked = false;

function image(address, name) {
  const element = document.createElement('img');
  element.src = address;
  element.alt = name;
  element.decoding = 'async';
  return element;
}
function lineOf({ data }) {
  const line = document.createElement('li');
  for (const badge of data.profile.badges) {
    if (badge.imageUrl) line.append(image(badge.imageUrl, badge.name));
  }
  const name = document.createElement('b');
  name.textContent = data.profile.nickname + ' ';
  line.append(name);
  for (const segment of splitEmojiTokens(data.content, data.emojis)) {
    line.append(segment.type === 'text' ? segment.text : image(segment.url, segment.token));
  }
  return line;
}
function draw() {
  asked = false;
  const lines = waiting.slice(-KEPT);
  waiting = [];
  const added = document.createDocumentFragment();
  for (const event of lines) added.append(lineOf(event));
  list.append(added);
  while (list.childElementCount > KEPT) list.firstElementChild.remove();
}
function add(events) {
  for (const event of events) if (event.kind === 'CHAT') waiting.push(event);
  if (waiting.length > KEPT * 2) waiting = waiting.slice(-KEPT);
  if (asked || waiting.length === 0) return;
  asked = true;
  requestAnimationFrame(draw);
}
function showAlert(alert) {
  const { data } = alert?.event ?? { data: {} };
  stage.textContent = alert ? [alert.event.kind, data.donatorNickname, data.donationText].join(' ') : '';
}
const address = new URL('feed', location.href);
address.protocol = 'ws:';
const socket = new WebSocket(address);
socket.onopen = () => socket.send(JSON.stringify({ type: 'attach', epoch: null, after: 0 }));
socket.onmessage = ({ data }) => {
  const frame = JSON.parse(data);
  if (frame.type === 'batch') add(frame.events);
  else if (frame.type === 'snapshot') { add(frame.chat); showAlert(frame.alert); }
  else if (frame.type === 'alert') showAlert(frame.alert);
};
`;

/**
 * Opens the plain page in the overlay's place: at the same address, so that it follows the very
 * feed that the overlay follows. From then on nothing stands between the page and the network.
 */
export async function openBaseline(page: Page, overlayUrl: string): Promise<void> {
  const tokens = stripTypeScriptTypes(await readFile(tokensFile, 'utf8'));
  const files = new Map([
    [overlayUrl, { contentType: 'text/html', body: PAGE }],
    [`${overlayUrl}baseline.js`, { contentType: 'text/javascript', body: SCRIPT }],
    [`${overlayUrl}emoji-tokens.js`, { contentType: 'text/javascript', body: tokens }],
  ]);
  await page.route('**/*', (route) => {
    const file = files.get(route.request().url());
    return file ? route.fulfill(file) : route.continue();
  });
  await page.goto(overlayUrl);
  // Routing also turns the browser's cache off, which would slow down every emoji.
  await page.unroute('**/*');
}
