import type { MediaType } from '../../shared/overlay/media.ts';
import type { StagedBackup } from './maintenance/restore-stage.ts';
import type { Secrets } from './maintenance/secret-box.ts';
import type { ReadPackage } from './widgets/package-reader.ts';

/** Long-running jobs, each in its own thread (`electron/worker.ts`). */
export interface HeavyJobs {
  /** Returns the file's name. */
  readonly 'make-backup': {
    readonly args: {
      readonly dataDir: string;
      readonly mediaDir: string;
      readonly settings: string;
      readonly appVersion: string;
      readonly sealed: { readonly secrets: Secrets; readonly passphrase: string } | null;
    };
    readonly result: string;
  };
  readonly 'stage-backup': {
    readonly args: { readonly zip: string; readonly folder: string };
    readonly result: StagedBackup;
  };
  readonly 'recognise-media': {
    readonly args: { readonly path: string };
    readonly result: MediaType;
  };
  readonly 'read-widget': {
    readonly args: { readonly zip: string; readonly folder: string };
    readonly result: ReadPackage;
  };
}
