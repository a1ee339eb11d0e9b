import type { CARE_COMMANDS } from '../../shared/control/care-commands.ts';
import { EMPTY_CARE_DESK } from '../../shared/control/care-desk.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { CommandHandlers, ControlSources } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface CareRoom {
  readonly commands: CommandHandlers<keyof typeof CARE_COMMANDS>;
  readonly feed: ControlSources['care'];
}

export function careRoom({ options }: ControlParts, owned: DisposableStore): CareRoom {
  const changes = owned.add(
    new Emitter<void>((failure) => options.log.error('a listener failed', { failure })),
  );
  return {
    commands: {},
    feed: { read: () => EMPTY_CARE_DESK, onChange: changes.on },
  };
}
