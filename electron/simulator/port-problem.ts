import { StagelightError } from '../base/errors.ts';

/** The port of the simulator cannot be listened on: mostly because somebody else does. */
export class PortProblem extends StagelightError {
  constructor(port: number, cause: unknown) {
    super({ code: 'simulator-port', values: { port } }, { cause });
  }
}
