import { onTestFinished, vi } from 'vitest';
import { reportCommands } from '../../../electron/features/reports/index.ts';
import { patchSettings } from '../../../electron/settings/settings-file.ts';
import { REPORTS_COMMANDS } from '../../../shared/contract/reports.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { memoryLedger, temporaryFolder } from '../storage/support.ts';

/** A desk on an empty ledger; commands are checked against the contract like those of a page. */
export function desk() {
  const ledger = memoryLedger();
  let settings: Settings = DEFAULT_SETTINGS;
  const search = { catchUp: vi.fn(() => void ledger.search.takeNew(1_000)), look: vi.fn() };
  const flush = vi.fn();
  const forget = vi.fn();
  const pause = vi.fn(() => Promise.resolve());
  const folder = `${temporaryFolder()}/exports`;
  const commands = reportCommands({
    ledger,
    search,
    flush,
    forget,
    folder,
    clock: new VirtualClock(),
    settings: {
      get: () => settings,
      update: async (change) => {
        settings = patchSettings(settings, change);
        return settings;
      },
    },
    pause,
  });
  onTestFinished(() => ledger.close());
  type Name = keyof typeof REPORTS_COMMANDS;
  const ask = async <N extends Name>(name: N, args: unknown) => {
    const { args: takes, result } = REPORTS_COMMANDS[name];
    const run = commands[name] as (args: unknown) => Promise<unknown>;
    return result.parse(await run(takes.parse(args))) as Awaited<ReturnType<(typeof commands)[N]>>;
  };
  return { ask, ledger, search, flush, forget, pause, folder, settings: () => settings };
}

export const ALL_TIME = { from: 0, to: 8_640_000_000_000_000 };
