import { mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import electronLog from 'electron-log/node.js';
import { describe, expect, it, vi } from 'vitest';
import { createLogger, type LogSink, Redactor } from '../../../electron/base/log.ts';
import { fileLog } from '../../../electron/desktop/ports/file-log.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { makeTempFolders } from '../base/temp-folder.ts';

const tempFolder = makeTempFolders();

function open(folder: string, console = false): LogSink {
  return fileLog({ folder, electronLog, console });
}

describe('the log file', () => {
  it('holds the lines as they are, at once, for its owner alone', () => {
    const folder = join(tempFolder(), 'logs');
    const sink = open(folder);
    const lines = ['one %c %s %d {text}', '두 번째 ✓', '  leading', '{"json":"%o"}', ''];
    for (const line of lines) sink(line, 'info');
    const file = join(folder, 'stagelight.log');
    expect(readFileSync(file, 'utf8')).toBe(`${lines.join('\n')}\n`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(readdirSync(folder)).toEqual(['stagelight.log']);
  });

  it('takes every level', () => {
    const folder = tempFolder();
    const sink = open(folder);
    const levels = ['debug', 'info', 'warn', 'error'] as const;
    for (const level of levels) sink(`a ${level} line`, level);
    const text = readFileSync(join(folder, 'stagelight.log'), 'utf8');
    for (const level of levels) expect(text).toContain(`a ${level} line\n`);
  });

  it('holds what our logger has redacted', () => {
    const folder = tempFolder();
    const redactor = new Redactor();
    redactor.hide('very-secret-1');
    const log = createLogger(new VirtualClock(), redactor, open(folder));
    log.warn('with very-secret-1', { token: 'another-2', failure: new Error('very-secret-1') });
    const text = readFileSync(join(folder, 'stagelight.log'), 'utf8');
    expect(text).toContain('with [hidden]');
    expect(text).not.toMatch(/very-secret|another-2/);
  });

  it('goes on in a new file after 5 MB and keeps three old ones', () => {
    const folder = tempFolder();
    const name = (count: number) => (count === 0 ? 'stagelight.log' : `stagelight.${count}.log`);
    const big = 'x'.repeat(5 * 1024 * 1024 + 1);
    for (let turn = 1; turn <= 5; turn += 1) {
      const sink = open(folder);
      sink(`begin ${turn}`, 'info');
      sink(big, 'info');
    }
    open(folder)('the last', 'info');
    expect(readdirSync(folder).sort()).toEqual([0, 1, 2, 3].map(name).sort());
    const first = (count: number) => readFileSync(join(folder, name(count)), 'utf8').split('\n')[0];
    expect([0, 1, 2, 3].map(first)).toEqual(['the last', 'begin 5', 'begin 4', 'begin 3']);
  });

  it('says nothing on the console, nor to pages or servers, and leaves globals alone', () => {
    const methods = ['log', 'info', 'warn', 'error', 'debug'] as const;
    const before = methods.map((method) => console[method]);
    const listeners = process.listenerCount('uncaughtException');
    const spies = methods.map((method) => vi.spyOn(console, method));
    open(tempFolder())('a quiet line', 'error');
    electronLog.error('a line of somebody else');
    for (const spy of spies) {
      expect(spy).not.toHaveBeenCalled();
      spy.mockRestore();
    }
    expect(methods.map((method) => console[method])).toEqual(before);
    expect(process.listenerCount('uncaughtException')).toBe(listeners);
  });

  it('takes nothing that others log with the library', () => {
    const folder = tempFolder();
    const sink = open(folder);
    electronLog.error('not ours');
    electronLog.create({ logId: 'other' }).transports.file.level = false;
    sink('ours', 'info');
    expect(readFileSync(join(folder, 'stagelight.log'), 'utf8')).toBe('ours\n');
  });

  it('loses lines and nothing else where the folder cannot be made', () => {
    const folder = tempFolder();
    writeFileSync(join(folder, 'file'), '');
    const sink = open(join(folder, 'file', 'logs'));
    const spy = vi.spyOn(process.stderr, 'write');
    expect(() => sink('a line', 'error')).not.toThrow();
    expect(spy).not.toHaveBeenCalled();
    spy.mockRestore();
    expect(readdirSync(folder)).toEqual(['file']);
  });

  it('also speaks to developers who ask for it, with nothing added', () => {
    const logger = electronLog.create({ logId: 'for-developers' });
    const said: unknown[] = [];
    const create = vi.spyOn(electronLog, 'create').mockReturnValue(logger);
    const sink = open(tempFolder(), true);
    create.mockRestore();
    logger.transports.console.writeFn = ({ message }) => void said.push(...message.data);
    sink('a %c line', 'warn');
    expect(said).toEqual(['a %c line']);
  });

  it('goes on when old files cannot be moved', () => {
    const folder = tempFolder();
    mkdirSync(join(folder, 'stagelight.1.log', 'in the way'), { recursive: true });
    const big = 'x'.repeat(5 * 1024 * 1024 + 1);
    const sink = open(folder);
    sink(big, 'info');
    expect(() => sink('after', 'info')).not.toThrow();
    expect(readFileSync(join(folder, 'stagelight.log'), 'utf8')).toContain('after');
  });
});
