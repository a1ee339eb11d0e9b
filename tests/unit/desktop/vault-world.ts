import type { Files } from '../../../electron/base/files.ts';
import { Redactor, silentLogger } from '../../../electron/base/log.ts';
import { SafeVault } from '../../../electron/desktop/ports/safe-vault.ts';
import type { DesktopState } from '../../../shared/desktop.ts';
import type { Problem } from '../../../shared/problem.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { MemoryFiles } from '../base/failing-files.ts';
import { FakeSafeStorage } from './fake-safe-storage.ts';

export const VAULT_PATH = '/data/vault.json';

interface World {
  readonly files?: Files;
  readonly storage?: FakeSafeStorage;
  readonly system?: DesktopState['system'];
  readonly permission?: boolean | null;
  readonly clock?: VirtualClock;
}

/** A vault with everything around it in reach. */
export function vaultWorld({
  files = new MemoryFiles(),
  storage = new FakeSafeStorage(),
  system = 'linux',
  permission = null,
  clock = new VirtualClock(Date.UTC(2026, 0, 2, 3, 4, 5)),
}: World = {}) {
  const problems: Problem[] = [];
  const answer = { permission };
  const redactor = new Redactor();
  const vault = new SafeVault({
    path: VAULT_PATH,
    safeStorage: storage,
    system,
    mayKeepWeakly: () => answer.permission,
    files,
    clock,
    redactor,
    log: silentLogger,
    onProblem: (problem) => problems.push(problem),
  });
  return {
    vault,
    files,
    storage,
    clock,
    redactor,
    answer,
    codes: () => problems.map(({ code }) => code),
    problems,
    /** The next start on the same disk and system. */
    next: (over: World = {}) =>
      vaultWorld({ files, storage, system, permission: answer.permission, clock, ...over }),
  };
}

interface FileContent {
  readonly version: number;
  readonly secrets: Record<string, { readonly by: string; readonly data: string }>;
  readonly aside: readonly { readonly name: string; readonly data: string; readonly at: string }[];
}

/** null: there is no file. */
export async function contentOf(files: Files): Promise<FileContent | null> {
  if ((await files.kind(VAULT_PATH)) === 'missing') return null;
  return JSON.parse(await files.readText(VAULT_PATH)) as FileContent;
}
