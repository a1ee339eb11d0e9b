import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OBS_COMMANDS, ObsState } from '../../../shared/contract/obs.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { createFiles } from '../../base/files.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { FormerKeys } from './former-keys.ts';
import { ObsAgreement } from './obs-agreement.ts';
import { type DialObs, obsDialer } from './obs-dial.ts';
import { findObs } from './obs-discovery.ts';
import { ObsGoneError } from './obs-errors.ts';
import { ObsLink } from './obs-link.ts';
import { lookAt } from './obs-look.ts';
import { ObsNow } from './obs-now.ts';
import { ObsPulse } from './obs-pulse.ts';
import { ObsSetup } from './obs-setup.ts';
import { ObsWatch } from './obs-watch.ts';
import type { OurAddresses } from './our-address.ts';
import { SetupJournal } from './setup-journal.ts';
import { ObsHands } from './setup-steps.ts';

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
  readonly alerts: { readonly pages: Pick<AlertsFeature['pages'], 'onChange'> };
  /** How OBS is reached, and where its settings are; left out: as on this computer. */
  readonly dialObs?: DialObs;
  readonly findObs?: typeof findObs;
}

/** Starts the connection to OBS, if the streamer has agreed to it before. */
export async function startObs(services: ObsServices, owned: DisposableStore): Promise<ObsFeature> {
  const { clock, log } = services;
  const link = owned.add(new ObsLink({ ...services, dial: services.dialObs ?? obsDialer(clock) }));
  const now = owned.add(new ObsNow({ link, clock, log }));
  const pulse = owned.add(new ObsPulse({ link, clock, log }));
  const agreement = new ObsAgreement({ ...services, link, find: () => findHere(services) });
  const addresses = await openAddresses(services, owned);
  const setup = await openSetup({ ...services, addresses }, link, owned);
  const watch = startWatch({ ...services, addresses }, link, now, owned);
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener of the OBS feed failed', { failure })),
  );
  let state: ObsState | null = null;
  const changed = (): void => {
    state = null;
    changes.fire();
  };
  for (const { onChange } of [link, now, setup, watch, services.settings]) {
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
    };
    return state;
  };
  return {
    link,
    pulse,
    watch,
    commands: obsCommands({ agreement, setup, watch }),
    feeds: { obs: { read, onChange: changes.on } },
  };
}

interface CommandParts {
  readonly agreement: Pick<ObsAgreement, 'connect' | 'find' | 'disconnect'>;
  readonly setup: Pick<ObsSetup, 'plan' | 'setUp' | 'undo'>;
  readonly watch: Pick<ObsWatch, 'check' | 'fix'>;
}

function obsCommands({ agreement, setup, watch }: CommandParts): ObsFeature['commands'] {
  return {
    'obs.connect': (place) => agreement.connect(place),
    'obs.find': async () => ({ found: await agreement.find() }),
    'obs.disconnect': () => agreement.disconnect(),
    'obs.plan': async (wish) => ({ changes: [...(await setup.plan(wish))] }),
    'obs.set-up': async (wish) => ({ changes: [...(await setup.setUp(wish))] }),
    'obs.undo': () => setup.undo(),
    'obs.check': () => watch.check(),
    'obs.fix': ({ code, source }) => watch.fix(code, source),
  };
}

interface WithAddresses extends ObsServices {
  readonly addresses: () => OurAddresses;
}

async function openSetup(
  services: WithAddresses,
  link: ObsLink,
  owned: DisposableStore,
): Promise<ObsSetup> {
  const { clock, log, dataDir, addresses } = services;
  const path = join(dataDir, 'obs-set-up.json');
  const journal = await SetupJournal.open({ path, files: createFiles(clock), clock, log });
  const setup = owned.add(new ObsSetup({ calls: link, clock, log, addresses, journal }));
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
  services: WithAddresses,
  link: ObsLink,
  now: ObsNow,
  owned: DisposableStore,
): ObsWatch {
  const { clock, random, log, pageServer, alerts, addresses } = services;
  return owned.add(
    new ObsWatch({
      calls: link,
      look: () => lookAt(link),
      hands: new ObsHands(link, clock),
      addresses,
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

/** Former addresses are known by their keys' digests, which are noted before anything can renew one. */
async function openAddresses(
  { clock, log, dataDir, pageServer, alerts }: ObsServices,
  owned: DisposableStore,
): Promise<() => OurAddresses> {
  const path = join(dataDir, 'obs-addresses.json');
  const former = await FormerKeys.open({ path, files: createFiles(clock), clock, log });
  const addresses = (): OurAddresses => {
    const current = pageServer()?.overlayUrl ?? '';
    void former.note(current);
    return { current, old: [], isFormerKey: former.knows };
  };
  owned.add(alerts.pages.onChange(() => void addresses()));
  return addresses;
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
