import type { LIVE_COMMANDS } from '../../shared/control/live-commands.ts';
import type { DisposableStore } from '../base/disposables.ts';
import type { CommandHandlers } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface LiveRoom {
  readonly commands: CommandHandlers<keyof typeof LIVE_COMMANDS>;
}

export function liveRoom(_parts: ControlParts, _owned: DisposableStore): LiveRoom {
  return {
    commands: {},
  };
}
