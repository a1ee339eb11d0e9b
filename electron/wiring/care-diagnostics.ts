import { stat } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import { BUILD_ID } from '../base/build-id.ts';
import type { LogRing } from '../base/log-ring.ts';
import { Diagnostics, type LedgerHealth } from '../care/diagnostics.ts';
import type { ControlParts } from './control-parts.ts';

/** The bundle for support, of this host. */
export function diagnosticsOf(
  { options, ledger, status }: Pick<ControlParts, 'options' | 'ledger' | 'status'>,
  logs: LogRing,
  onChange: () => void,
): Diagnostics {
  const { dataDir, clock, makeKey, redactor, settings, care } = options;
  return new Diagnostics({
    ...{ dataDir, clock, makeKey, redactor, logs, onChange },
    earlierLog: async () => (await care?.earlierLog()) ?? '',
    versions: () => ({
      app: care?.version ?? '',
      build: BUILD_ID,
      host: care?.kind ?? 'headless',
      node: process.versions.node,
      electron: process.versions['electron'] ?? '',
      system: `${platform()} ${release()} ${arch()}`,
    }),
    settings: () => settings.get(),
    status: () => status.read(),
    loops: () => care?.loops() ?? { slowLoops: 0, longestMs: 0 },
    ledger: () => healthOf(join(dataDir, 'ledger.sqlite'), ledger),
  });
}

async function healthOf(file: string, ledger: ControlParts['ledger']): Promise<LedgerHealth> {
  const sizes = await Promise.all(
    [file, `${file}-wal`].map((path) =>
      stat(path).then(
        ({ size }) => size,
        () => 0,
      ),
    ),
  );
  const bytes = sizes.reduce((sum, size) => sum + size, 0);
  try {
    // A write like any other that changes nothing.
    ledger.reserveNumbers(0);
    const queued = ledger.countAlerts('queued');
    const neverAppeared = ledger.countAlerts('never-appeared');
    return { bytes, writable: true, counts: { queued, neverAppeared } };
  } catch {
    return { bytes, writable: false, counts: {} };
  }
}
