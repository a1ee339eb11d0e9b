import { StagelightError } from '../../base/errors.ts';

/** There is no wheel to do this to. */
export class NoWheelError extends StagelightError {
  constructor() {
    super({ code: 'wheel-none' });
  }
}

/** One spin at a time, and what was donated for is spun first. */
export class WheelBusyError extends StagelightError {
  constructor() {
    super({ code: 'wheel-busy' });
  }
}

/** Nobody could tell two sections apart. */
export class LookAlikeSectionsError extends StagelightError {
  constructor(one: string, other: string) {
    super({ code: 'wheel-look-alike', values: { one, other } });
  }
}

/** Nobody could see what was won. `section`: its number, from 1. */
export class UnseenSectionError extends StagelightError {
  constructor(section: number) {
    super({ code: 'wheel-unseen', values: { section } });
  }
}

/** What is kept of a wheel has to end somewhere. */
export class WheelFullError extends StagelightError {
  constructor(most: number) {
    super({ code: 'wheel-full', values: { most } });
  }
}

/** The seed is secret until then. */
export class WheelNotOverError extends StagelightError {
  constructor() {
    super({ code: 'wheel-not-over' });
  }
}
