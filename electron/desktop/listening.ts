import { type Disposable, toDisposable } from '../base/disposables.ts';

/** Calls `each` to add listeners, and again, with the same ones, to remove them when disposed. */
export function listening(each: (verb: 'on' | 'off') => void): Disposable {
  each('on');
  return toDisposable(() => each('off'));
}
