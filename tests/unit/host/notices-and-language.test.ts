import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { StagelightError, sayProblem } from '../../../electron/base/errors.ts';
import { createFiles } from '../../../electron/base/files.ts';
import { createLogger, Redactor, silentLogger } from '../../../electron/base/log.ts';
import { LanguageSource } from '../../../electron/host/language-source.ts';
import { NoticeBoard } from '../../../electron/host/notice-board.ts';
import { SettingsFile } from '../../../electron/settings/settings-file.ts';
import { type Language, languageOf, type ProblemCode } from '../../../shared/locales/index.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();

const problem = (code: string): Problem => ({ code: code as ProblemCode });

describe('the notice board', () => {
  function setUp() {
    const clock = new VirtualClock(1_000);
    const lines: string[] = [];
    const board = new NoticeBoard(
      clock,
      createLogger(clock, new Redactor(), (line) => lines.push(line)),
    );
    const heard: string[][] = [];
    board.onChange((notices) => heard.push(notices.map(({ id }) => id)));
    return { clock, lines, board, heard };
  }

  it('has the latest first and tells every change', () => {
    const { board, heard } = setUp();
    board.add(problem('first'));
    board.add(problem('second'), 'error');
    expect(heard).toEqual([['first'], ['second', 'first']]);
    expect(board.all.map(({ level }) => level)).toEqual(['error', 'warn']);
  });

  it('has one notice a problem: the same again moves to the top with its new time', async () => {
    const { board, clock } = setUp();
    board.add(problem('first'));
    board.add(problem('second'));
    await clock.advance(500);
    board.add(problem('first'));
    expect(board.all.map(({ id, at }) => [id, at])).toEqual([
      ['first', 1_500],
      ['second', 1_000],
    ]);
  });

  it('keeps the latest fifty', () => {
    const { board } = setUp();
    for (let number = 0; number < 60; number += 1) board.add(problem(`p-${number}`));
    expect(board.all).toHaveLength(50);
    expect(board.all[0]?.id).toBe('p-59');
    expect(board.all.at(-1)?.id).toBe('p-10');
  });

  it('takes off what is dismissed, and nothing else', () => {
    const { board } = setUp();
    board.add(problem('first'));
    board.add(problem('second'));
    board.dismiss('first');
    board.dismiss('unknown');
    expect(board.all.map(({ id }) => id)).toEqual(['second']);
  });

  it('writes each notice into the log at its level', () => {
    const { board, lines } = setUp();
    board.add({ code: 'sign-in-timed-out' }, 'error');
    const { what } = sayProblem({ code: 'sign-in-timed-out' }, 'en');
    expect(lines).toEqual([
      `1970-01-01T00:00:01.000Z error notice: ${what} {"problem":"sign-in-timed-out"}`,
    ]);
  });
});

describe('the language', () => {
  async function setUp(system: Language) {
    const clock = new VirtualClock();
    const folder = tempFolder();
    const settings = await SettingsFile.load({
      path: join(folder, 'settings.json'),
      files: createFiles(clock),
      clock,
      log: silentLogger,
      onProblem: () => undefined,
    });
    const language = new LanguageSource(settings, system, silentLogger);
    const heard: Language[] = [];
    language.onChange((value) => heard.push(value));
    return { settings, language, heard };
  }

  it("is the system's until the streamer chooses", async () => {
    const { language, settings, heard } = await setUp('ko');
    expect(language.current).toBe('ko');
    await language.choose('en');
    expect(language.current).toBe('en');
    expect(settings.get().language).toBe('en');
    await settings.update({ language: null });
    expect(language.current).toBe('ko');
    expect(heard).toEqual(['en', 'ko']);
  });

  it('is told only when it changes', async () => {
    const { language, settings, heard } = await setUp('ko');
    await language.choose('ko');
    await settings.update({ port: 4000 });
    expect(heard).toEqual([]);
  });

  it('stays when the choice cannot be saved', async () => {
    const { settings, heard } = await setUp('ko');
    const failing = new LanguageSource(
      {
        get: () => settings.get(),
        update: () => Promise.reject(new StagelightError({ code: 'settings-not-saved' })),
        onChange: settings.onChange,
      },
      'ko',
      silentLogger,
    );
    failing.onChange((value) => heard.push(value));
    await expect(failing.choose('en')).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    expect(failing.current).toBe('ko');
    expect(heard).toEqual([]);
  });

  it('says nothing any more after its end', async () => {
    const { language, settings, heard } = await setUp('ko');
    language.dispose();
    await settings.update({ language: 'en' });
    expect(heard).toEqual([]);
  });

  it.each<[string, Language]>([
    ['ko', 'ko'],
    ['ko-KR', 'ko'],
    ['KO-kr', 'ko'],
    ['ko_KR', 'ko'],
    ['kok-IN', 'en'],
    ['en-US', 'en'],
    ['ja-JP', 'en'],
    ['', 'en'],
  ])('of a system that says %j is %s', (locale, language) => {
    expect(languageOf(locale)).toBe(language);
  });
});
