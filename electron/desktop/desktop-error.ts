import type { Problem } from '../../shared/problem.ts';
import { StagelightError } from '../base/errors.ts';

/** A failure of the app around the core that nobody tells from others but by its code. */
export class DesktopError extends StagelightError {
  constructor(code: Problem['code'], options?: ErrorOptions) {
    super({ code }, options);
  }
}
