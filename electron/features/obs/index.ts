import { get } from 'node:http';
import { homedir } from 'node:os';
import { join } from 'node:path';
import type { OBS_COMMANDS, ObsState } from '../../../shared/contract/obs.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { createFiles } from '../../base/files.ts';
import type { Logger } from '../../base/log.ts';
import { SerialQueue } from '../../base/serial-queue.ts';
import type { PlatformClient } from '../../platform/client.ts';
import type { AlertsFeature } from '../alerts/index.ts';
import type { Feature, Services } from '../feature.ts';
import { FormerKeys } from './former-keys.ts';
import { missedAlerts } from './missed-alerts.ts';
import { ObsAgreement } from './obs-agreement.ts';
import { obsCommands } from './obs-commands.ts';
import { ObsControls } from './obs-controls.ts';
import { type DialObs, obsDialer } from './obs-dial.ts';
import { findObs } from './obs-discovery.ts';
import { ObsGoneError } from './obs-errors.ts';
import { ObsGovernor } from './obs-governor.ts';
import { ObsHealer } from './obs-healer.ts';
import { ObsHeard } from './obs-heard.ts';
import { ObsHere, type ThisComputer, thisComputer } from './obs-here.ts';
import { ObsLink } from './obs-link.ts';
import { lookAt } from './obs-look.ts';
import { ObsNow } from './obs-now.ts';
import { ObsOutputs } from './obs-outputs.ts';
import { ObsPulse } from './obs-pulse.ts';
import { ObsRecreate } from './obs-recreate.ts';
import { ObsSetup } from './obs-setup.ts';
import { ObsWatch } from './obs-watch.ts';
import { ObsWitness } from './obs-witness.ts';
import type { OurAddresses } from './our-address.ts';
import { ProgramLook } from './program-look.ts';
import { SceneOverlay } from './scene-overlay.ts';
import { SetupJournal } from './setup-journal.ts';
import { ObsHands } from './setup-steps.ts';
import { ObsStreamKey } from './stream-key.ts';

const SERVED_WITHIN_MS = 1_000;

export interface ObsFeature extends Feature<typeof OBS_COMMANDS, 'obs'> {
  readonly link: ObsLink;
  readonly pulse: Pick<ObsPulse, 'pulse' | 'onChange'>;
  readonly watch: Pick<ObsWatch, 'proof' | 'onChange'>;
  readonly governor: Pick<ObsGovernor, 'step' | 'onStep'>;
  /** The overlay settings for pages, as the scene on air wants them. */
  readonly sceneOverlay: Pick<SceneOverlay, 'config' | 'onConfig'>;
  /**
   * Connects if the streamer agreed to it before. To be called once pages are served: without the
   * overlay's address, nothing that OBS shows is ours.
   */
  resume(): void;
}

interface ObsServices
  extends Pick<
    Services,
    | 'clock'
    | 'random'
    | 'log'
    | 'redactor'
    | 'vault'
    | 'settings'
    | 'overlaySettings'
    | 'dataDir'
    | 'pageServer'
    | 'maintenance'
  > {
  readonly client: { readonly streams: Pick<PlatformClient['streams'], 'key'> };
  readonly alerts: Pick<AlertsFeature, 'onCard'> & {
    readonly pages: Pick<AlertsFeature['pages'], 'onChange'>;
    readonly queue: Pick<
      AlertsFeature['queue'],
      'current' | 'desk' | 'replay' | 'setFlaw' | 'setPaused'
    >;
  };
  readonly keeper: { readonly recorder: Pick<Services['keeper']['recorder'], 'note'> };
  /** How OBS is reached, and where its settings are; left out: as on this computer. */
  readonly dialObs?: DialObs;
  readonly findObs?: typeof findObs;
  readonly thisComputer?: () => ThisComputer;
}

/** Starts all that has to do with OBS, and asks it nothing yet. */
export async function startObs(services: ObsServices, owned: DisposableStore): Promise<ObsFeature> {
  const { clock, log, keeper } = services;
  const link = owned.add(new ObsLink({ ...services, dial: services.dialObs ?? obsDialer(clock) }));
  const now = owned.add(new ObsNow({ link, clock, log }));
  const pulse = owned.add(new ObsPulse({ link, clock, log }));
  const governor = owned.add(
    new ObsGovernor({
      ...services,
      pulse,
      note: (name, why) => keeper.recorder.note(name, `load-${why}`),
    }),
  );
  const outputs = owned.add(new ObsOutputs({ link, pulse, clock, log }));
  const controls = new ObsControls({ calls: link, outputs, clock });
  const sceneOverlay = owned.add(startScenes(services, link, now));
  const agreement = new ObsAgreement({ ...services, link, find: () => findHere(services) });
  const addresses = await openAddresses(services, owned);
  const known = { ...services, addresses };
  const setup = await openSetup(known, link, owned);
  const { watch, heard } = startWatch(known, link, now, owned);
  // A source is not made anew in the middle of a set-up.
  const sceneChanges = new SerialQueue();
  const healer = startHealer(known, link, watch, sceneChanges, owned);
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
  for (const { onChange } of [
    link,
    now,
    outputs,
    setup,
    watch,
    heard,
    healer,
    governor,
    streamKey,
    here,
    services.settings,
  ]) {
    owned.add(onChange(changed));
  }
  const read = (): ObsState => {
    const { host, port } = agreement.place;
    state ??= {
      link: link.state,
      host,
      port,
      hasPassword: agreement.hasPassword,
      ...now.read(),
      strip: outputs.read(),
      proof: watch.proof,
      heard: heard.state,
      onPurpose: services.settings.get().obs.onPurpose,
      undoable: setup.undoable,
      heal: healer.state,
      load: governor.load,
      elsewhere: here.elsewhere,
      streamKey: streamKey.state,
    };
    return state;
  };
  return {
    link,
    pulse,
    watch,
    governor,
    sceneOverlay,
    resume: () => void agreement.resume(),
    commands: obsCommands({
      ...services,
      link,
      agreement,
      setup,
      watch,
      healer,
      governor,
      controls,
      sceneChanges,
      streamKey,
      here,
    }),
    feeds: { obs: { read, onChange: changes.on } },
  };
}

interface WithAddresses extends ObsServices {
  readonly addresses: () => OurAddresses;
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
  services: WithAddresses,
  link: ObsLink,
  owned: DisposableStore,
): Promise<ObsSetup> {
  const { clock, log, dataDir, addresses } = services;
  const path = join(dataDir, 'obs-set-up.json');
  const journal = await SetupJournal.open({ path, files: createFiles(clock), clock, log });
  const setup = owned.add(new ObsSetup({ calls: link, clock, log, addresses, journal }));
  settleWhenConnected(link, () => setup.settle(), log, owned);
  return setup;
}

function settleWhenConnected(
  link: ObsLink,
  settle: () => Promise<void>,
  log: Logger,
  owned: DisposableStore,
): void {
  const run = (): void => {
    settle().catch((failure: unknown) => {
      // The next connection settles what this one could not.
      if (!(failure instanceof ObsGoneError)) {
        log.warn('a change of OBS could not be settled yet', { failure });
      }
    });
  };
  owned.add(
    link.onChange(({ state }) => {
      if (state === 'connected') run();
    }),
  );
}

/** What looks and listens to OBS, and what became of each alert there. */
function startWatch(
  services: WithAddresses,
  link: ObsLink,
  now: ObsNow,
  owned: DisposableStore,
): { readonly watch: ObsWatch; readonly heard: ObsHeard } {
  const { clock, random, log, pageServer, alerts, addresses, settings } = services;
  const isOnAir = (): boolean => now.read().streaming || now.read().recording;
  const shared = {
    calls: link,
    hands: new ObsHands(link, clock),
    addresses,
    isConnected: () => link.state.state === 'connected',
    onConnection: link.onChange,
    onPurpose: { read: () => settings.get().obs.onPurpose, onChange: settings.onChange },
    clock,
    log,
  };
  const hasPagesInObs = (): boolean => (pageServer()?.beacons.pages.length ?? 0) > 0;
  const heard = owned.add(
    new ObsHeard({
      ...shared,
      look: () => lookAt(link),
      hasPagesInObs,
      outputs: () => now.read(),
    }),
  );
  const program = new ProgramLook({ calls: link, programScene: () => now.read().programScene });
  const watch = owned.add(
    new ObsWatch({
      ...shared,
      look: () => program.look(),
      pages: () => pageServer()?.beacons ?? null,
      onPages: alerts.pages.onChange,
      isOnAir,
      sound: heard,
      random,
    }),
  );
  owned.add(
    new ObsWitness({
      onCard: alerts.onCard,
      setFlaw: (alertIds, flaw) => alerts.queue.setFlaw(alertIds, flaw),
      watch,
      heard,
      canSound: () => pageServer()?.canSound === true,
      isOnAir,
      clock,
      log,
    }),
  );
  return { watch, heard };
}

function startHealer(
  services: WithAddresses,
  link: ObsLink,
  watch: ObsWatch,
  changes: SerialQueue,
  owned: DisposableStore,
): ObsHealer {
  const { clock, log, pageServer, alerts, settings, keeper, dataDir, addresses } = services;
  const beacons = () => pageServer()?.beacons ?? null;
  const replayMissed = (since: number): number => {
    const isPainted = (id: number) => beacons()?.hasPainted(id) ?? true;
    const missed = missedAlerts({ desk: alerts.queue.desk, since, now: clock.now(), isPainted });
    if (missed.length > 0) alerts.queue.replay(...missed);
    return missed.length;
  };
  const hands = new ObsHands(link, clock);
  const look = () => lookAt(link);
  const files = createFiles(clock);
  const recreate = new ObsRecreate({ calls: link, hands, look, dataDir, files, clock, log });
  settleWhenConnected(link, () => changes.run(() => recreate.settle()), log, owned);
  return owned.add(
    new ObsHealer({
      calls: link,
      look,
      hands,
      recreate: (source, url) => changes.run(() => recreate.recreate(source, url)),
      addresses,
      watch,
      isServed,
      pages: beacons,
      alertNow: () => alerts.queue.current?.alertId ?? null,
      onPages: alerts.pages.onChange,
      isConnected: () => link.state.state === 'connected',
      onConnection: link.onChange,
      settings: () => settings.get().obs,
      replayMissed,
      note: (name, code) => keeper.recorder.note(name, `overlay-${code}`),
      clock,
      log,
    }),
  );
}

/** Whether something on this computer has a page at this address. Never rejects. */
function isServed(url: string): Promise<boolean> {
  return new Promise((resolve) => {
    try {
      const request = get(url, { timeout: SERVED_WITHIN_MS }, (answer) => {
        answer.resume();
        resolve(answer.statusCode === 200);
      });
      request.on('timeout', () => request.destroy());
      request.on('error', () => resolve(false));
    } catch {
      resolve(false);
    }
  });
}

function startScenes(
  { overlaySettings: settings, alerts, log }: ObsServices,
  link: ObsLink,
  now: ObsNow,
): SceneOverlay {
  return new SceneOverlay({ link, now, settings, alerts: alerts.queue, log });
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
