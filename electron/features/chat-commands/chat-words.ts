import { CHAT_VARIABLES, type ChatVariable } from '../../../shared/contract/chat-commands.ts';
import type { Random } from '../../base/random.ts';

/** What the variables stand for when nobody knows it. */
const UNKNOWN = '-';

/** What each stands for. `argument`: behind its colon. */
export type VariableValues = Readonly<
  Record<Exclude<ChatVariable, 'random'>, (argument: string) => string | null>
>;

const VARIABLE = /\{(\w+)(?::([^{}]*))?\}/g;

/**
 * Fills the variables in, once: what they bring is not looked at again, so that a name with braces
 * is a name. `{random:a|b|c}` is one of its choices, `{counter:wins}` where that counter stands.
 */
export function fillVariables(text: string, values: VariableValues, random: Random): string {
  return text.replace(VARIABLE, (whole, name: string, argument = '') => {
    const variable = CHAT_VARIABLES.find((each) => each === name);
    if (!variable) return whole;
    if (variable !== 'random') return values[variable](argument) ?? UNKNOWN;
    const all = argument.split('|');
    return all[Math.floor(random() * all.length)]?.trim() ?? '';
  });
}

/** Minutes and seconds, with hours where there are some. */
export function timeText(ms: number): string {
  const all = Math.max(0, Math.ceil(ms / 1_000));
  const [hours, minutes, seconds] = [Math.floor(all / 3_600), Math.floor(all / 60) % 60, all % 60];
  const two = (value: number) => String(value).padStart(2, '0');
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}
