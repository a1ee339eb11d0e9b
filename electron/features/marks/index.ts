import { join } from 'node:path';
import {
  type MARKS_COMMANDS,
  MARKS_FILE,
  type MarksState,
  type RecordingView,
  type ShowMark,
} from '../../../shared/contract/marks.ts';
import { writeFileAtomic } from '../../base/atomic-file.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { StagelightError } from '../../base/errors.ts';
import { createFiles } from '../../base/files.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { exportMarks } from './export-marks.ts';
import { FileChapters } from './file-chapters.ts';
import { markText } from './mark-text.ts';
import { fileNameOf, Marker, recordingState } from './marker.ts';
import { NoSuchRecordingError } from './marks-errors.ts';
import type { StoredMark, StoredRecording } from './marks-repository.ts';
import { type ObsParts, Recordings } from './recordings.ts';
import { Replays } from './replays.ts';

export interface MarksFeature extends Feature<typeof MARKS_COMMANDS, 'marks'> {
  /** For hotkeys. Both throw where there is nothing to mark or save. */
  readonly hands: { mark(): void; saveReplay(): Promise<void> };
  /** Where a recording runs: what the show kit marks, with its title. Never throws. */
  readonly ofShow: (kind: ShowMark, title: string) => void;
}

type MarksServices = Pick<
  Services,
  'clock' | 'log' | 'ledger' | 'hub' | 'settings' | 'language' | 'dataDir'
> & {
  readonly alerts: Pick<AlertsFeature, 'queue' | 'pages'>;
  readonly obs: ObsParts;
};

const REPLAYS_LISTED = 50;

/** Starts marks: what happened on a recording of OBS, and where. */
export function startMarks(services: MarksServices, owned: DisposableStore): MarksFeature {
  const { ledger, settings, log } = services;
  const repository = ledger.marks;
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener of the marks feed failed', { failure })),
  );
  let state: MarksState | null = null;
  // Of no earlier run, so that a page reads again after a restart.
  let revision = services.clock.now();
  const changed = (): void => {
    state = null;
    revision += 1;
    changes.fire();
  };
  const parts = { ...services, repository };
  const recordings = owned.add(new Recordings(parts));
  const marker = owned.add(new Marker({ ...parts, recordings }));
  const replays = owned.add(new Replays({ ...parts, marker }));
  const chapters = owned.add(
    new FileChapters({ ...services, marker, recordings, onChange: changed }),
  );
  for (const onChange of [recordings.onChange, marker.onMark, replays.onChange]) {
    owned.add(onChange(changed));
  }
  let known = settings.get().marks;
  owned.add(
    settings.onChange(({ marks }) => {
      if (marks === known) return;
      known = marks;
      changed();
    }),
  );
  const read = (): MarksState => {
    state ??= {
      recording: recordingState(recordings, (id) => repository.find(id)?.marks ?? 0),
      replayBuffer: replays.buffer,
      canChapter: chapters.can,
      settings: settings.get().marks,
      replayMissedAt: replays.missedAt,
      revision,
    };
    return state;
  };
  return {
    hands: { mark: () => marker.byHand(), saveReplay: () => replays.save() },
    ofShow: (kind, title) => marker.safely({ kind, label: title }),
    commands: marksCommands({ ...services, marker, replays, recordings, changed }),
    feeds: { marks: { read, onChange: changes.on } },
  };
}

interface CommandParts extends Pick<MarksServices, 'ledger' | 'settings' | 'dataDir' | 'clock'> {
  readonly marker: Pick<Marker, 'byHand'>;
  readonly replays: Pick<Replays, 'save'>;
  readonly recordings: Pick<Recordings, 'now'>;
  readonly changed: () => void;
}

function marksCommands(parts: CommandParts): MarksFeature['commands'] {
  const { marker, replays, settings, changed } = parts;
  const repository = parts.ledger.marks;
  return {
    'marks.add': async () => marker.byHand(),
    'marks.recordings': async ({ before, limit }) => ({
      recordings: repository.page(before ?? null, limit).map((one) => viewOf(one, parts)),
    }),
    'marks.list': async ({ recording }) => ({ marks: repository.list(recording).map(markView) }),
    'marks.replays': async () => ({ replays: repository.replays(REPLAYS_LISTED).map(markView) }),
    'marks.remove': async ({ id }) => {
      repository.remove(id);
      changed();
    },
    'marks.remove-recording': async ({ recording }) => {
      repository.removeRecording(recording);
      changed();
    },
    'marks.export': (args) => exported(parts, args),
    'marks.save-replay': () => replays.save(),
    'marks.set': async (change) => {
      const { chatPeaks, chapters, replayFrom } = change;
      await settings.update(({ marks }) => ({
        marks: {
          chatPeaks: chatPeaks ?? marks.chatPeaks,
          chapters: chapters ?? marks.chapters,
          replayFrom: replayFrom === undefined ? marks.replayFrom : replayFrom,
        },
      }));
    },
  };
}

type ExportArgs = Parameters<MarksFeature['commands']['marks.export']>[0];

async function exported(parts: CommandParts, args: ExportArgs) {
  const { ledger, dataDir, clock } = parts;
  const { format, language, file } = args;
  const stored = ledger.marks.find(args.recording);
  if (!stored) throw new NoSuchRecordingError();
  const marks = ledger.marks.list(stored.id);
  const recording = { ...stored, duration: durationOf(stored, parts) };
  const text = exportMarks(recording, marks, format, language);
  if (file === undefined) return { text, marks: marks.length };
  if (!MARKS_FILE.test(file)) throw new NoSuchRecordingError();
  try {
    await writeFileAtomic(join(dataDir, 'exports', file), text, createFiles(clock));
  } catch (failure) {
    throw new StagelightError({ code: 'reports-export-not-saved' }, { cause: failure });
  }
  return { text: '', marks: marks.length };
}

/** A recording that runs is as long as it is now. */
function durationOf(
  { id, duration }: Pick<StoredRecording, 'id' | 'duration'>,
  { recordings: { now }, clock }: Pick<CommandParts, 'recordings' | 'clock'>,
): number {
  return now?.id === id ? now.clock.positionAt(clock.monotonic()) : duration;
}

function viewOf(stored: StoredRecording, parts: CommandParts): RecordingView {
  const { id, beganAt, endedAt, exact, marks, files } = stored;
  const duration = durationOf(stored, parts);
  const names = files.map(({ path }) => fileNameOf(path));
  return { id, beganAt, endedAt, exact, marks, duration, files: names };
}

function markView(mark: StoredMark) {
  const { id, kind, position, setAt } = mark;
  return { id, kind, at: position, setAt, label: markText(mark) };
}
