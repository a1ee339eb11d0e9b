import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { RestoreState } from '../../../shared/contract/maintenance.ts';
import type { ConnectSettings } from '../../../shared/desktop.ts';
import type { SecretName } from '../../auth/ports.ts';
import type { Disposable } from '../../base/disposables.ts';
import { problemOf } from '../../base/errors.ts';
import type { TheirConnection } from '../../host/core-options.ts';
import type { Services } from '../feature.ts';
import { BACKED_UP_SECRETS } from './backup-format.ts';
import { MaintenanceRefusedError } from './errors.ts';
import type { KeptFiles } from './kept-files.ts';
import {
  type ConnectionChoice,
  dropPending,
  markReady,
  PENDING,
  type RestoreParts,
} from './restore-apply.ts';
import type { StagedBackup } from './restore-stage.ts';
import { RestoreUpload } from './restore-upload.ts';
import { checkSecrets, openSecrets, type Secrets } from './secret-box.ts';

const UPLOAD = 'restore-upload.zip';

/** Secrets of one connection. With another connection they are useless and at risk. */
const OF_CONNECTION = ['grant', 'session', 'client-secret'] as const;

interface RestoreServiceParts extends RestoreParts, Pick<Services, 'vault' | 'demo'> {
  /** Unpacks the backup into the folder and checks it; see `stageBackup`. */
  readonly stage: (zip: string, folder: string, signal: AbortSignal) => Promise<StagedBackup>;
  readonly connectionOf: (connect: ConnectSettings) => TheirConnection;
  readonly kept: KeptFiles;
  readonly onChange: () => void;
}

/** Receives a backup, shows its contents, and applies it at the next start. */
export class Restore implements Disposable {
  readonly #parts: RestoreServiceParts;
  readonly #upload: RestoreUpload;
  #desk: RestoreState = { phase: 'none' };
  #staged: StagedBackup | null = null;
  #checked: Promise<void> = Promise.resolve();
  #checking: AbortController | null = null;
  /** Id of the backup checked last, known only to the caller who began or opened it. */
  #lookedAt: string | null = null;
  /** Restores the vault to its contents before the pending backup. */
  #putBack: () => Promise<void> = async () => undefined;

  constructor(parts: RestoreServiceParts) {
    this.#parts = parts;
    this.#upload = new RestoreUpload(join(parts.dataDir, UPLOAD), parts.clock);
  }

  get desk(): RestoreState {
    return this.#desk;
  }

  /** Resolves when the current check has ended. Never rejects. */
  get checked(): Promise<void> {
    return this.#checked;
  }

  /** Throws `MaintenanceRefusedError` in the demo and during a check, or `MaintenanceDiskError`. */
  async beginUpload(name: string, bytes: number): Promise<string> {
    this.#assertFree();
    return this.#upload.begin(name, bytes);
  }

  /** Throws `MaintenanceRefusedError` unless the backup checked last was begun under this id. */
  assertLookedAt(id: string): void {
    if (this.#lookedAt !== id) throw new MaintenanceRefusedError('nothing-to-restore');
  }

  addPart(id: string, index: number, data: string): Promise<void> {
    return this.#upload.add(id, index, data);
  }

  async finishUpload(id: string): Promise<void> {
    this.#assertFree();
    const name = await this.#upload.finish(id);
    this.#beginCheck(id, name, this.#upload.path);
    this.#checked = this.#checked.then(() => this.#upload.forget());
  }

  /** Checks a kept backup. Returns an id, as `beginUpload`; throws `MaintenanceRefusedError`. */
  async open(name: string): Promise<string> {
    this.#assertFree();
    const found = await this.#parts.kept.find(name);
    if (!found) throw new MaintenanceRefusedError('no-such-file');
    const id = randomUUID();
    this.#beginCheck(id, name, found.path);
    return id;
  }

  /**
   * Marks the checked backup for the next start and writes its secrets to the vault. If the
   * backup's connection is taken, the present sign-in and secret leave the vault first. Nothing has
   * changed if it throws.
   * @param passphrase null: the secrets are left out.
   */
  async apply(passphrase: string | null, connection: ConnectionChoice): Promise<void> {
    const desk = this.#desk;
    if (desk.phase !== 'ready' || !this.#staged) {
      throw new MaintenanceRefusedError('nothing-to-restore');
    }
    const { secretsText, connect } = this.#staged;
    const { isSame, other } = this.#parts.connectionOf(connect);
    const takes = connection === 'take';
    if (takes && other === null) throw new MaintenanceRefusedError('no-connection');
    const found =
      passphrase === null || secretsText === null ? {} : await openSecrets(secretsText, passphrase);
    const secrets = checkSecrets(found, {
      overlay: await this.#parts.vault.read('overlay-key'),
      dashboard: await this.#parts.vault.read('dashboard-key'),
    });
    // Another application's secret is useless to this one.
    if (!takes && !isSame) delete secrets['client-secret'];
    const putBack = await this.#takeSecrets(secrets, takes ? OF_CONNECTION : []);
    try {
      await markReady(this.#parts, connection);
    } catch (failure) {
      await putBack();
      throw failure;
    }
    this.#staged = null;
    this.#putBack = putBack;
    this.#say({ phase: 'waits-for-restart', name: desk.name });
  }

  /** Cancels the check, the checked or the pending backup. Throws vault and disk errors. */
  async cancel(): Promise<void> {
    this.#checking?.abort();
    await this.#checked;
    await this.#upload.forget();
    await dropPending(this.#parts);
    this.#staged = null;
    this.#say({ phase: 'none' });
    await this.#putSecretsBack();
  }

  dispose(): void {
    this.#checking?.abort();
    this.#upload.dispose();
  }

  #assertFree(): void {
    if (this.#parts.demo) throw new MaintenanceRefusedError('demo');
    if (this.#desk.phase === 'checking') throw new MaintenanceRefusedError('busy');
  }

  #beginCheck(id: string, name: string, path: string): void {
    this.#lookedAt = id;
    this.#say({ phase: 'checking', name });
    this.#checked = this.#check(name, path);
  }

  async #check(name: string, path: string): Promise<void> {
    const folder = join(this.#parts.dataDir, PENDING);
    const checking = new AbortController();
    this.#checking = checking;
    try {
      await dropPending(this.#parts);
      await this.#putSecretsBack();
      this.#staged = await this.#parts.stage(path, folder, checking.signal);
      const { other } = this.#parts.connectionOf(this.#staged.connect);
      const contents = { ...this.#staged.contents, connection: other };
      this.#say({ phase: 'ready', name, contents });
    } catch (failure) {
      this.#parts.log.warn('A backup cannot be restored', { failure });
      this.#staged = null;
      // A thread that was stopped leaves its unpacked files.
      await rm(folder, { recursive: true, force: true }).catch(() => undefined);
      this.#say({ phase: 'failed', name, problem: problemOf(failure) });
    } finally {
      this.#checking = null;
    }
  }

  /** Removes the secrets in `gone`, writes the others, and returns the undoing. All or nothing. */
  async #takeSecrets(secrets: Secrets, gone: readonly SecretName[]): Promise<() => Promise<void>> {
    const { vault } = this.#parts;
    const undo: (() => Promise<void>)[] = [];
    const putBack = async (): Promise<void> => {
      const failures: unknown[] = [];
      // A failed step must not prevent the others.
      for (const step of undo) await step().catch((failure: unknown) => failures.push(failure));
      if (failures.length > 0) throw failures[0];
    };
    const change = async (name: SecretName, value: string | null): Promise<void> => {
      const former = await vault.read(name);
      undo.unshift(async () => {
        // A value changed since then is newer than both.
        if ((await vault.read(name)) !== value) return;
        await (former === null ? vault.remove(name) : vault.write(name, former));
      });
      await (value === null ? vault.remove(name) : vault.write(name, value));
    };
    try {
      for (const name of gone) await change(name, null);
      for (const name of BACKED_UP_SECRETS) {
        const value = secrets[name];
        if (value !== undefined) await change(name, value);
      }
    } catch (failure) {
      await putBack().catch((second: unknown) =>
        this.#parts.log.error('The vault could not be given back all it held', { failure: second }),
      );
      throw failure;
    }
    return putBack;
  }

  async #putSecretsBack(): Promise<void> {
    await this.#putBack();
    this.#putBack = async () => undefined;
  }

  #say(desk: RestoreState): void {
    this.#desk = desk;
    this.#parts.onChange();
  }
}
