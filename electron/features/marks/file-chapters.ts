import type { Disposable } from '../../base/disposables.ts';
import { DisposableStore } from '../../base/disposables.ts';
import { coreTexts } from '../../base/errors.ts';
import type { Services } from '../feature.ts';
import { oneLine } from './export-sheet.ts';
import { markText } from './mark-text.ts';
import type { Marker, MarkSet } from './marker.ts';
import type { ObsParts, Recordings } from './recordings.ts';

interface FileChaptersParts extends Pick<Services, 'log' | 'settings' | 'language'> {
  readonly obs: Pick<ObsParts, 'link'>;
  readonly marker: Pick<Marker, 'onMark'>;
  readonly recordings: Pick<Recordings, 'now'>;
  readonly onChange: () => void;
}

const REQUEST = 'CreateRecordChapter';
const LONGEST = 100;

/**
 * Chapters in the recorded file itself: OBS 30.2 and later, into hybrid MP4. Only if the streamer
 * switched it on. What an OBS cannot do is not asked of it; a file that takes none is asked once.
 */
export class FileChapters implements Disposable {
  readonly #parts: FileChaptersParts;
  readonly #owned = new DisposableStore();
  #can: boolean | null = null;
  #refusedBy: number | null = null;

  constructor(parts: FileChaptersParts) {
    this.#parts = parts;
    const { link } = parts.obs;
    this.#owned.add(parts.marker.onMark((set) => this.#onMark(set)));
    this.#owned.add(link.onChange(({ state }) => this.#onLink(state === 'connected')));
    this.#onLink(link.state.state === 'connected');
  }

  /** Whether OBS has the request; null: not known. */
  get can(): boolean | null {
    return this.#can;
  }

  dispose(): void {
    this.#owned.dispose();
  }

  #onLink(isConnected: boolean): void {
    this.#can = null;
    if (isConnected) void this.#ask();
  }

  async #ask(): Promise<void> {
    try {
      const [version] = await this.#parts.obs.link.batch([{ requestType: 'GetVersion' }]);
      const requests = version?.ok ? version.data['availableRequests'] : null;
      this.#can = Array.isArray(requests) && requests.includes(REQUEST);
      this.#parts.onChange();
    } catch (failure) {
      this.#parts.log.debug('OBS did not tell what it can do', { failure });
    }
  }

  /** A chapter begins when OBS is told: what was found later, such as a chat peak, gets none. */
  #onMark({ mark: { kind, seq = null, amount = null, label = null }, event }: MarkSet): void {
    const { settings, recordings, language } = this.#parts;
    const recording = recordings.now?.id ?? null;
    if (!settings.get().marks.chapters || this.#can !== true) return;
    if (kind === 'chat-peak' || kind === 'replay' || this.#refusedBy === recording) return;
    const { key, values } = markText({ kind, seq, amount, path: null, label, event });
    const chapterName = oneLine(coreTexts(language.current)(key, values), LONGEST);
    void this.#write(chapterName, recording);
  }

  async #write(chapterName: string, recording: number | null): Promise<void> {
    try {
      await this.#parts.obs.link.call(REQUEST, { chapterName });
    } catch (failure) {
      this.#refusedBy = recording;
      this.#parts.log.info('this recording takes no chapters', { failure });
    }
  }
}
