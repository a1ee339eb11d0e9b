import { join } from 'node:path';
import type { BackupState } from '../../../shared/contract/maintenance.ts';
import { problemOf } from '../../base/errors.ts';
import type { Services } from '../feature.ts';
import { BACKED_UP_SECRETS } from './backup-format.ts';
import { type BackupWish, removeLedgerCopy } from './backup-maker.ts';
import { MaintenanceRefusedError } from './errors.ts';
import { KeptFiles } from './kept-files.ts';
import type { Secrets } from './secret-box.ts';

/** Progress is reported in hundredths, because the feed carries every step. */
const STEPS = 100;

interface BackupsParts extends Pick<Services, 'dataDir' | 'clock' | 'vault' | 'demo' | 'log'> {
  /** Makes the file and returns its name; see `makeBackup`. */
  readonly make: (wish: BackupWish) => Promise<string>;
  readonly onChange: () => void;
}

/** Makes backups, one at a time, and lists the existing ones. */
export class Backups {
  readonly files: KeptFiles;
  readonly #parts: BackupsParts;
  #desk: BackupState = { running: false, share: 0, problem: null, kept: [] };

  constructor(parts: BackupsParts) {
    this.#parts = parts;
    this.files = new KeptFiles(join(parts.dataDir, 'backups'), 'backup', parts.clock);
  }

  get desk(): BackupState {
    return this.#desk;
  }

  /** Removes the remains of an interrupted backup; call it before the first backup. */
  async tidy(): Promise<void> {
    await this.files.tidy();
    await removeLedgerCopy(this.#parts.dataDir);
  }

  async look(): Promise<void> {
    this.#say({ kept: await this.files.list() });
  }

  /**
   * Starts a backup; the state shows its progress and result, and the promise never rejects. Throws
   * `MaintenanceRefusedError` while a backup is being made, and in the demo.
   * @param passphrase null: the secrets are left out.
   */
  begin(passphrase: string | null): Promise<void> {
    if (this.#parts.demo) throw new MaintenanceRefusedError('demo');
    if (this.#desk.running) throw new MaintenanceRefusedError('busy');
    this.#say({ running: true, share: 0, problem: null });
    return this.#make(passphrase);
  }

  async remove(name: string): Promise<void> {
    if (!(await this.files.remove(name))) throw new MaintenanceRefusedError('no-such-file');
    await this.look();
  }

  async #make(passphrase: string | null): Promise<void> {
    const { log } = this.#parts;
    try {
      const sealed = passphrase === null ? null : { secrets: await this.#secrets(), passphrase };
      const name = await this.#parts.make({ sealed, onShare: (share) => this.#onShare(share) });
      log.info('A backup was made', { name, withSecrets: sealed !== null });
      this.#say({ running: false, share: 1, kept: await this.files.list() });
    } catch (failure) {
      log.error('A backup could not be made', { failure });
      this.#say({ running: false, problem: problemOf(failure) });
    }
  }

  async #secrets(): Promise<Secrets> {
    const secrets: Record<string, string> = {};
    for (const name of BACKED_UP_SECRETS) {
      const value = await this.#parts.vault.read(name);
      if (value !== null) secrets[name] = value;
    }
    return secrets;
  }

  #onShare(share: number): void {
    const step = Math.floor(share * STEPS) / STEPS;
    if (step > this.#desk.share) this.#say({ share: step });
  }

  #say(change: Partial<BackupState>): void {
    this.#desk = { ...this.#desk, ...change };
    this.#parts.onChange();
  }
}
