import { join } from 'node:path';
import type { RestoreDesk } from '../../shared/control/care-desk.ts';
import type { Disposable } from '../base/disposables.ts';
import { problemOf } from '../base/errors.ts';
import { BACKED_UP_SECRETS, type BackedUpSecret } from './backup-format.ts';
import { CareRefusedError } from './care-errors.ts';
import type { KeptFiles } from './kept-files.ts';
import { dropPending, markReady, PENDING, type RestoreParts } from './restore-apply.ts';
import { type StagedBackup, type StagingParts, stageBackup } from './restore-stage.ts';
import { RestoreUpload } from './restore-upload.ts';
import { openSecrets, type Secrets } from './secret-box.ts';

/** Where a backup stands on its way in, below the data folder. */
const UPLOAD = 'restore-upload.zip';

export interface RestoreDeskParts extends RestoreParts, StagingParts {
  readonly kept: KeptFiles;
  readonly vault: {
    read(name: BackedUpSecret): Promise<string | null>;
    write(name: BackedUpSecret, value: string): Promise<void>;
    remove(name: BackedUpSecret): Promise<void>;
  };
  readonly isDemo: boolean;
  readonly onChange: () => void;
}

/** Takes a backup in, shows what is in it, and has it taken with the next start. */
export class Restore implements Disposable {
  readonly #parts: RestoreDeskParts;
  readonly #upload: RestoreUpload;
  #desk: RestoreDesk = { phase: 'none' };
  #staged: StagedBackup | null = null;
  #checked: Promise<void> = Promise.resolve();
  /** Gives the vault back what it held before the backup that waits for a start. */
  #putBack: () => Promise<void> = async () => undefined;

  constructor(parts: RestoreDeskParts) {
    this.#parts = parts;
    this.#upload = new RestoreUpload(join(parts.dataDir, UPLOAD), parts.clock);
  }

  get desk(): RestoreDesk {
    return this.#desk;
  }

  /** Resolves when what is being looked at has been. Never rejects. */
  get checked(): Promise<void> {
    return this.#checked;
  }

  /** Throws `CareRefusedError` in the demo and while one is being looked at, `CareDiskError`. */
  async beginUpload(name: string, bytes: number): Promise<string> {
    this.#assertFree();
    return this.#upload.begin(name, bytes);
  }

  addPart(id: string, index: number, data: string): Promise<void> {
    return this.#upload.add(id, index, data);
  }

  /** Looks at the file that has arrived; the desk says what is in it. */
  async finishUpload(id: string): Promise<void> {
    this.#assertFree();
    const name = await this.#upload.finish(id);
    this.#say({ phase: 'checking', name });
    this.#checked = this.#check(name, this.#upload.path).then(() => this.#upload.forget());
  }

  /** Looks at a backup that is kept here. Throws `CareRefusedError` where there is none of the name. */
  async open(name: string): Promise<void> {
    this.#assertFree();
    const found = await this.#parts.kept.find(name);
    if (!found) throw new CareRefusedError('no-such-file');
    this.#say({ phase: 'checking', name });
    this.#checked = this.#check(name, found.path);
  }

  /**
   * What was looked at is to be taken with the next start; the secrets go to the vault now. Nothing has
   * changed when it throws.
   *
   * @param passphrase null: the secrets stay out.
   * @throws CareRefusedError, WrongPassphraseError, or what the vault and the disk say.
   */
  async apply(passphrase: string | null): Promise<void> {
    const desk = this.#desk;
    if (desk.phase !== 'ready' || !this.#staged) throw new CareRefusedError('nothing-to-restore');
    const { secretsText } = this.#staged;
    const secrets =
      passphrase === null || secretsText === null ? {} : await openSecrets(secretsText, passphrase);
    const putBack = await this.#takeSecrets(secrets);
    try {
      await markReady(this.#parts);
    } catch (failure) {
      await putBack();
      throw failure;
    }
    this.#staged = null;
    this.#putBack = putBack;
    this.#say({ phase: 'waits-for-restart', name: desk.name });
  }

  /** Forgets what was looked at or waits for a start. Throws what the vault and the disk say. */
  async cancel(): Promise<void> {
    await this.#upload.forget();
    await dropPending(this.#parts);
    this.#staged = null;
    this.#say({ phase: 'none' });
    await this.#putSecretsBack();
  }

  dispose(): void {
    this.#upload.dispose();
  }

  #assertFree(): void {
    if (this.#parts.isDemo) throw new CareRefusedError('demo');
    if (this.#desk.phase === 'checking') throw new CareRefusedError('busy');
  }

  async #check(name: string, path: string): Promise<void> {
    const { dataDir } = this.#parts;
    try {
      await dropPending(this.#parts);
      await this.#putSecretsBack();
      this.#staged = await stageBackup(path, join(dataDir, PENDING), this.#parts);
      this.#say({ phase: 'ready', name, contents: this.#staged.contents });
    } catch (failure) {
      this.#parts.log.warn('A backup cannot be restored', { failure });
      this.#staged = null;
      this.#say({ phase: 'failed', name, problem: problemOf(failure) });
    }
  }

  /** Answers how to undo it. Undoes it itself when the vault refuses one of them. */
  async #takeSecrets(secrets: Secrets): Promise<() => Promise<void>> {
    const { vault } = this.#parts;
    const undo: (() => Promise<void>)[] = [];
    const putBack = async (): Promise<void> => {
      for (const step of undo) await step();
    };
    try {
      for (const name of BACKED_UP_SECRETS) {
        const value = secrets[name];
        if (value === undefined) continue;
        const former = await vault.read(name);
        undo.unshift(async () => {
          // What was made anew since then is newer than either.
          if ((await vault.read(name)) !== value) return;
          await (former === null ? vault.remove(name) : vault.write(name, former));
        });
        await vault.write(name, value);
      }
    } catch (failure) {
      await putBack();
      throw failure;
    }
    return putBack;
  }

  async #putSecretsBack(): Promise<void> {
    await this.#putBack();
    this.#putBack = async () => undefined;
  }

  #say(desk: RestoreDesk): void {
    this.#desk = desk;
    this.#parts.onChange();
  }
}
