import { isAbsolute, join } from 'node:path';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { coreTexts } from '../../base/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Where Linux desktops look for what to start; null: the user has no folder for it. */
export function autostartPath(environment: Environment): string | null {
  const own = environment['XDG_CONFIG_HOME'];
  const home = environment['HOME'];
  const config = own && isAbsolute(own) ? own : home && isAbsolute(home) && join(home, '.config');
  return config ? join(config, 'autostart', 'stagelight.desktop') : null;
}

/** What the desktop has to start: an AppImage runs from a place that changes, its file does not. */
export function startedProgram(environment: Environment, execPath: string): string {
  const image = environment['APPIMAGE'];
  return image && isAbsolute(image) ? image : execPath;
}

/** null: a path that such a file cannot hold. */
export function autostartText(program: string, args: readonly string[]): string | null {
  // Line breaks and the like would begin lines of their own.
  if ([program, ...args].some((part) => /\p{Cc}/u.test(part))) return null;
  return [
    '[Desktop Entry]',
    'Type=Application',
    'Version=1.0',
    'Name=Stagelight',
    `Comment=${coreTexts('en')('app.summary')}`,
    ...LANGUAGES.filter((language) => language !== 'en').map(
      (language) => `Comment[${language}]=${coreTexts(language)('app.summary')}`,
    ),
    `Exec=${[program, ...args].map(quoted).join(' ')}`,
    'Icon=stagelight',
    'Terminal=false',
    'X-GNOME-Autostart-enabled=true',
    '',
  ].join('\n');
}

/** Desktops switch an entry off by a line in it. */
export function isSwitchedOn(text: string): boolean {
  return !/^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text);
}

/**
 * One argument of an Exec line: quoted, and then escaped once more as every value of such a file
 * is (Desktop Entry Specification, "The Exec key").
 */
function quoted(part: string): string {
  const argument = `"${part.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return argument.replaceAll('\\', '\\\\');
}
