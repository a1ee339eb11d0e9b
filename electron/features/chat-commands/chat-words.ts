import { CHAT_VARIABLES, type ChatVariable } from '../../../shared/contract/chat-commands.ts';
import type { Random } from '../../base/random.ts';

/** What the variables stand for when nobody knows it. */
const UNKNOWN = '-';

export type VariableValues = Readonly<Record<Exclude<ChatVariable, 'random'>, () => string | null>>;

const VARIABLE = /\{(\w+)(?::([^{}]*))?\}/g;

/**
 * Fills the variables in, once: what they bring is not looked at again, so that a name with braces
 * is a name. `{random:a|b|c}` is one of its choices.
 */
export function fillVariables(text: string, values: VariableValues, random: Random): string {
  return text.replace(VARIABLE, (whole, name: string, choices: string | undefined) => {
    const variable = CHAT_VARIABLES.find((each) => each === name);
    if (!variable) return whole;
    if (variable !== 'random') return values[variable]() ?? UNKNOWN;
    const all = (choices ?? '').split('|');
    return all[Math.floor(random() * all.length)]?.trim() ?? '';
  });
}
