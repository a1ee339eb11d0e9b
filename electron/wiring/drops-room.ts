import type { DROPS_COMMANDS } from '../../shared/control/drops-commands.ts';
import { EMPTY_DROPS_DESK } from '../../shared/control/drops-desk.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { CommandHandlers, ControlSources } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface DropsRoom {
  readonly commands: CommandHandlers<keyof typeof DROPS_COMMANDS>;
  readonly feed: ControlSources['drops'];
}

export function dropsRoom({ options }: ControlParts, owned: DisposableStore): DropsRoom {
  const changes = owned.add(
    new Emitter<void>((failure) => options.log.error('a listener failed', { failure })),
  );
  return {
    commands: {},
    feed: { read: () => EMPTY_DROPS_DESK, onChange: changes.on },
  };
}
