import { MARK_KINDS, type MarkKind } from '../../../shared/contract/marks.ts';
import { VALUE_SORTS, type ValuedEvent, type ValueSort } from '../../../shared/events.ts';
import { eventOf, numberOf, type Row } from '../../storage/rows.ts';
import { prepareAll } from '../../storage/statements.ts';
import { Repository } from '../repository.ts';

/** The picture of a recording, as OBS outputs it. */
export interface RecordingVideo {
  readonly fpsNum: number;
  readonly fpsDen: number;
  readonly width: number;
  readonly height: number;
}

export interface RecordingFile {
  /** Where on the recording it begins, milliseconds. */
  readonly begins: number;
  /** On the computer of OBS. */
  readonly path: string;
}

export interface StoredRecording extends RecordingVideo {
  readonly id: number;
  readonly beganAt: number;
  readonly endedAt: number | null;
  readonly duration: number;
  readonly exact: boolean;
  readonly lag: number | null;
  /** When it would have begun without pauses, epoch milliseconds. */
  readonly zeroAt: number;
  readonly files: readonly RecordingFile[];
  readonly marks: number;
}

export interface NewMark {
  /** null: none was running. */
  readonly recording: number | null;
  readonly position: number | null;
  readonly setAt: number;
  readonly kind: MarkKind;
  readonly sort?: ValueSort | null;
  /** The event in the ledger; none for a test. */
  readonly seq?: number | null;
  /** Messages a minute, or how many donations share the alert. */
  readonly amount?: number | null;
  readonly path?: string | null;
  /** What the streamer calls it: the title of a vote. */
  readonly label?: string | null;
}

export interface StoredMark extends Required<NewMark> {
  readonly id: number;
  /** As the ledger has it now: without a name if the viewer was forgotten. */
  readonly event: ValuedEvent | null;
}

const MARK = `marks.id, recording, position, set_at, marks.kind AS mark_kind, sort, marks.seq AS of,
    amount, path, label, events.seq, events.kind, events.received_at, events.payload
  FROM marks LEFT JOIN events ON events.seq = marks.seq`;
const COUNTED = `recordings.*,
    (SELECT count(*) FROM marks WHERE recording = recordings.id AND position IS NOT NULL) AS marked
  FROM recordings`;

const SQL = {
  begin: `INSERT INTO recordings
      (began_at, zero_at, duration, exact, lag, fps_num, fps_den, width, height)
    VALUES (:began_at, :began_at, :duration, :exact, :lag, :fps_num, :fps_den, :width, :height)`,
  video: `UPDATE recordings SET fps_num = :fps_num, fps_den = :fps_den, width = :width,
      height = :height WHERE id = :id`,
  reach: 'UPDATE recordings SET duration = ?, lag = ?, zero_at = ? WHERE id = ?',
  end: 'UPDATE recordings SET ended_at = max(began_at, ?), duration = ? WHERE id = ?',
  addFile: `INSERT INTO recording_files (recording, begins, path) VALUES (?, ?, ?)
    ON CONFLICT (recording, begins) DO UPDATE SET path = excluded.path`,
  files: 'SELECT begins, path FROM recording_files WHERE recording = ? ORDER BY begins',
  find: `SELECT ${COUNTED} WHERE id = ?`,
  open: `SELECT ${COUNTED} WHERE ended_at IS NULL ORDER BY id DESC`,
  newest: `SELECT ${COUNTED} ORDER BY id DESC LIMIT 1`,
  page: `SELECT ${COUNTED} WHERE id < ? ORDER BY id DESC LIMIT ?`,
  addMark: `INSERT INTO marks (recording, position, set_at, kind, sort, seq, amount, path, label)
    VALUES (:recording, :position, :set_at, :kind, :sort, :seq, :amount, :path, :label)`,
  beyond: 'DELETE FROM marks WHERE recording = ? AND position > ?',
  ofRecording: `SELECT ${MARK} WHERE recording = ? ORDER BY position, marks.id`,
  replays: `SELECT ${MARK} WHERE marks.kind = 'replay' ORDER BY marks.id DESC LIMIT ?`,
  removeMark: 'DELETE FROM marks WHERE id = ?',
  // A saved replay is a file of its own: it stays listed.
  keepReplays: `UPDATE marks SET recording = NULL, position = NULL
    WHERE recording = ? AND kind = 'replay'`,
  removeMarks: 'DELETE FROM marks WHERE recording = ?',
  removeFiles: 'DELETE FROM recording_files WHERE recording = ?',
  removeRecording: 'DELETE FROM recordings WHERE id = ?',
} as const;

const LATEST = Number.MAX_SAFE_INTEGER;

/** Recordings and marks in the ledger. Throws a `LedgerError` on disk errors. */
export class MarksRepository extends Repository {
  readonly #sql = prepareAll(this.db, SQL);

  /** Its number. */
  begin(
    recording: RecordingVideo & Pick<StoredRecording, 'beganAt' | 'duration' | 'exact' | 'lag'>,
  ): number {
    return this.change('marks.begin', () =>
      Number(
        this.#sql.begin.run({
          began_at: Math.floor(recording.beganAt),
          duration: recording.duration,
          exact: recording.exact ? 1 : 0,
          lag: wholeOf(recording.lag),
          ...videoColumns(recording),
        }).lastInsertRowid,
      ),
    );
  }

  setVideo(id: number, video: RecordingVideo): void {
    this.change('marks.setVideo', () => this.#sql.video.run({ id, ...videoColumns(video) }));
  }

  /** How far it came, so that the next start knows. */
  reach(
    id: number,
    duration: number,
    { lag, zeroAt }: Pick<StoredRecording, 'lag' | 'zeroAt'>,
  ): void {
    this.change(
      'marks.reach',
      () => this.#sql.reach.run(duration, wholeOf(lag), Math.floor(zeroAt), id),
      'lazy',
    );
  }

  /** Marks beyond its end are of no recording and go. */
  end(id: number, endedAt: number, duration: number): void {
    this.change('marks.end', () => {
      this.#sql.end.run(Math.floor(endedAt), duration, id);
      this.#sql.beyond.run(id, duration);
    });
  }

  addFile(id: number, { begins, path }: RecordingFile): void {
    this.change('marks.addFile', () => this.#sql.addFile.run(id, Math.max(0, begins), path));
  }

  find(id: number): StoredRecording | null {
    return this.call('marks.find', () => this.#recording(this.#sql.find.get(id)));
  }

  /** Those that have no end yet, latest first. */
  open(): readonly StoredRecording[] {
    return this.call('marks.open', () => this.#recordings(this.#sql.open.all()));
  }

  newest(): StoredRecording | null {
    return this.call('marks.newest', () => this.#recording(this.#sql.newest.get()));
  }

  /** Latest first. */
  page(before: number | null, limit: number): readonly StoredRecording[] {
    return this.call('marks.page', () =>
      this.#recordings(this.#sql.page.all(before ?? LATEST, limit)),
    );
  }

  add({
    sort = null,
    seq = null,
    amount = null,
    path = null,
    label = null,
    ...mark
  }: NewMark): number {
    return this.change('marks.add', () => {
      const { recording, position, kind } = mark;
      const set_at = Math.floor(mark.setAt);
      const row = { recording, position, set_at, kind, sort, seq, amount, path, label };
      return Number(this.#sql.addMark.run(row).lastInsertRowid);
    });
  }

  /** In the order of the recording. */
  list(recording: number): readonly StoredMark[] {
    return this.call('marks.list', () => this.#sql.ofRecording.all(recording).flatMap(markOf));
  }

  replays(limit: number): readonly StoredMark[] {
    return this.call('marks.replays', () => this.#sql.replays.all(limit).flatMap(markOf));
  }

  remove(id: number): void {
    this.change('marks.remove', () => this.#sql.removeMark.run(id));
  }

  removeRecording(id: number): void {
    this.change('marks.removeRecording', () => {
      this.#sql.keepReplays.run(id);
      this.#sql.removeMarks.run(id);
      this.#sql.removeFiles.run(id);
      this.#sql.removeRecording.run(id);
    });
  }

  #recordings(rows: readonly Row[]): readonly StoredRecording[] {
    return rows.flatMap((row) => this.#recording(row) ?? []);
  }

  #recording(row: Row | undefined): StoredRecording | null {
    if (!row) return null;
    const id = Number(row['id']);
    return {
      id,
      beganAt: Number(row['began_at']),
      endedAt: numberOf(row['ended_at']),
      duration: Number(row['duration']),
      exact: row['exact'] === 1,
      lag: numberOf(row['lag']),
      zeroAt: Number(row['zero_at']),
      fpsNum: Number(row['fps_num']),
      fpsDen: Number(row['fps_den']),
      width: Number(row['width']),
      height: Number(row['height']),
      marks: Number(row['marked']),
      files: this.#sql.files.all(id).map((file) => ({
        begins: Number(file['begins']),
        path: String(file['path']),
      })),
    };
  }
}

function markOf(row: Row): StoredMark[] {
  const kind = MARK_KINDS.find((each) => each === row['mark_kind']);
  // Of a newer version.
  if (!kind) return [];
  return [
    {
      id: Number(row['id']),
      recording: numberOf(row['recording']),
      position: numberOf(row['position']),
      setAt: Number(row['set_at']),
      kind,
      sort: VALUE_SORTS.find((each) => each === row['sort']) ?? null,
      seq: numberOf(row['of']),
      amount: numberOf(row['amount']),
      path: typeof row['path'] === 'string' ? row['path'] : null,
      label: typeof row['label'] === 'string' ? row['label'] : null,
      event: row['payload'] === null ? null : eventOf(row),
    },
  ];
}

function videoColumns({ fpsNum, fpsDen, width, height }: RecordingVideo) {
  return { fps_num: fpsNum, fps_den: fpsDen, width, height };
}

function wholeOf(value: number | null): number | null {
  return value === null ? null : Math.max(0, Math.round(value));
}
