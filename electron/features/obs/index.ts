import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OBS_COMMANDS, ObsState } from '../../../shared/contract/obs.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { createFiles } from '../../base/files.ts';
import type { PlatformClient } from '../../platform/client.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { ObsAgreement } from './obs-agreement.ts';
import { type DialObs, obsDialer } from './obs-dial.ts';
import { findObs } from './obs-discovery.ts';
import { ObsGoneError } from './obs-errors.ts';
import { ObsHere, type ThisComputer, thisComputer } from './obs-here.ts';
import { ObsLink } from './obs-link.ts';
import { lookAt } from './obs-look.ts';
import { ObsNow } from './obs-now.ts';
import { ObsPulse } from './obs-pulse.ts';
import { ObsSetup } from './obs-setup.ts';
import { ObsWatch } from './obs-watch.ts';
import type { OurAddresses } from './our-address.ts';
import { ObsElsewhereError } from './setup-errors.ts';
import { SetupJournal } from './setup-journal.ts';
import { ObsHands } from './setup-steps.ts';
import { ObsStreamKey } from './stream-key.ts';

export interface ObsFeature extends Feature<typeof OBS_COMMANDS, 'obs'> {
  readonly link: ObsLink;
  readonly pulse: Pick<ObsPulse, 'pulse' | 'onChange'>;
  readonly watch: Pick<ObsWatch, 'proof' | 'onChange'>;
}

interface ObsServices
  extends Pick<
    Services,
    'clock' | 'random' | 'log' | 'redactor' | 'vault' | 'settings' | 'dataDir' | 'pageServer'
  > {
  readonly client: { readonly streams: Pick<PlatformClient['streams'], 'key'> };
  readonly alerts: { readonly pages: Pick<AlertsFeature['pages'], 'onChange'> };
  /** How OBS is reached, and where its settings are; left out: as on this computer. */
  readonly dialObs?: DialObs;
  readonly findObs?: typeof findObs;
  readonly thisComputer?: () => ThisComputer;
}

/** Starts the connection to OBS, if the streamer has agreed to it before. */
export async function startObs(services: ObsServices, owned: DisposableStore): Promise<ObsFeature> {
  const { clock, log } = services;
  const link = owned.add(new ObsLink({ ...services, dial: services.dialObs ?? obsDialer(clock) }));
  const now = owned.add(new ObsNow({ link, clock, log }));
  const pulse = owned.add(new ObsPulse({ link, clock, log }));
  const agreement = new ObsAgreement({ ...services, link, find: () => findHere(services) });
  const setup = await openSetup(services, link, owned);
  const watch = startWatch(services, link, now, owned);
  const streamKey = startStreamKey(services, link, owned);
  const here = owned.add(
    new ObsHere({
      link,
      log,
      host: () => agreement.place.host,
      computer: services.thisComputer ?? thisComputer,
    }),
  );
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener of the OBS feed failed', { failure })),
  );
  let state: ObsState | null = null;
  const changed = (): void => {
    state = null;
    changes.fire();
  };
  for (const { onChange } of [link, now, setup, watch, streamKey, here, services.settings]) {
    owned.add(onChange(changed));
  }
  void agreement.resume();
  const read = (): ObsState => {
    const { host, port } = agreement.place;
    state ??= {
      link: link.state,
      host,
      port,
      hasPassword: agreement.hasPassword,
      ...now.read(),
      proof: watch.proof,
      undoable: setup.undoable,
      elsewhere: here.elsewhere,
      streamKey: streamKey.state,
    };
    return state;
  };
  return {
    link,
    pulse,
    watch,
    commands: obsCommands({ agreement, setup, watch, streamKey, here }),
    feeds: { obs: { read, onChange: changes.on } },
  };
}

interface CommandParts {
  readonly agreement: Pick<ObsAgreement, 'connect' | 'find' | 'disconnect'>;
  readonly setup: Pick<ObsSetup, 'plan' | 'setUp' | 'undo'>;
  readonly watch: Pick<ObsWatch, 'check' | 'fix'>;
  readonly streamKey: Pick<ObsStreamKey, 'target' | 'put' | 'putBack'>;
  readonly here: Pick<ObsHere, 'elsewhere'>;
}

function obsCommands(parts: CommandParts): ObsFeature['commands'] {
  const { agreement, setup, watch, streamKey } = parts;
  /** A source over there would stay empty. */
  const refuseElsewhere = (): void => {
    if (parts.here.elsewhere) throw new ObsElsewhereError();
  };
  return {
    'obs.connect': (place) => agreement.connect(place),
    'obs.find': async () => ({ found: await agreement.find() }),
    'obs.disconnect': () => agreement.disconnect(),
    'obs.plan': async (wish) => {
      refuseElsewhere();
      return { changes: [...(await setup.plan(wish))] };
    },
    'obs.set-up': async (wish) => {
      refuseElsewhere();
      return { changes: [...(await setup.setUp(wish))] };
    },
    'obs.undo': () => setup.undo(),
    'obs.check': () => watch.check(),
    'obs.fix': ({ code, source }) => watch.fix(code, source),
    'obs.stream-target': () => streamKey.target(),
    'obs.stream-key': async ({ server }) => ({ changed: await streamKey.put(server) }),
    'obs.stream-key-back': () => streamKey.putBack(),
  };
}

function startStreamKey(
  services: ObsServices,
  link: ObsLink,
  owned: DisposableStore,
): ObsStreamKey {
  const key = () => services.client.streams.key();
  const streamKey = owned.add(new ObsStreamKey({ ...services, calls: link, key }));
  void streamKey.resume();
  return streamKey;
}

async function openSetup(
  services: ObsServices,
  link: ObsLink,
  owned: DisposableStore,
): Promise<ObsSetup> {
  const { clock, log, dataDir } = services;
  const path = join(dataDir, 'obs-set-up.json');
  const journal = await SetupJournal.open({ path, files: createFiles(clock), clock, log });
  const setup = owned.add(
    new ObsSetup({ calls: link, clock, log, addresses: addressesOf(services), journal }),
  );
  const settle = (): void => {
    setup.settle().catch((failure: unknown) => {
      // The next connection settles what this one could not.
      if (!(failure instanceof ObsGoneError)) {
        log.warn('a set-up of OBS could not be taken back yet', { failure });
      }
    });
  };
  owned.add(
    link.onChange(({ state }) => {
      if (state === 'connected') settle();
    }),
  );
  return setup;
}

function startWatch(
  services: ObsServices,
  link: ObsLink,
  now: ObsNow,
  owned: DisposableStore,
): ObsWatch {
  const { clock, random, log, pageServer, alerts } = services;
  return owned.add(
    new ObsWatch({
      calls: link,
      look: () => lookAt(link),
      hands: new ObsHands(link, clock),
      addresses: addressesOf(services),
      pages: () => pageServer()?.beacons ?? null,
      onPages: alerts.pages.onChange,
      isConnected: () => link.state.state === 'connected',
      onConnection: link.onChange,
      isOnAir: () => now.read().streaming || now.read().recording,
      clock,
      random,
      log,
    }),
  );
}

/** Former addresses are known by their form: their keys are kept nowhere. */
function addressesOf({ pageServer }: Pick<ObsServices, 'pageServer'>): () => OurAddresses {
  return () => ({ current: pageServer()?.overlayUrl ?? '', old: [] });
}

function findHere({ clock, findObs: find = findObs }: ObsServices) {
  const files = createFiles(clock);
  return find({
    platform: process.platform,
    env: process.env,
    home: homedir(),
    readText: (path) => files.readText(path),
  });
}
