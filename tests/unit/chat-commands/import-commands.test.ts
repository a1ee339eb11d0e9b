import { describe, expect, it } from 'vitest';
import { importCommands } from '../../../electron/features/chat-commands/import-commands.ts';
import { RULE } from './answers.ts';

describe('commands of a CSV file', () => {
  let number = 0;
  const ownerOf = (word: string) => (word === '투표' ? 'vote' : null);
  const makeId = () => {
    number += 1;
    return `id-${number}`;
  };

  it('are added with their names and answers, and others are skipped', () => {
    const csv =
      '\ufeffCommand,Response\r\n!hello,"Hi, {viewer}"\r\ndiscord,other\r\n,empty\r\nHELLO,again\r\n투표,taken\r\n';
    const { commands, added, skipped } = importCommands(csv, [RULE], makeId, ownerOf);
    expect(commands.slice(1)).toMatchObject([{ names: ['hello'], text: 'Hi, {viewer}', on: true }]);
    expect({ added, skipped }).toEqual({ added: 1, skipped: 4 });
  });

  it('may be parted by semicolons, and are cut to what fits', () => {
    const { commands } = importCommands(
      `name;text\n${'n'.repeat(50)};${'가'.repeat(200)}`,
      [],
      makeId,
      ownerOf,
    );
    expect(commands[0]?.names[0]).toHaveLength(20);
    expect([...(commands[0]?.text ?? '')]).toHaveLength(100);
  });

  it('are what a spreadsheet made of them, in the order of the file', () => {
    const csv = "'!one;'=1+1;x\n\n  \n!!two ; two \r three;3;\n'four;\n;five\n";
    const { commands, added, skipped } = importCommands(csv, [RULE], makeId, ownerOf);
    expect(commands[0]).toBe(RULE);
    expect(commands.slice(1)).toEqual(
      [
        ['one', '=1+1'],
        ['two', 'two'],
        ['three', '3'],
      ].map(([name, text]) => ({
        id: expect.stringMatching(/^id-\d+$/),
        names: [name],
        text,
        users: 'everyone',
        cooldown: 5,
        viewerCooldown: 15,
        on: true,
      })),
    );
    expect(new Set(commands.map(({ id }) => id)).size).toBe(4);
    expect([added, skipped]).toEqual([3, 2]);
  });

  it.each(['', ' \n\r\n', 'name,text'])('are none in %j', (csv) => {
    expect(importCommands(csv, [], makeId, ownerOf)).toEqual({
      commands: [],
      added: 0,
      skipped: 0,
    });
  });

  it('are two hundred at most, with those that are there', () => {
    const known = Array.from({ length: 198 }, (_, at) => ({ ...RULE, names: [`known${at}`] }));
    const { commands, added, skipped } = importCommands(
      'a,1\nb,2\nc,3\nd,4',
      known,
      makeId,
      ownerOf,
    );
    expect(commands.slice(198).map(({ names }) => names)).toEqual([['a'], ['b']]);
    expect([commands.length, added, skipped]).toEqual([200, 2, 2]);
  });

  it('are one for each name, also of those that the streamer has', () => {
    const csv = 'x,1\nＸ,2\n! x,3\n디스코드,4\ny,5';
    const { commands, skipped } = importCommands(csv, [RULE], makeId, ownerOf);
    expect(commands.slice(1).map(({ names, text }) => [...names, text])).toEqual([
      ['x', '1'],
      ['y', '5'],
    ]);
    expect(skipped).toBe(3);
  });
});
