import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join, resolve } from 'node:path';
import WebSocket, { type RawData, WebSocketServer } from 'ws';
import { OVERLAY_SOCKET } from '../../shared/overlay/overlay-feed.ts';

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

export interface BaselinePage {
  readonly url: string;
  dispose(): Promise<void>;
}

/** Hands frames on between a page and the core, as they are. */
function relay(page: WebSocket, overlayUrl: string): void {
  const address = new URL(OVERLAY_SOCKET, overlayUrl);
  const { origin } = address;
  address.protocol = 'ws:';
  const core = new WebSocket(address, { origin, perMessageDeflate: false });
  const early: RawData[] = [];
  const pass = (to: WebSocket) => (data: RawData) => {
    if (to.readyState === to.OPEN) to.send(data, { binary: false });
    else if (to.readyState === to.CONNECTING) early.push(data);
  };
  core.on('open', () => {
    for (const data of early.splice(0)) core.send(data, { binary: false });
  });
  core.on('message', pass(page));
  page.on('message', pass(core));
  core.on('close', () => page.terminate());
  page.on('close', () => core.terminate());
  core.on('error', () => page.terminate());
}

/** Serves the plain page; its socket gets the very frames that the core makes for overlays. */
export async function serveBaseline(overlayUrl: string): Promise<BaselinePage> {
  const tokens = stripTypeScriptTypes(await readFile(tokensFile, 'utf8'));
  const files = new Map([
    ['/', { type: 'text/html', body: PAGE }],
    ['/baseline.js', { type: 'text/javascript', body: SCRIPT }],
    ['/emoji-tokens.js', { type: 'text/javascript', body: tokens }],
  ]);
  const server = createServer((request, response) => {
    const file = files.get(request.url ?? '');
    response.writeHead(file ? 200 : 404, { 'content-type': file?.type ?? 'text/plain' });
    response.end(file?.body ?? '');
  });
  const sockets = new WebSocketServer({ server, perMessageDeflate: false });
  sockets.on('connection', (page) => relay(page, overlayUrl));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/`,
    async dispose() {
      for (const socket of sockets.clients) socket.terminate();
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
