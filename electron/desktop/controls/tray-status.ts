import type { AppMode, HotkeyState, OverlayLook } from '../../../shared/desktop.ts';
import type { CoreKey, Language } from '../../../shared/locales/index.ts';
import type { AppStatus, ConnectionState } from '../../../shared/status.ts';
import type { Disposable } from '../../base/disposables.ts';
import { coreTexts } from '../../base/errors.ts';

export interface TrayStatus {
  /**
   * `not-set-up`: the streamer has neither connected a channel nor started the demo. `keeping-sign-in`:
   * the end waits until the renewed sign-in is saved.
   */
  readonly connection: ConnectionState | 'not-set-up' | 'keeping-sign-in';
  readonly demo: boolean;
  readonly account: string | null;
  readonly waitingAlerts: number;
  readonly alertsPaused: boolean;
  readonly overlay: Pick<OverlayLook, 'shown' | 'locked'>;
  readonly hasAddress: boolean;
  readonly hotkeys: readonly HotkeyState[];
}

/** Source of the status; `onChange` may fire without a change. */
export interface TrayStatusSource {
  read(): TrayStatus;
  readonly onChange: (listener: () => void) => Disposable;
}

/** States of an icon, each with its own shape. `plain`: nothing to show yet. */
export const LIGHTS = ['plain', 'live', 'waiting', 'off', 'demo'] as const;
export type Light = (typeof LIGHTS)[number];

interface TrayStatusParts {
  readonly status: Pick<AppStatus, 'connection' | 'demo' | 'account' | 'alerts'> | null;
  /** No core runs, but its sign-in is still being renewed and saved. */
  readonly keepsSignIn: boolean;
  readonly mode: AppMode;
  readonly look: OverlayLook;
  readonly hotkeys: readonly HotkeyState[];
}

export function trayStatusOf({
  status,
  keepsSignIn,
  mode,
  look,
  hotkeys,
}: TrayStatusParts): TrayStatus {
  const running = keepsSignIn ? 'keeping-sign-in' : (status?.connection.state ?? 'stopped');
  return {
    connection: mode === 'undecided' ? 'not-set-up' : running,
    demo: mode === 'demo',
    account: status?.account?.channelName ?? null,
    waitingAlerts: status?.alerts.waiting ?? 0,
    alertsPaused: status?.alerts.paused ?? false,
    overlay: { shown: look.shown, locked: look.locked },
    hasAddress: status !== null,
    hotkeys,
  };
}

const LIGHT_OF: Readonly<Record<TrayStatus['connection'], Light>> = {
  'not-set-up': 'plain',
  live: 'live',
  starting: 'waiting',
  'keeping-sign-in': 'waiting',
  'signing-in': 'waiting',
  connecting: 'waiting',
  reconnecting: 'waiting',
  'signed-out': 'off',
  stopped: 'off',
};

/** The demo has its own light while it plays; its failures look like any other. */
export function lightOf({ connection, demo }: Pick<TrayStatus, 'connection' | 'demo'>): Light {
  return demo && connection === 'live' ? 'demo' : LIGHT_OF[connection];
}

const LONGEST_NAME = 40;

export const APP_NAME = 'Stagelight';

/** A text for the system's menus and dialogs. */
export function label(key: CoreKey, language: Language): string {
  return coreTexts(language)(key);
}

/** A name on one line, cut with an ellipsis, without what would turn its surroundings around. */
function shortName(name: string): string {
  const line = name.replace(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
  const characters = [...new Intl.Segmenter().segment(line)].map(({ segment }) => segment);
  if (characters.length <= LONGEST_NAME) return line;
  return `${characters.slice(0, LONGEST_NAME - 1).join('')}…`;
}

function stateFacts({ connection, account, demo }: TrayStatus, language: Language): string[] {
  const isOurs = connection === 'not-set-up' || connection === 'keeping-sign-in';
  const state = label(isOurs ? `tray.state-${connection}` : `state.${connection}`, language);
  const name = account === null ? '' : shortName(account);
  return [demo ? label('app.demo', language) : '', state, name].filter((fact) => fact !== '');
}

/** First line of the tray's menu; not escaped for menus. */
export function stateLine(status: TrayStatus, language: Language): string {
  return stateFacts(status, language).join(' · ');
}

/** The tray icon's tooltip, also readable by screen readers. */
export function trayTooltip(status: TrayStatus, language: Language): string {
  const facts = [APP_NAME, ...stateFacts(status, language)];
  const count = status.waitingAlerts;
  if (count > 0) facts.push(coreTexts(language)('tray.waiting', { count }));
  if (status.alertsPaused) facts.push(label('tray.paused', language));
  return facts.join(' · ');
}
