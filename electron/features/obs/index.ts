import { homedir } from 'node:os';
import type { OBS_COMMANDS, ObsState } from '../../../shared/contract/obs.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { Emitter } from '../../base/emitter.ts';
import { createFiles } from '../../base/files.ts';
import type { Feature, Services } from '../feature.ts';
import { ObsAgreement } from './obs-agreement.ts';
import { type DialObs, obsDialer } from './obs-dial.ts';
import { findObs } from './obs-discovery.ts';
import { ObsGoneError } from './obs-errors.ts';
import { ObsLink } from './obs-link.ts';
import { ObsNow } from './obs-now.ts';

export interface ObsFeature extends Feature<typeof OBS_COMMANDS, 'obs'> {
  readonly link: ObsLink;
}

interface ObsServices
  extends Pick<Services, 'clock' | 'random' | 'log' | 'redactor' | 'vault' | 'settings'> {
  /** How OBS is reached, and where its settings are; left out: as on this computer. */
  readonly dialObs?: DialObs;
  readonly findObs?: typeof findObs;
}

/** Starts the connection to OBS, if the streamer has agreed to it before. */
export function startObs(services: ObsServices, owned: DisposableStore): ObsFeature {
  const { clock, log } = services;
  const link = owned.add(new ObsLink({ ...services, dial: services.dialObs ?? obsDialer(clock) }));
  const now = owned.add(new ObsNow({ link, clock, log }));
  const agreement = new ObsAgreement({ ...services, link, find: () => findHere(services) });
  const changes = owned.add(
    new Emitter<void>((failure) => log.error('a listener of the OBS feed failed', { failure })),
  );
  let state: ObsState | null = null;
  const changed = (): void => {
    state = null;
    changes.fire();
  };
  owned.add(link.onChange(changed));
  owned.add(now.onChange(changed));
  owned.add(services.settings.onChange(changed));
  void agreement.resume();
  const read = (): ObsState => {
    const { host, port } = agreement.place;
    state ??= {
      link: link.state,
      host,
      port,
      hasPassword: agreement.hasPassword,
      ...now.read(),
      proof: { state: 'unknown' },
      undoable: null,
    };
    return state;
  };
  const gone = () => Promise.reject(new ObsGoneError());
  return {
    link,
    commands: {
      'obs.connect': (place) => agreement.connect(place),
      'obs.find': async () => ({ found: await agreement.find() }),
      'obs.disconnect': () => agreement.disconnect(),
      'obs.plan': gone,
      'obs.set-up': gone,
      'obs.undo': gone,
      'obs.check': gone,
      'obs.fix': gone,
    },
    feeds: { obs: { read, onChange: changes.on } },
  };
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
