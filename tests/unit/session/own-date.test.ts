import { describe, expect, it } from 'vitest';
import { OwnDate, readAs } from '../../../electron/session/own-date.ts';

/** What the list shows, by which connection it is read, and whether long after that had opened. */
type Look = readonly [date: string | null, connection: number, late?: 'late' | 'late and gone'];

function looks(...all: readonly Look[]): readonly boolean[] {
  const date = new OwnDate();
  return all.map((look) => isAnothers(date, ...look));
}

function isAnothers(date: OwnDate, ...[connectedDate, connection, late]: Look): boolean {
  const disconnectedDate = late === 'late and gone' ? 'eleven' : null;
  const read = late === undefined ? 'early' : 'late';
  return (
    date.whose({ connectedDate, disconnectedDate }, { connection, read, at: 0 }) === 'anothers'
  );
}

describe('the time at which a list shows the session as connected', () => {
  it('is ours where it stays as it was first seen', () => {
    expect(looks(['ten', 1], ['ten', 1], ['ten', 1])).toEqual([false, false, false]);
  });

  it('is of another connection where it is another one, or none', () => {
    expect(looks(['ten', 1], ['noon', 1], ['noon', 1])).toEqual([false, true, true]);
    expect(looks(['ten', 1], [null, 1])).toEqual([false, true]);
  });

  it('says nothing where none was ever shown', () => {
    expect(looks([null, 1], [null, 1], ['ten', 1])).toEqual([false, false, false]);
  });

  it('is ours again where it comes back', () => {
    expect(looks(['ten', 1], ['noon', 1], ['ten', 1])).toEqual([false, true, false]);
  });

  it('does not count as moving where two others come, and ours in between', () => {
    const all = looks(['ten', 1], ['noon', 1], ['ten', 1], ['one', 1]);
    expect(all).toEqual([false, true, false, true]);
  });

  it('is taken anew with each connection of ours', () => {
    expect(looks(['ten', 1], ['noon', 2], ['noon', 2], ['one', 2])).toEqual([
      false,
      false,
      false,
      true,
    ]);
  });

  it('is not taken from a list that still shows a connection before', () => {
    expect(looks(['ten', 1], ['ten', 2], ['noon', 2], ['noon', 2])).toEqual([
      false,
      false,
      false,
      false,
    ]);
    expect(looks(['ten', 1], ['noon', 1], ['noon', 2], ['one', 2])).toEqual([
      false,
      true,
      false,
      false,
    ]);
  });

  it('is not believed any more where it moves with each list', () => {
    const moving = looks(['one', 1], ['two', 1], ['three', 1], ['four', 1], ['five', 1]);
    expect(moving).toEqual([false, true, false, false, false]);
  });

  it('is taken from the next list where events came in spite of it', () => {
    const date = new OwnDate();
    isAnothers(date, 'ten', 1);
    expect(isAnothers(date, 'noon', 1)).toBe(true);
    date.forget();
    expect(isAnothers(date, 'noon', 1, 'late')).toBe(false);
    expect(isAnothers(date, 'one', 1, 'late')).toBe(true);
    const late = new OwnDate();
    expect(isAnothers(late, 'ten', 1, 'late')).toBe(true);
    late.forget();
    expect(isAnothers(late, 'ten', 1, 'late')).toBe(false);
  });

  it('is not taken for ours from a list that was asked for late: another may be there already', () => {
    expect(looks(['ten', 1, 'late'], ['ten', 1, 'late'])).toEqual([true, true]);
    expect(looks([null, 1, 'late and gone'])).toEqual([true]);
    expect(looks(['ten', 1], ['noon', 2, 'late'])).toEqual([false, true]);
  });

  it('is ours in a late list where an early one did not show it yet, or where none is ever shown', () => {
    expect(looks([null, 1], ['ten', 1, 'late'], ['noon', 1, 'late'])).toEqual([false, false, true]);
    expect(looks([null, 1, 'late'])).toEqual([false]);
  });

  it('is read early, slowly, or late by five seconds after the connection opened', () => {
    const moment = (monotonic: number) => ({ wall: 0, uptime: 0, monotonic });
    const read = (asked: number, at: number) => readAs(moment(1_000), moment(asked), at);
    expect([read(1_000, 6_000), read(1_000, 6_001)]).toEqual(['early', 'slow']);
    expect([read(6_000, 6_001), read(6_001, 6_001)]).toEqual(['slow', 'late']);
  });

  it('tells nothing where the first list was read late, until an event came that was sent after that', () => {
    const date = new OwnDate();
    const look = (read: 'slow' | 'late', connectedDate = 'ten') =>
      date.whose({ connectedDate, disconnectedDate: null }, { connection: 1, read, at: 100 });
    const lost = { connection: 1, livedMs: 0 };
    const listed = { connectedDate: 'ten', disconnectedDate: null };
    expect([look('slow'), look('late')]).toEqual(['ours', 'unsure']);
    expect(date.wasLast(listed, lost)).toBe('unsure');
    date.came(100);
    expect([look('late'), look('late', 'noon')]).toEqual(['unsure', 'anothers']);
    date.came(101);
    expect(look('late')).toBe('ours');
    expect(date.wasLast(listed, lost)).toBe('ours');
  });
});
