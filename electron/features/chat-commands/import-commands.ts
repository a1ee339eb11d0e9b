import {
  CHAT_COMMANDS_MOST,
  type ChatCommandRule,
  COMMAND_NAME_MOST,
} from '../../../shared/contract/chat-commands.ts';
import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { csvCells, csvDelimiter } from '../../base/spreadsheet.ts';
import { commandNames, cutCharacters, type OwnerOf } from '../show/index.ts';
import { nameLook } from './chat-commands.ts';

/** As other bots export them. */
const HEADS = commandNames('chat-commands.csv-heads');

export interface ImportedCommands {
  readonly commands: readonly ChatCommandRule[];
  readonly added: number;
  /** Lines without a name or a text, with a name that somebody has already, or beyond the limit. */
  readonly skipped: number;
}

/** The commands that are there, and those of a CSV file after them: its first two columns are name and text. */
export function importCommands(
  csv: string,
  known: readonly ChatCommandRule[],
  makeId: () => string,
  ownerOf: OwnerOf,
): ImportedCommands {
  const lines = csv
    .replace(/^\ufeff/, '')
    .split(/\r\n|\r|\n/)
    .filter((line) => line.trim() !== '');
  const delimiter = csvDelimiter(lines[0] ?? '');
  const rows = lines.map((line) => csvCells(line, delimiter).map((cell) => cell.trim()));
  const isNamed = HEADS.has((rows[0]?.[0] ?? '').toLowerCase());
  const names = new Set(known.flatMap((command) => command.names.map(nameLook)));
  const commands = [...known];
  let skipped = 0;
  for (const [first = '', text = ''] of isNamed ? rows.slice(1) : rows) {
    // The apostrophe marks text in spreadsheets.
    const name = first.replace(/^'?!*/, '').trim().slice(0, COMMAND_NAME_MOST);
    const look = nameLook(name);
    const isFull = commands.length >= CHAT_COMMANDS_MOST;
    if (look === '' || text === '' || names.has(look) || isFull || ownerOf(name) !== null) {
      skipped += 1;
      continue;
    }
    names.add(look);
    commands.push({ ...USUAL, id: makeId(), names: [name], text: cutText(text) });
  }
  return { commands, added: commands.length - known.length, skipped };
}

const USUAL = { users: 'everyone', cooldown: 5, viewerCooldown: 15, on: true } as const;

const cutText = (text: string) => cutCharacters(text.replace(/^'/, ''), CHAT_MESSAGE_MAX);
