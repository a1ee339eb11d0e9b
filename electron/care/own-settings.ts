import { isJsonObject, parseJson } from '../../shared/json.ts';

/** Whose connection applies after a restore. */
export type ConnectionChoice = 'keep' | 'take';

/**
 * The settings of a backup with what never comes from one: whether secrets may be kept without
 * encryption, and, unless the streamer has chosen otherwise, the connection: the application, its
 * addresses, and which platform the app talks to. Else a file could have the sign-in and the secret of
 * this computer sent to wherever it says.
 *
 * @param present what is set now; null: nothing is.
 */
export function withOwnConnection(
  backup: string,
  present: string | null,
  choice: ConnectionChoice,
): string {
  const theirs = objectOf(backup);
  const ours = objectOf(present);
  const [theirDesktop, ourDesktop] = [fieldOf(theirs, 'desktop'), fieldOf(ours, 'desktop')];
  const own = choice === 'take' ? ['allowWeakVault'] : ['allowWeakVault', 'mode', 'step'];
  const settings = {
    ...without(theirs, choice === 'take' ? ['linkedBefore'] : ['connect', 'linkedBefore']),
    // Who signs in with another application has agreed to nothing yet.
    ...(choice === 'take' ? {} : only(ours, ['connect', 'linkedBefore'])),
    desktop: {
      ...without(theirDesktop, own),
      ...only(ourDesktop, own),
      ...(choice === 'take' ? { mode: 'connect' } : {}),
    },
  };
  return `${JSON.stringify(settings, null, 2)}\n`;
}

type Fields = Readonly<Record<string, unknown>>;

function objectOf(text: string | null): Fields {
  const content = text === null ? null : parseJson(text);
  return isJsonObject(content) ? content : {};
}

function fieldOf(fields: Fields, name: string): Fields {
  const value = fields[name];
  return isJsonObject(value) ? value : {};
}

function only(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => names.includes(name)));
}

function without(fields: Fields, names: readonly string[]): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => !names.includes(name)));
}
