import type {
  DeadLetter,
  NatsSettings,
  SinkFilter,
  SinkKind,
} from '../../../shared/contract/sinks.ts';
import {
  DEAD_LETTERS_MOST,
  natsSettingsSchema,
  SINK_KINDS,
  sinkFilterSchema,
} from '../../../shared/contract/sinks.ts';
import type { ValuedEvent } from '../../../shared/events.ts';
import { isJsonObject, parseJson } from '../../../shared/json.ts';
import { type Problem, problemSchema } from '../../../shared/problem.ts';
import { eventOf, numberOf, type Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

export interface SinkSettings {
  readonly name: string;
  readonly filter: SinkFilter;
  readonly nearby: boolean;
  /** null: of another kind. */
  readonly nats: NatsSettings | null;
}

export interface StoredSink extends SinkSettings {
  readonly id: string;
  readonly kind: SinkKind;
  readonly isOn: boolean;
  /** The last event that it is done with. */
  readonly position: number;
  readonly waitingSince: number | null;
  /** Why it is off, or waits. */
  readonly problem: Problem | null;
  readonly dropped: number;
}

const SQL = {
  all: 'SELECT * FROM sinks ORDER BY made_at, id',
  find: 'SELECT * FROM sinks WHERE id = ?',
  add: `INSERT INTO sinks (id, kind, made_at, settings, is_on, position, waiting_since, problem, dropped)
    VALUES (?, ?, ?, ?, 1, ?, NULL, NULL, 0)`,
  remove: 'DELETE FROM sinks WHERE id = ?',
  removeLetters: 'DELETE FROM dead_letters WHERE sink = ?',
  set: 'UPDATE sinks SET settings = ? WHERE id = ?',
  switch: 'UPDATE sinks SET is_on = ?, problem = ?, waiting_since = NULL WHERE id = ?',
  move: `UPDATE sinks SET position = max(position, ?), problem = NULL, waiting_since = NULL
    WHERE id = ?`,
  wait: 'UPDATE sinks SET waiting_since = ?, problem = ? WHERE id = ?',
  bury: `INSERT INTO dead_letters (sink, seq, died_at, problem, again) VALUES (?, ?, ?, ?, 0)
    ON CONFLICT (sink, seq) DO NOTHING`,
  // The oldest go, so that the newest `?` stay.
  trim: `DELETE FROM dead_letters WHERE sink = :sink AND seq < (
      SELECT seq FROM dead_letters WHERE sink = :sink ORDER BY seq DESC LIMIT 1 OFFSET :last)`,
  drop: 'UPDATE sinks SET dropped = dropped + ? WHERE id = ?',
  letters: `SELECT dead_letters.*, events.kind, events.received_at
    FROM dead_letters JOIN events ON events.seq = dead_letters.seq
    WHERE sink = ? ORDER BY dead_letters.seq`,
  count: 'SELECT count(*) AS count FROM dead_letters WHERE sink = ?',
  again: 'UPDATE dead_letters SET again = 1 WHERE sink = ? AND seq = ?',
  allAgain: 'UPDATE dead_letters SET again = 1 WHERE sink = ?',
  nextAgain: `SELECT events.seq, events.kind, events.received_at, events.payload
    FROM dead_letters JOIN events ON events.seq = dead_letters.seq
    WHERE sink = ? AND again = 1 ORDER BY dead_letters.seq LIMIT 1`,
  keepDead: `UPDATE dead_letters SET again = 0, died_at = ?, problem = ?
    WHERE sink = ? AND seq = ?`,
  removeLetter: 'DELETE FROM dead_letters WHERE sink = ? AND seq = ?',
} as const;

/** Sinks, how far each is, and their dead letters. Throws a `LedgerError` on disk errors. */
export class SinksRepository extends Repository {
  readonly #sql = prepareAll(this.db, SQL);

  /** Oldest first. */
  all(): readonly StoredSink[] {
    return this.call('sinks.all', () => this.#sql.all.all().flatMap((row) => sinkOf(row) ?? []));
  }

  find(id: string): StoredSink | null {
    return this.call('sinks.find', () => sinkOf(this.#sql.find.get(id)));
  }

  /** `position`: the last event that it does not get. */
  add(id: string, kind: SinkKind, settings: SinkSettings, position: number, at: number): void {
    const text = JSON.stringify(settings);
    this.change('sinks.add', () => this.#sql.add.run(id, kind, Math.floor(at), text, position));
  }

  remove(id: string): void {
    this.change('sinks.remove', () => {
      this.#sql.removeLetters.run(id);
      this.#sql.remove.run(id);
    });
  }

  set(id: string, settings: SinkSettings): void {
    this.change('sinks.set', () => this.#sql.set.run(JSON.stringify(settings), id));
  }

  /** `problem`: why it is off. */
  switch(id: string, on: boolean, problem: Problem | null): void {
    this.change('sinks.switch', () => this.#sql.switch.run(on ? 1 : 0, jsonOf(problem), id));
  }

  /** Everything up to this event is done. After a loss of power it may be further back. */
  move(id: string, position: number): void {
    this.change('sinks.move', () => this.#sql.move.run(position, id), 'lazy');
  }

  wait(id: string, since: number, problem: Problem): void {
    this.change('sinks.wait', () =>
      this.#sql.wait.run(Math.floor(since), JSON.stringify(problem), id),
    );
  }

  /** Gives up an event, so that the next one goes on. */
  bury(id: string, seq: number, at: number, problem: Problem): void {
    this.change('sinks.bury', () => {
      this.#sql.bury.run(id, seq, Math.floor(at), JSON.stringify(problem));
      const { changes } = this.#sql.trim.run({ sink: id, last: DEAD_LETTERS_MOST - 1 });
      if (changes > 0) this.#sql.drop.run(changes, id);
      this.#sql.move.run(seq, id);
    });
  }

  /** Oldest first. */
  letters(id: string): DeadLetter[] {
    return this.call('sinks.letters', () => this.#sql.letters.all(id).map(letterOf));
  }

  countLetters(id: string): number {
    return this.call('sinks.countLetters', () => Number(this.#sql.count.get(id)?.['count']));
  }

  /** `seq` null: all of them. */
  sendAgain(id: string, seq: number | null): void {
    const { again, allAgain } = this.#sql;
    this.change('sinks.sendAgain', () => (seq === null ? allAgain.run(id) : again.run(id, seq)));
  }

  /** The oldest dead letter that is to be sent again. */
  nextAgain(id: string): ValuedEvent | null {
    return this.call('sinks.nextAgain', () => {
      const row = this.#sql.nextAgain.get(id);
      return row ? eventOf(row) : null;
    });
  }

  /** After it was sent again. `problem` null: it arrived. */
  settleLetter(id: string, seq: number, at: number, problem: Problem | null): void {
    const { keepDead, removeLetter } = this.#sql;
    this.change('sinks.settleLetter', () =>
      problem === null
        ? removeLetter.run(id, seq)
        : keepDead.run(Math.floor(at), JSON.stringify(problem), id, seq),
    );
  }
}

const jsonOf = (problem: Problem | null) => (problem === null ? null : JSON.stringify(problem));

function problemIn(text: unknown): Problem | null {
  if (typeof text !== 'string') return null;
  return problemSchema.safeParse(parseJson(text)).data ?? null;
}

function letterOf(row: Row): DeadLetter {
  return {
    seq: Number(row['seq']),
    kind: row['kind'] as DeadLetter['kind'],
    receivedAt: Number(row['received_at']),
    diedAt: Number(row['died_at']),
    problem: problemIn(row['problem']) ?? { code: 'unexpected' },
    again: row['again'] === 1,
  };
}

/** null: of a kind, or with settings, that this version does not know. */
function sinkOf(row: Row | undefined): StoredSink | null {
  const kind = SINK_KINDS.find((known) => known === row?.['kind']);
  const settings = parseJson(String(row?.['settings']));
  if (!row || !kind || !isJsonObject(settings)) return null;
  const filter = sinkFilterSchema.safeParse(settings['filter']);
  if (!filter.success || typeof settings['name'] !== 'string') return null;
  return {
    id: String(row['id']),
    kind,
    name: settings['name'],
    filter: filter.data,
    nearby: settings['nearby'] === true,
    nats: natsSettingsSchema.safeParse(settings['nats']).data ?? null,
    isOn: row['is_on'] === 1,
    position: Number(row['position']),
    waitingSince: numberOf(row['waiting_since']),
    problem: problemIn(row['problem']),
    dropped: Number(row['dropped']),
  };
}
