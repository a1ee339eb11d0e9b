import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { rowOf } from '../../../integrations/decks/deck-table.ts';
import { wordsOf } from '../../../integrations/decks/deck-words.ts';
import { formOf, type InspectorForm } from '../../../integrations/streamdeck/inspector-form.ts';
import { BUSY } from './deck-state.ts';

const folder = resolve(import.meta.dirname, '../../../integrations/streamdeck/ui');
const read = (name: string) => readFileSync(`${folder}/${name}`, 'utf8');

/** The socket that the page opens to Stream Deck. */
class FakeSocket extends EventTarget {
  static last: FakeSocket;
  readonly sent: Record<string, unknown>[] = [];

  readonly url: string;

  constructor(url: string) {
    super();
    this.url = url;
    FakeSocket.last = this;
  }

  send(text: string): void {
    this.sent.push(JSON.parse(text));
  }

  tell(message: object): void {
    this.dispatchEvent(new MessageEvent('message', { data: JSON.stringify(message) }));
  }
}

type Connect = (...given: (string | number)[]) => void;

function openPage(settings: object = {}): FakeSocket {
  // Its own body stays: other files of this worker draw in it.
  document.body.innerHTML = /<main[\s\S]*<\/main>/.exec(read('inspector.html'))?.[0] ?? '';
  new Function('window', 'document', 'WebSocket', read('inspector.js'))(
    window,
    document,
    FakeSocket,
  );
  const { connectElgatoStreamDeckSocket: connect } = window as unknown as Record<string, Connect>;
  const info = JSON.stringify({ application: { language: 'ko' } });
  const action = { action: 'a', context: 'c', payload: { settings } };
  connect?.(28196, 'page-1', 'registerPropertyInspector', info, JSON.stringify(action));
  FakeSocket.last.dispatchEvent(new Event('open'));
  return FakeSocket.last;
}

const form = (id: string, values = {}, hasKey = true): InspectorForm => {
  const row = rowOf(id);
  if (!row) throw new RangeError(id);
  const link = { link: { kind: 'live' }, state: BUSY } as const;
  return formOf({ row, values, link, address: 'a', hasKey, say: wordsOf('en') });
};

const draw = (socket: FakeSocket, payload: InspectorForm) =>
  socket.tell({ event: 'sendToPropertyInspector', payload });

describe('the page of a key’s settings', () => {
  const { lang } = document.documentElement;

  afterEach(() => {
    document.body.replaceChildren();
    document.documentElement.lang = lang;
  });

  it('registers, asks what to draw, and draws it with labels', () => {
    const socket = openPage({ layout: 'b' });
    expect(socket.url).toBe('ws://127.0.0.1:28196');
    expect(socket.sent).toEqual([
      { event: 'registerPropertyInspector', uuid: 'page-1' },
      { event: 'sendToPlugin', action: 'a', context: 'page-1', payload: { ask: 'form' } },
    ]);
    draw(socket, form('layout', { layout: 'b' }));
    const select = document.querySelector('select');
    expect(select?.closest('label')?.textContent).toContain('Layout');
    expect([...(select?.options ?? [])].map(({ text }) => text)).toEqual([
      'The next one',
      'Game',
      '2',
    ]);
    expect(select?.value).toBe('b');
    expect(document.documentElement.lang).toBe('ko');
  });

  it('keeps a choice in Stream Deck, beside the others', () => {
    const socket = openPage({ counter: '7' });
    draw(socket, form('counter-up', { counter: '7' }));
    const number = document.querySelector<HTMLInputElement>('input[type=number]');
    if (number) number.value = '5';
    number?.dispatchEvent(new Event('change'));
    expect(socket.sent.at(-1)).toMatchObject({
      event: 'setSettings',
      payload: { counter: '7', by: '5' },
    });
  });

  it('hands the connection over, and shows the key to nobody afterwards', () => {
    const socket = openPage();
    draw(socket, form('quiet', {}, false));
    expect(document.querySelector('details')?.open).toBe(true);
    const key = document.querySelector<HTMLInputElement>('#key');
    expect(key?.type).toBe('password');
    if (key) key.value = 'sl_key';
    document.querySelector('form')?.dispatchEvent(new Event('submit', { cancelable: true }));
    expect(socket.sent.at(-1)).toMatchObject({
      event: 'sendToPlugin',
      payload: { ask: 'connect', address: 'a', key: 'sl_key' },
    });
    expect(key?.value).toBe('');
  });

  it('keeps a choice that is gone, and takes names as text', () => {
    const socket = openPage();
    const gone = form('obs-scene', { scene: '<img src=x onerror=alert(1)>' });
    draw(socket, gone);
    expect(document.querySelector('select')?.value).toBe('<img src=x onerror=alert(1)>');
    expect(document.querySelector('img')).toBeNull();
  });
});
