import type { STREAM_COMMANDS } from '../../shared/control/stream-commands.ts';
import { EMPTY_STREAM_DESK } from '../../shared/control/stream-desk.ts';
import type { DisposableStore } from '../base/disposables.ts';
import { Emitter } from '../base/emitter.ts';
import type { CommandHandlers, ControlSources } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface StreamRoom {
  readonly commands: CommandHandlers<keyof typeof STREAM_COMMANDS>;
  readonly feed: ControlSources['stream'];
}

export function streamRoom({ options }: ControlParts, owned: DisposableStore): StreamRoom {
  const changes = owned.add(
    new Emitter<void>((failure) => options.log.error('a listener failed', { failure })),
  );
  return {
    commands: {},
    feed: { read: () => EMPTY_STREAM_DESK, onChange: changes.on },
  };
}
