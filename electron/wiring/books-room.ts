import type { BOOKS_COMMANDS } from '../../shared/control/books-commands.ts';
import type { DisposableStore } from '../base/disposables.ts';
import type { CommandHandlers } from '../outputs/ports.ts';
import type { ControlParts } from './control-parts.ts';

export interface BooksRoom {
  readonly commands: CommandHandlers<keyof typeof BOOKS_COMMANDS>;
}

export function booksRoom(_parts: ControlParts, _owned: DisposableStore): BooksRoom {
  return {
    commands: {},
  };
}
