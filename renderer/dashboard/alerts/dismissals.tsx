import { Play, Undo2 } from 'lucide-react';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { AlertsState, ListedAlert } from '../../../shared/contract/alerts.ts';
import type { PageClock } from '../../bridge/page-host.ts';
import { Button } from '../../ui/button.tsx';
import { usePage, useWords } from '../context.ts';
import { historyKey } from '../overlay/stage-card.tsx';
import { TRUST_MS } from '../paced-setting.ts';
import { alertName } from './alert-list.tsx';

/** How long a dismissal can be undone, milliseconds. */
const UNDO_MS = 6_000;

interface DismissalsDeps {
  readonly clock: Pick<PageClock, 'after'>;
  /** null: all alerts. Resolves to false if the core refused. */
  readonly send: (seq: number | null) => Promise<boolean>;
}

interface DismissalsState {
  readonly hidden: ReadonlySet<number>;
  /** Whether alerts beyond the list are hidden too. */
  readonly hidesAll: boolean;
  readonly undoable: number;
}

interface Batch {
  readonly seqs: ReadonlySet<number>;
  /** The total when all were dismissed; null: only those of `seqs`. */
  readonly all: number | null;
}

/**
 * Dismissals of missed alerts. They disappear at once; the core is told when the undo time has
 * passed, because it cannot undo. Several in a row are undone together. "All" leaves out alerts
 * missed meanwhile: the user has not seen them.
 */
export class Dismissals {
  readonly #deps: DismissalsDeps;
  readonly #listeners = new Set<() => void>();
  #batch: Batch | null = null;
  /** Sent, but possibly still in the feed. */
  #sent: ReadonlySet<number> = new Set();
  #present: readonly number[] = [];
  #stopTimer = () => {};
  #state: DismissalsState = { hidden: new Set(), hidesAll: false, undoable: 0 };

  constructor(deps: DismissalsDeps) {
    this.#deps = deps;
  }

  /** The same object while nothing changes. */
  readonly state = (): DismissalsState => this.#state;

  /** Calls back when `state` changes. Pending dismissals are sent when the last listener leaves. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => {
      this.#listeners.delete(listener);
      if (this.#listeners.size === 0) this.#sendBatch();
    };
  };

  readonly dismiss = (seq: number): void => {
    const { seqs, all } = this.#batch ?? { seqs: new Set<number>(), all: null };
    this.#hide({
      seqs: new Set([...seqs, seq]),
      all: all === null || seqs.has(seq) ? all : all + 1,
    });
  };

  /** @param count total, including alerts beyond the list */
  dismissAll(seqs: readonly number[], count: number): void {
    this.#hide({ seqs: new Set([...(this.#batch?.seqs ?? []), ...seqs]), all: count });
  }

  readonly undo = (): void => {
    this.#stopTimer();
    this.#batch = null;
    this.#changed();
  };

  /** Tells the core now what can still be undone. */
  readonly settle = (): void => this.#sendBatch();

  feedUpdated(present: readonly number[]): void {
    this.#present = present;
    this.#sent = new Set(present.filter((seq) => this.#sent.has(seq)));
    this.#changed();
  }

  #hide(batch: Batch): void {
    this.#stopTimer();
    this.#batch = batch;
    this.#stopTimer = this.#deps.clock.after(UNDO_MS, () => this.#sendBatch());
    this.#changed();
  }

  #sendBatch(): void {
    const batch = this.#batch;
    if (!batch) return;
    this.#stopTimer();
    this.#batch = null;
    this.#sent = new Set([...this.#sent, ...batch.seqs]);
    const nothingNew = this.#present.every((seq) => batch.seqs.has(seq));
    if (batch.all !== null && nothingNew) void this.#send(null, [...batch.seqs]);
    else for (const seq of batch.seqs) if (this.#present.includes(seq)) void this.#send(seq, [seq]);
    this.#changed();
  }

  async #send(seq: number | null, seqs: readonly number[]): Promise<void> {
    const show = () => {
      this.#sent = new Set([...this.#sent].filter((each) => !seqs.includes(each)));
      this.#changed();
    };
    if (await this.#deps.send(seq)) this.#deps.clock.after(TRUST_MS, show);
    else show();
  }

  #changed(): void {
    const batch = this.#batch;
    this.#state = {
      hidden: new Set([...this.#sent, ...(batch?.seqs ?? [])]),
      hidesAll: batch?.all != null,
      undoable: batch ? (batch.all ?? batch.seqs.size) : 0,
    };
    for (const listener of [...this.#listeners]) listener();
  }
}

export type DismissalActions = ReturnType<typeof useDismissals>;

export function useDismissals(alerts: AlertsState) {
  const { dashboard, host } = usePage();
  const [dismissals] = useState(
    () => new Dismissals({ clock: host.clock, send: (seq) => dashboard.dismissAlert(seq) }),
  );
  const state = useSyncExternalStore(dismissals.subscribe, dismissals.state);
  useEffect(() => dismissals.feedUpdated(seqsOf(alerts)), [dismissals, alerts]);
  return {
    ...state,
    dismiss: dismissals.dismiss,
    dismissAll: () => dismissals.dismissAll(seqsOf(alerts), alerts.neverAppearedCount),
    undo: dismissals.undo,
    settle: dismissals.settle,
  };
}

function seqsOf({ neverAppeared }: AlertsState): readonly number[] {
  return neverAppeared.map(({ event }) => event.seq);
}

/** Rejects at once, because a hold could end meanwhile. The last one can be played for a while. */
export function useRejections() {
  const { dashboard, host } = usePage();
  const [last, setLast] = useState<ListedAlert | null>(null);
  useEffect(
    () => (last ? host.clock.after(UNDO_MS, () => setLast(null)) : undefined),
    [last, host],
  );
  return {
    last,
    async reject(alert: ListedAlert) {
      if (await dashboard.rejectAlert(alert.event.seq)) setLast(alert);
    },
    playAfterAll() {
      if (last) void dashboard.replayAlert(last.event.seq);
      setLast(null);
    },
  };
}

interface UndoBarsProps {
  readonly dismissals: DismissalActions;
  readonly rejections: ReturnType<typeof useRejections>;
}

export function UndoBars({ dismissals, rejections }: UndoBarsProps) {
  const words = useWords();
  const { t } = words;
  const { undoable, undo } = dismissals;
  const { last, playAfterAll } = rejections;
  useUndoKey(undoable > 0, undo);
  return (
    // Rendered even while empty, so screen readers announce changes.
    <div className="undo-bars stack" role="status">
      {undoable > 0 ? (
        <div className="undo-bar">
          <span>{t('queue.dismissed', { count: undoable })}</span>
          <Button icon={Undo2} title={t('queue.undo-keys')} onPress={undo}>
            {t('queue.undo')}
          </Button>
        </div>
      ) : null}
      {last ? (
        <div className="undo-bar">
          <span className="cut">{t('queue.rejected', { name: alertName(last.event, words) })}</span>
          <Button icon={Play} onPress={playAfterAll}>
            {t('queue.play-after-all')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}

/** Ctrl+Z (⌘Z) undoes wherever the focus is, because the undo button soon disappears. */
function useUndoKey(isOffered: boolean, undo: () => void): void {
  useEffect(() => {
    if (!isOffered) return undefined;
    const press = (event: KeyboardEvent) => {
      if (historyKey(event, event.target) !== 'undo') return;
      event.preventDefault();
      undo();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [isOffered, undo]);
}
