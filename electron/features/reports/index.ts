import { join } from 'node:path';
import type { REPORTS_COMMANDS } from '../../../shared/contract/reports.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Turns } from '../../base/slices.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { reportCommands } from './report-service.ts';
import { SearchIndexer } from './search-indexer.ts';

export type ReportsFeature = Feature<typeof REPORTS_COMMANDS>;

type ReportsServices = Pick<
  Services,
  'ledger' | 'chat' | 'hub' | 'settings' | 'dataDir' | 'clock' | 'log'
> & { readonly alerts: AlertsFeature };

/** Starts reports: totals, charts, records, exports, and erasing a viewer. */
export function startReports(services: ReportsServices, owned: DisposableStore): ReportsFeature {
  const { ledger, chat, hub, alerts, settings, dataDir, clock, log } = services;
  const search = owned.add(new SearchIndexer({ clock, log, repository: ledger.search }));
  owned.add(hub.onBatch(() => search.look()));
  const turns = new Turns();
  const commands = reportCommands({
    ledger,
    search,
    settings,
    flush: () => hub.handedOn().then(chat.flush),
    forget: (channelId) => {
      hub.forget(channelId);
      alerts.queue.forget(channelId);
    },
    pause: () => turns.next(),
    clock,
    folder: join(dataDir, 'exports'),
  });
  return { commands, feeds: {} };
}
