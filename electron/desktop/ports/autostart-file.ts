import { isAbsolute, join } from 'node:path';
import { LANGUAGES } from '../../../shared/locales/index.ts';
import { coreTexts } from '../../base/errors.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Path of the autostart entry on Linux desktops; null if the user has no such folder. */
export function autostartPath(environment: Environment): string | null {
  const own = environment['XDG_CONFIG_HOME'];
  const home = environment['HOME'];
  const config = own && isAbsolute(own) ? own : home && isAbsolute(home) && join(home, '.config');
  return config ? join(config, 'autostart', 'stagelight.desktop') : null;
}

/** The program to start: an AppImage's file, because its mounted path changes. */
export function startedProgram(environment: Environment, execPath: string): string {
  const image = environment['APPIMAGE'];
  return image && isAbsolute(image) ? image : execPath;
}

/** Returns null if such a file cannot contain the path. */
export function autostartText(program: string, args: readonly string[]): string | null {
  // Control characters such as line breaks would start new lines.
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

/** Desktops disable an entry by a line in it. */
export function isSwitchedOn(text: string): boolean {
  return !/^\s*(?:Hidden\s*=\s*true|X-GNOME-Autostart-enabled\s*=\s*false)\s*$/im.test(text);
}

/**
 * Quotes one argument of an Exec line, then escapes it again like every value of the file (Desktop
 * Entry Specification, "The Exec key").
 */
function quoted(part: string): string {
  const argument = `"${part.replaceAll(/["`$\\]/g, '\\$&').replaceAll('%', '%%')}"`;
  return argument.replaceAll('\\', '\\\\');
}
