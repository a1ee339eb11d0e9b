type Environment = Readonly<Record<string, string | undefined>>;

export interface DisplayServerOptions {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  readonly argv: readonly string[];
}

/**
 * Which display server to use. `start-over`: restart with these arguments, because it can only be
 * chosen at the start. `overlayFloats`: whether windows can stay on top and let clicks through.
 */
export type DisplayServer =
  | { readonly kind: 'start-over'; readonly args: readonly string[] }
  | { readonly kind: 'stay'; readonly overlayFloats: boolean };

const SWITCH = '--ozone-platform';

/**
 * Under Wayland, windows cannot choose their place, stay on top or let clicks through; through X11,
 * which most Wayland desktops offer too, they can. The user's choice on the command line is kept,
 * except X11 where there is none, since the app could not start. A restart always names a platform,
 * so there is never a second one.
 */
export function displayServer({
  platform,
  environment,
  argv,
}: DisplayServerOptions): DisplayServer {
  if (platform !== 'linux') return { kind: 'stay', overlayFloats: true };
  const args = argv.slice(1);
  const chosen = chosenPlatform(args);
  const hasX11 = Boolean(environment['DISPLAY']);
  if (chosen === null && isWayland(environment)) {
    if (hasX11) return { kind: 'start-over', args: [`${SWITCH}=x11`, ...args] };
    return { kind: 'stay', overlayFloats: false };
  }
  if (chosen === 'x11' && !hasX11 && isWayland(environment)) {
    const others = args.filter((argument) => !argument.startsWith(`${SWITCH}=`));
    return { kind: 'start-over', args: [`${SWITCH}=wayland`, ...others] };
  }
  return { kind: 'stay', overlayFloats: chosen !== 'wayland' };
}

/** Chromium uses the last one. Returns null if none was chosen. */
function chosenPlatform(args: readonly string[]): string | null {
  const last = args.findLast((argument) => argument.startsWith(`${SWITCH}=`));
  return last?.slice(SWITCH.length + 1) ?? null;
}

function isWayland(environment: Environment): boolean {
  const session = environment['XDG_SESSION_TYPE'];
  return session === 'wayland' || (!session && Boolean(environment['WAYLAND_DISPLAY']));
}
