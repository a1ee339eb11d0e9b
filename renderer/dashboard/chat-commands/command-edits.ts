import type { ChatCommandSettings } from '../../../shared/contract/chat-commands.ts';

/** Settings of the commands, changed as a whole, for one of their lists; false: refused. */
export type ChangeSettings = (
  change: Partial<ChatCommandSettings>,
  list: keyof ChatCommandSettings,
) => Promise<boolean>;

/** An id that none of these has. */
export function freeId(items: readonly { readonly id: string }[], kind: string): string {
  const taken = new Set(items.map(({ id }) => id));
  let number = items.length + 1;
  while (taken.has(`${kind}-${number}`)) number += 1;
  return `${kind}-${number}`;
}
