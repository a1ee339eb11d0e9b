import { join } from 'node:path';
import type { SINKS_COMMANDS } from '../../../shared/contract/sinks.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import type { Feature, Services } from '../feature.ts';
import { EVENT_FOLDER } from './event-file.ts';
import { type PostParts, systemResolve } from './post.ts';
import { SinkSecrets } from './sink-secrets.ts';
import { Sinks } from './sinks.ts';

export type SinksFeature = Feature<typeof SINKS_COMMANDS, 'sinks'>;

type SinksServices = Pick<
  Services,
  'vault' | 'redactor' | 'makeKey' | 'clock' | 'random' | 'log' | 'ledger' | 'dataDir'
> & {
  readonly hub: Pick<Services['hub'], 'lastSeq' | 'onBatch'>;
  readonly language: Pick<Services['language'], 'current'>;
  /** Left out: as the system looks names up. */
  readonly resolve?: PostParts['resolve'];
};

/** Starts what sends events elsewhere by itself. Throws vault and ledger errors. */
export async function startSinks(
  services: SinksServices,
  owned: DisposableStore,
): Promise<SinksFeature> {
  const { ledger, hub, clock, log, resolve = systemResolve } = services;
  const language = () => services.language.current;
  const folder = join(services.dataDir, EVENT_FOLDER);
  const sinks = owned.add(
    new Sinks({
      ...services,
      language,
      repository: ledger.sinks,
      secrets: await SinkSecrets.open(services),
      couriers: { clock, log, resolve, language, folder },
      lastSeq: () => hub.lastSeq,
      ledger: {
        epoch: ledger.epoch,
        read: (after, limit) => ledger.show.eventsAfter(after, limit),
        whenDurable: () => ledger.whenDurable(),
      },
    }),
  );
  owned.add(hub.onBatch(() => sinks.poke()));
  return {
    commands: {
      'sinks.add': (wanted) => sinks.add(wanted),
      'sinks.change': (change) => sinks.change(change),
      'sinks.renew-secret': async ({ id }) => ({ secret: await sinks.renewSecret(id) }),
      'sinks.remove': ({ id }) => sinks.remove(id),
      'sinks.switch': ({ id, on }) => sinks.switch(id, on),
      'sinks.test': ({ id }) => sinks.test(id),
      'sinks.letters': async ({ id }) => ({ letters: sinks.letters(id) }),
      'sinks.resend': async ({ id, seq }) => sinks.resend(id, seq),
    },
    feeds: { sinks: { read: () => sinks.state, onChange: sinks.onChange } },
  };
}
