import type { Files, OpenFile } from '../../../electron/base/files.ts';

/** What the process dies of. */
export class PowerCut extends Error {}

interface Content {
  text: string;
  /** What a power cut leaves of it: the text of the last sync. */
  durable: string;
}

/**
 * Files in memory with the worst disk that POSIX allows: what was not synced is lost. `cutAfter`
 * changing steps the power goes; `afterPowerCut` is what the next start finds.
 */
export class MemoryFiles implements Files {
  #entries = new Map<string, Content>();
  #durableEntries = new Map<string, Content>();
  #stepsLeft = Number.POSITIVE_INFINITY;
  steps = 0;

  cutAfter(steps: number): void {
    this.#stepsLeft = steps;
  }

  /** The next start. `namesKept`: whether renames that were not synced happen to have survived. */
  afterPowerCut(namesKept: boolean): MemoryFiles {
    const next = new MemoryFiles();
    const source = namesKept ? this.#entries : this.#durableEntries;
    for (const [path, { durable }] of source) {
      const content = { text: durable, durable };
      next.#entries.set(path, content);
      next.#durableEntries.set(path, content);
    }
    return next;
  }

  get paths(): readonly string[] {
    return [...this.#entries.keys()];
  }

  async kind(path: string) {
    return this.#entries.has(path) ? 'file' : 'missing';
  }

  async readText(path: string) {
    const content = this.#entries.get(path);
    if (!content) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    return content.text;
  }

  async create(path: string): Promise<OpenFile> {
    this.#step();
    if (this.#entries.has(path)) throw Object.assign(new Error('exists'), { code: 'EEXIST' });
    const content: Content = { text: '', durable: '' };
    this.#entries.set(path, content);
    return {
      writeFile: async (text) => {
        // Half of it may reach the file before the cut.
        content.text = text.slice(0, text.length / 2);
        this.#step();
        content.text = text;
      },
      sync: async () => {
        this.#step();
        content.durable = content.text;
      },
      close: async () => this.#step(),
    };
  }

  async rename(from: string, to: string) {
    this.#step();
    const content = this.#entries.get(from);
    if (!content) throw Object.assign(new Error('no such file'), { code: 'ENOENT' });
    this.#entries.delete(from);
    this.#entries.set(to, content);
  }

  async remove(path: string) {
    this.#step();
    this.#entries.delete(path);
  }

  async syncFolder() {
    this.#step();
    this.#durableEntries = new Map(this.#entries);
  }

  async createFolder() {
    this.#step();
  }

  async chmod() {
    this.#step();
  }

  #step(): void {
    this.steps += 1;
    this.#stepsLeft -= 1;
    if (this.#stepsLeft < 0) throw new PowerCut('the power is gone');
  }
}
