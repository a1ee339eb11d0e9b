import { type OBS_COMMANDS, ON_PURPOSE_MOST } from '../../../shared/contract/obs.ts';
import type { SerialQueue } from '../../base/serial-queue.ts';
import type { Feature, Services } from '../feature.ts';
import type { ObsAgreement } from './obs-agreement.ts';
import type { ObsControls } from './obs-controls.ts';
import type { ObsGovernor } from './obs-governor.ts';
import type { ObsHealer } from './obs-healer.ts';
import type { ObsHere } from './obs-here.ts';
import type { ObsLink } from './obs-link.ts';
import type { ObsSetup } from './obs-setup.ts';
import type { ObsWatch } from './obs-watch.ts';
import { openRecordings } from './recordings-folder.ts';
import { ObsElsewhereError } from './setup-errors.ts';
import type { ObsStreamKey } from './stream-key.ts';

interface CommandParts {
  readonly agreement: Pick<ObsAgreement, 'connect' | 'find' | 'disconnect'>;
  readonly setup: Pick<ObsSetup, 'plan' | 'setUp' | 'undo'>;
  readonly watch: Pick<ObsWatch, 'check' | 'fix'>;
  readonly healer: Pick<ObsHealer, 'heal'>;
  readonly governor: Pick<ObsGovernor, 'setMode'>;
  readonly controls: Pick<ObsControls, 'stream' | 'record' | 'scene'>;
  readonly sceneChanges: SerialQueue;
  readonly streamKey: Pick<ObsStreamKey, 'target' | 'put' | 'putBack'>;
  readonly here: Pick<ObsHere, 'elsewhere'>;
  readonly link: Pick<ObsLink, 'call'>;
  readonly settings: Services['settings'];
  readonly maintenance?: Services['maintenance'];
}

/** What pages and the terminal may ask of OBS. */
export function obsCommands(parts: CommandParts): Feature<typeof OBS_COMMANDS, 'obs'>['commands'] {
  const { agreement, setup, watch, healer, governor, controls, streamKey, settings } = parts;
  const { sceneChanges, here } = parts;
  const setHeal = async (heals: boolean | null, replaysMissed: boolean): Promise<void> => {
    await settings.update(({ obs }) => ({ obs: { ...obs, heals, replaysMissed } }));
  };
  /** A source over there would stay empty. */
  const refuseElsewhere = (): void => {
    if (here.elsewhere) throw new ObsElsewhereError();
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
      const changes = await sceneChanges.run(() => setup.setUp(wish));
      // Who has Stagelight set OBS up wants it to stay so; a choice once made stays.
      const { heals, replaysMissed } = settings.get().obs;
      if (heals === null) await setHeal(true, replaysMissed);
      return { changes: [...changes] };
    },
    'obs.undo': () => sceneChanges.run(() => setup.undo()),
    'obs.check': () => watch.check(),
    'obs.fix': ({ code, source }) => watch.fix(code, source),
    'obs.on-purpose': async ({ input, on }) => {
      await settings.update(({ obs }) => {
        const others = obs.onPurpose.filter((name) => name !== input);
        return {
          obs: { ...obs, onPurpose: on ? [...others, input].slice(-ON_PURPOSE_MOST) : others },
        };
      });
    },
    'obs.heal': async () => healer.heal(),
    'obs.set-heal': async ({ on, replays }) => {
      const { heals, replaysMissed } = settings.get().obs;
      await setHeal(on ?? heals, replays ?? replaysMissed);
    },
    'obs.load': ({ mode }) => governor.setMode(mode),
    'obs.stream': (wanted) => controls.stream(wanted),
    'obs.record': (wanted) => controls.record(wanted),
    'obs.scene': (wanted) => controls.scene(wanted),
    'obs.open-recordings': () =>
      openRecordings({
        calls: parts.link,
        isElsewhere: () => here.elsewhere,
        open: parts.maintenance?.openFolder ?? null,
      }),
    'obs.stream-target': () => streamKey.target(),
    'obs.stream-key': async ({ server }) => ({ changed: await streamKey.put(server) }),
    'obs.stream-key-back': () => streamKey.putBack(),
  };
}
