import type { Page } from '@playwright/test';
import type { CommandArgs, CommandName, CommandResult } from '../../shared/contract/index.ts';
import type { HeadlessProcess } from './headless-process.ts';
import { type OpenDashboard, RefusedError } from './open-dashboard.ts';
import type { ServedCore } from './served-core.ts';
import { text } from './texts.ts';

const CODE = /^ {2}([A-Z2-9]{4}-[A-Z2-9]{4})$/m;

/** The code that the host's terminal shows after its first `before` letters, once it is there. */
async function codeOf(host: HeadlessProcess, before: number): Promise<string> {
  for (;;) {
    const [, code] = CODE.exec(host.errors.slice(before)) ?? [];
    if (code !== undefined) return code;
    await new Promise((resolve) => host.child.stderr?.once('data', resolve));
  }
}

/** Types the code that the terminal shows into the page that asks for it. */
export async function giveCode(
  page: Page,
  by: HeadlessProcess | ServedCore,
  before = 0,
): Promise<void> {
  const field = page.getByLabel(text('owner.code'));
  await field.waitFor();
  await field.fill('ownerCode' in by ? by.ownerCode : await codeOf(by, before));
  await page.getByRole('button', { name: text('owner.go-on') }).press('Enter');
}

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
  return desk.ask(name, args, await codeOf(host, before));
}
