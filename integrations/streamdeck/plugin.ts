import { readFileSync } from 'node:fs';
import { type Action, type DialAction, type KeyAction, streamDeck } from '@elgato/streamdeck';
import { DeckLink, type LinkSettings, linkSettingsOf } from '../decks/deck-link.ts';
import type { DeckRow, Values } from '../decks/deck-row.ts';
import { DECK_ROWS } from '../decks/deck-table.ts';
import { wordsOf } from '../decks/deck-words.ts';
import { shapesOf } from '../decks/key-picture.ts';
import { formOf } from './inspector-form.ts';
import { actionIdOf, iconOf } from './manifest.ts';
import { PlacedKeys, type Surface } from './placed-keys.ts';

/** The plug-in as Stream Deck starts it, in the plug-in's folder. */

const say = wordsOf(streamDeck.info.application.language);
const rows = new Map(DECK_ROWS.map((row) => [actionIdOf(row), row]));
const shapes = new Map(
  DECK_ROWS.map((row) => [row, shapesOf(readFileSync(`${iconOf(row)}.svg`, 'utf8'))]),
);
const clock = {
  now: () => Date.now(),
  after: (ms: number, run: () => void) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
};

let settings: LinkSettings = { address: '', key: '' };
/** The key whose settings are open; null: none. */
let inspected: string | null = null;
let told = '';

const link = new DeckLink({ onChange: () => changed() });
const keys = new PlacedKeys({ link, say, clock, shapes: (row) => shapes.get(row) ?? '' });

function changed(): void {
  keys.redraw();
  tellInspector();
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const valuesOf = (kept: unknown): Values => (isObject(kept) ? kept : {});

/** Nothing that Stream Deck could not be told may end the plug-in. */
function soon(sent: Promise<void>): void {
  sent.catch((failure: unknown) => streamDeck.logger.warn('Stream Deck was not told', failure));
}

function keySurface(key: KeyAction): Surface {
  let picture = '';
  return {
    kind: 'key',
    draw: (look) => {
      if (look.picture !== picture) soon(key.setImage(look.picture));
      picture = look.picture;
      soon(key.setTitle(look.title));
    },
    alert: () => soon(key.showAlert()),
    ok: () => soon(key.showOk()),
  };
}

function dialSurface(dial: DialAction, row: DeckRow): Surface {
  const title = say(`decks.${row.id}.name`);
  return {
    kind: 'dial',
    draw: ({ title: value, picture, percent }) => {
      const bar = percent === null ? {} : { indicator: { value: percent } };
      soon(dial.setFeedback({ title, icon: picture, value, ...bar }));
    },
    alert: () => soon(dial.showAlert()),
    ok: () => undefined,
  };
}

function surfaceOf(action: Action, row: DeckRow): Surface | null {
  if (action.isKey()) return keySurface(action);
  return action.isDial() ? dialSurface(action, row) : null;
}

function tellInspector(again = false): void {
  const placed = inspected === null ? null : keys.get(inspected);
  if (!placed) return;
  const { address, key } = settings;
  const form = formOf({ ...placed, link, address, hasKey: key !== '', say });
  const text = JSON.stringify(form);
  if (text === told && !again) return;
  told = text;
  soon(streamDeck.ui.sendToPropertyInspector(JSON.parse(text)));
}

/** The page of a key's settings: it asks what to draw, or gives the connection. */
function onInspector(payload: unknown): void {
  if (!isObject(payload)) return;
  if (payload['ask'] === 'form') tellInspector(true);
  if (payload['ask'] !== 'connect') return;
  const given = linkSettingsOf(payload);
  settings = { address: given.address, key: given.key || settings.key };
  soon(streamDeck.settings.setGlobalSettings({ ...settings }));
  link.use(settings, true);
}

streamDeck.actions.onWillAppear(({ action, payload }) => {
  const row = rows.get(action.manifestId);
  const surface = row ? surfaceOf(action, row) : null;
  if (row && surface) keys.appear(action.id, row, surface, valuesOf(payload.settings));
});
streamDeck.actions.onWillDisappear(({ action }) => keys.disappear(action.id));
streamDeck.actions.onKeyDown(({ action }) => soon(keys.press(action.id)));
streamDeck.actions.onDialDown(({ action }) => soon(keys.press(action.id)));
streamDeck.actions.onTouchTap(({ action }) => soon(keys.press(action.id)));
streamDeck.actions.onDialRotate(({ action, payload }) => soon(keys.turn(action.id, payload.ticks)));
streamDeck.settings.onDidReceiveSettings(({ action, payload }) => {
  keys.setValues(action.id, valuesOf(payload.settings));
  tellInspector();
});
streamDeck.settings.onDidReceiveGlobalSettings((event) => {
  settings = linkSettingsOf(event.settings);
  link.use(settings);
  tellInspector();
});
streamDeck.ui.onDidAppear(({ action }) => {
  inspected = action.id;
  tellInspector(true);
});
streamDeck.ui.onDidDisappear(({ action }) => {
  if (inspected === action.id) inspected = null;
});
streamDeck.ui.onSendToPlugin(({ payload }) => onInspector(payload));

await streamDeck.connect();
// Answered by the event above.
soon(streamDeck.settings.getGlobalSettings().then(() => undefined));
