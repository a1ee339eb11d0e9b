import { describe, expect, it } from 'vitest';
import { RequestLog } from '../../../electron/simulator/request-log.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

const entry = (operation: string, brokenRules: string[] = []) => ({
  method: 'GET',
  path: '/',
  auth: 'none' as const,
  status: 200,
  operation,
  brokenRules,
});

describe('the request log', () => {
  it('forgets the oldest requests but keeps counting them, and keeps the broken rules', () => {
    const log = new RequestLog(new VirtualClock(), 3);
    log.add(entry('first', ['a rule']));
    for (let index = 0; index < 5; index += 1) log.add(entry('later'));
    expect(log.entries().map((kept) => kept.operation)).toEqual(['later', 'later', 'later']);
    expect(log.broken().map((kept) => kept.operation)).toEqual(['first']);
    expect(log.counts()).toEqual({ first: 1, later: 5 });
  });

  it('keeps a bounded number of broken rules', () => {
    const log = new RequestLog(new VirtualClock(), 3);
    for (let index = 0; index < 600; index += 1) log.add(entry(`op ${index}`, ['a rule']));
    expect(log.broken()).toHaveLength(500);
    expect(log.broken().at(-1)?.operation).toBe('op 599');
  });

  it('starts over on command', () => {
    const log = new RequestLog(new VirtualClock());
    log.add(entry('first', ['a rule']));
    log.clear();
    expect([log.entries(), log.broken(), log.counts()]).toEqual([[], [], {}]);
  });
});
