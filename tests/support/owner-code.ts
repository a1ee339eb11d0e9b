import type { CommandArgs, CommandName, CommandResult } from '../../shared/contract/index.ts';
import type { HeadlessProcess } from './headless-process.ts';
import { type OpenDashboard, RefusedError } from './open-dashboard.ts';

const CODE = /^ {2}([A-Z2-9]{4}-[A-Z2-9]{4})$/m;

/** Asks for what only the person at the computer may: with the code that the host's terminal shows. */
export async function askAsOwner<N extends CommandName>(
  desk: OpenDashboard,
  host: HeadlessProcess,
  name: N,
  args: CommandArgs<N>,
): Promise<CommandResult<N>> {
  const before = host.errors.length;
  const refusal = await desk.ask(name, args).then(
    () => null,
    (failure: unknown) => failure,
  );
  if (!(refusal instanceof RefusedError)) throw new Error(`${name} asked for no code.`);
  while (!CODE.test(host.errors.slice(before))) {
    await new Promise((resolve) => host.child.stderr?.once('data', resolve));
  }
  return desk.ask(name, args, CODE.exec(host.errors.slice(before))?.[1] ?? '');
}
