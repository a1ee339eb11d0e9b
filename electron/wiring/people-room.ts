import type { PEOPLE_COMMANDS } from '../../shared/control/people-commands.ts';
import { EMPTY_PEOPLE_DESK } from '../../shared/control/people-desk.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { CommandHandlers, ControlSources } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface PeopleRoom {
  readonly commands: CommandHandlers<keyof typeof PEOPLE_COMMANDS>;
  readonly feed: ControlSources['people'];
}

export function peopleRoom({ options }: ControlParts, owned: DisposableStore): PeopleRoom {
  const changes = owned.add(
    new Emitter<void>((failure) => options.log.error('a listener failed', { failure })),
  );
  return {
    commands: {},
    feed: { read: () => EMPTY_PEOPLE_DESK, onChange: changes.on },
  };
}
