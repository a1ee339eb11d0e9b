import type { DeckRow } from '../decks/deck-row.ts';
import { DECK_ROWS } from '../decks/deck-table.ts';
import { DECK_TEXTS, wordsOf } from '../decks/deck-words.ts';

/** What Stream Deck reads of the plug-in, made from the table of keys. */

export const PLUGIN_ID = 'live.stagelight.decks';

/** Its action's id; the last part is the row's. */
export const actionIdOf = ({ id }: Pick<DeckRow, 'id'>): string => `${PLUGIN_ID}.${id}`;

/** The rows' icons, without their ending. */
export const iconOf = ({ id }: Pick<DeckRow, 'id'>): string => `imgs/${id}`;

const inEnglish = wordsOf('en');

/** On the touch strip: title, icon, value and a bar; without the bar where nothing is measured. */
const withBar = ['alerts-volume', 'counter-up'];

function actionOf(row: DeckRow): object {
  const icon = iconOf(row);
  return {
    UUID: actionIdOf(row),
    Name: inEnglish(`decks.${row.id}.name`),
    Tooltip: inEnglish(`decks.${row.id}.help`),
    Icon: icon,
    Controllers: row.dial ? ['Keypad', 'Encoder'] : ['Keypad'],
    States: [{ Image: icon, TitleAlignment: 'bottom', FontSize: 10 }],
    DisableAutomaticStates: true,
    ...(row.dial && {
      Encoder: { layout: withBar.includes(row.id) ? '$B1' : '$A1', Icon: icon },
    }),
  };
}

/** `version`: three numbers. */
export function manifestOf(version: string): object {
  return {
    UUID: PLUGIN_ID,
    Name: 'Stagelight',
    Author: 'Stagelight',
    Version: `${version}.0`,
    Description: inEnglish('decks.plugin.about'),
    Category: 'Stagelight',
    CategoryIcon: 'imgs/category',
    Icon: 'imgs/plugin',
    CodePath: 'bin/plugin.js',
    PropertyInspectorPath: 'ui/inspector.html',
    Actions: DECK_ROWS.map(actionOf),
    SDKVersion: 3,
    Software: { MinimumVersion: '7.1' },
    // It has the WebSocket that the API's client needs.
    Nodejs: { Version: '24' },
    OS: [
      { Platform: 'mac', MinimumVersion: '12' },
      { Platform: 'windows', MinimumVersion: '10' },
    ],
  };
}

/** What Stream Deck says in each language, by the name of its file. */
export function localizations(): Readonly<Record<string, object>> {
  const languages = Object.keys(DECK_TEXTS);
  return Object.fromEntries(
    languages.map((language) => {
      const say = wordsOf(language);
      const actions = DECK_ROWS.map((row) => [
        actionIdOf(row),
        { Name: say(`decks.${row.id}.name`), Tooltip: say(`decks.${row.id}.help`) },
      ]);
      const about = { Name: 'Stagelight', Description: say('decks.plugin.about') };
      return [`${language}.json`, { ...about, ...Object.fromEntries(actions) }];
    }),
  );
}
