import { StagelightError } from '../../base/errors.ts';

/** Another program listens there. */
export class OscPortTakenError extends StagelightError {
  constructor(port: number, cause: unknown) {
    super({ code: 'osc-port-taken', values: { port } }, { cause });
  }
}

export class OscPortError extends StagelightError {
  constructor(port: number, cause: unknown) {
    super({ code: 'osc-port', values: { port } }, { cause });
  }
}

/** What we say would come back to us. */
export class OscLoopError extends StagelightError {
  constructor(peer: string) {
    super({ code: 'osc-loop', values: { peer } });
  }
}
