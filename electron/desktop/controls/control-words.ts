import type { CoreKey, Language } from '../../../shared/locales/index.ts';
import { coreTexts } from '../../base/errors.ts';
import type { TrayStatus } from './tray-status.ts';

/** Longest name of a channel that a menu or tooltip shows, in characters. */
const LONGEST_NAME = 40;

export const APP_NAME = 'Stagelight';

/** What menus and boxes of the system say. */
export function label(key: CoreKey, language: Language): string {
  return coreTexts(language)(key);
}

function stateKey(connection: TrayStatus['connection']): CoreKey {
  return connection === 'not-set-up' || connection === 'keeping-sign-in'
    ? `tray.state-${connection}`
    : `state.${connection}`;
}

/** A name on one line, cut with an ellipsis, without what would turn its surroundings around. */
function shortName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  if (characters.length <= LONGEST_NAME) return line;
  return `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

/** What the app is doing, and for whom: separate facts, in this order. */
function stateFacts(status: TrayStatus, language: Language): string[] {
  const state = label(stateKey(status.connection), language);
  const account = status.account === null ? '' : shortName(status.account);
  const demo = status.demo ? label('app.demo', language) : '';
  return [demo, state, account].filter((fact) => fact !== '');
}

/** First line of the tray's menu; not escaped for menus. */
export function stateLine(status: TrayStatus, language: Language): string {
  return stateFacts(status, language).join(' · ');
}

/** What the mouse over the tray icon says, in words that a screen reader can read. */
export function trayTooltip(status: TrayStatus, language: Language): string {
  const facts = [APP_NAME, ...stateFacts(status, language)];
  const count = status.waitingAlerts;
  if (count > 0) facts.push(coreTexts(language)('tray.waiting', { count }));
  if (status.alertsPaused) facts.push(label('tray.paused', language));
  return facts.join(' · ');
}
