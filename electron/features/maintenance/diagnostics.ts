import { stat } from 'node:fs/promises';
import { arch, platform, release } from 'node:os';
import { join } from 'node:path';
import type { CommandResult } from '../../../shared/contract/index.ts';
import type { AppStatus } from '../../../shared/status.ts';
import { BUILD_ID } from '../../base/build-id.ts';
import { toIsoTime } from '../../base/clock.ts';
import type { LogRing } from '../../base/log.ts';
import type { LoopHealth } from '../../base/loop-watch.ts';
import type { AccountFeature } from '../account/index.ts';
import type { Services } from '../feature.ts';
import { MaintenanceRefusedError } from './errors.ts';
import { KeptFiles } from './kept-files.ts';
import { ZipWriter } from './zip-writer.ts';

type Bundle = CommandResult<'maintenance.diagnostics'>;

/** Facts about the ledger without any of its contents. */
interface LedgerHealth {
  readonly bytes: number;
  readonly writable: boolean;
  readonly counts: Readonly<Record<string, number>>;
}

interface DiagnosticsParts extends Pick<Services, 'dataDir' | 'clock' | 'makeKey' | 'redactor'> {
  readonly logs: LogRing;
  /** The end of an earlier run's log, if the host keeps one. */
  readonly earlierLog: () => Promise<string>;
  readonly versions: () => Readonly<Record<string, string>>;
  readonly settings: () => unknown;
  readonly status: () => AppStatus;
  readonly ledger: () => Promise<LedgerHealth>;
  readonly loops: () => LoopHealth;
  readonly onChange: () => void;
}

const LOG_LINES = 2_000;
const HIDDEN = '[hidden]';
/** Settings fields that identify the streamer or contain a secret. */
const PRIVATE_FIELD = /^(?:clientId|.*(?:secret|token|key|passphrase).*)$/i;

/** Collects what helps to find a bug, without private data. */
export class Diagnostics {
  readonly files: KeptFiles;
  readonly #parts: DiagnosticsParts;
  #shown: Bundle | null = null;

  constructor(parts: DiagnosticsParts) {
    this.#parts = parts;
    this.files = new KeptFiles(join(parts.dataDir, 'diagnostics'), 'diagnostics', parts.clock);
  }

  /** Makes the bundle and keeps it until it is saved or replaced. */
  async collect(): Promise<Bundle> {
    const parts = this.#parts;
    const { clock, logs, redactor } = parts;
    const lines = logs.read({ level: 'debug', search: '', after: null, most: LOG_LINES });
    const raw = {
      'about.json': json({ madeAt: toIsoTime(clock.now()), ...parts.versions() }),
      'status.json': json(publicStatus(parts.status())),
      'settings.json': json(withoutPrivate(parts.settings())),
      'ledger.json': json(await parts.ledger()),
      'event-loop.json': json(parts.loops()),
      'log.txt': `${lines.map(({ text }) => text).join('\n')}\n`,
      'log-earlier.txt': await parts.earlierLog(),
    };
    const files = Object.entries(raw)
      .filter(([, text]) => text.trim() !== '')
      .map(([name, unclean]) => {
        // Redacts again: the log may contain lines from before a secret was known.
        const text = redactor.clean(unclean);
        return { name, text, bytes: Buffer.byteLength(text) };
      });
    this.#shown = { id: parts.makeKey(), files };
    return this.#shown;
  }

  /** Saves exactly what was shown. Throws `MaintenanceRefusedError` if it was replaced since. */
  async save(id: string): Promise<string> {
    const shown = this.#shown;
    if (shown?.id !== id) throw new MaintenanceRefusedError('no-bundle');
    const name = await this.files.make(async (file) => {
      const zip = new ZipWriter(file, this.#parts.clock.now());
      for (const { name: path, text } of shown.files) await zip.addText(path, text);
      await zip.finish();
    });
    this.#parts.onChange();
    return name;
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** Removes names and addresses, which would identify the streamer and open the pages. */
function publicStatus(status: AppStatus): unknown {
  const { account, signInUrl, overlay, notices, ...others } = status;
  return {
    ...others,
    signedIn: account !== null,
    waitsForSignIn: signInUrl !== null,
    overlayPages: overlay.connectedPages,
    notices: notices.map(({ level, at, problem }) => ({ level, at, code: problem.code })),
  };
}

/** Private values are masked; word lists and texts of rules, which are about viewers, left out. */
function withoutPrivate(value: unknown): unknown {
  if (Array.isArray(value)) {
    return value.every((item) => typeof item === 'string')
      ? `[${value.length} left out]`
      : value.map(withoutPrivate);
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      PRIVATE_FIELD.test(key) && typeof inner === 'string' && inner !== ''
        ? HIDDEN
        : withoutPrivate(inner),
    ]),
  );
}

/** The support bundle of this host. */
export function diagnosticsOf(
  services: Pick<
    Services,
    'dataDir' | 'clock' | 'makeKey' | 'redactor' | 'settings' | 'maintenance' | 'ledger'
  > &
    Pick<AccountFeature, 'status'>,
  logs: LogRing,
  onChange: () => void,
): Diagnostics {
  const { dataDir, settings, maintenance, ledger, status } = services;
  return new Diagnostics({
    ...services,
    logs,
    onChange,
    earlierLog: async () => (await maintenance?.earlierLog()) ?? '',
    versions: () => ({
      app: maintenance?.version ?? '',
      build: BUILD_ID,
      host: maintenance?.kind ?? 'headless',
      node: process.versions.node,
      electron: process.versions['electron'] ?? '',
      system: `${platform()} ${release()} ${arch()}`,
    }),
    settings: () => settings.get(),
    status: () => status.read(),
    loops: () => maintenance?.loops() ?? { slowLoops: 0, longestMs: 0 },
    ledger: () => healthOf(join(dataDir, 'ledger.sqlite'), ledger),
  });
}

async function healthOf(file: string, ledger: Services['ledger']): Promise<LedgerHealth> {
  const found = await Promise.all(
    [file, `${file}-wal`].map((path) => stat(path).catch(() => ({ size: 0 }))),
  );
  const bytes = found.reduce((sum, { size }) => sum + size, 0);
  try {
    // An ordinary write that changes nothing.
    ledger.reserveNumbers(0);
    const queued = ledger.countAlerts('queued');
    const neverAppeared = ledger.countAlerts('never-appeared');
    return { bytes, writable: true, counts: { queued, neverAppeared } };
  } catch {
    return { bytes, writable: false, counts: {} };
  }
}
