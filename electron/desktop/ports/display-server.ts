type Environment = Readonly<Record<string, string | undefined>>;

export interface DisplayServerOptions {
  readonly platform: NodeJS.Platform;
  readonly environment: Environment;
  /** How the app was started, the program first. */
  readonly argv: readonly string[];
}

/**
 * Where the windows come up. `start-over`: with these arguments instead, because only a start can
 * choose. `overlayFloats`: whether a window can stand above others and let clicks through.
 */
export type DisplayServer =
  | { readonly kind: 'start-over'; readonly args: readonly string[] }
  | { readonly kind: 'stay'; readonly overlayFloats: boolean };

const SWITCH = '--ozone-platform';

/**
 * Under Wayland no window may choose its place, stay on top or let clicks through; through X11, which
 * most Wayland desktops offer too, ours can. What the user has chosen on the command line stands, but
 * for X11 where there is none: the app could not start at all. A start-over always names a platform,
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

/** Chromium takes the last one. null: nobody has chosen. */
function chosenPlatform(args: readonly string[]): string | null {
  const last = args.findLast((argument) => argument.startsWith(`${SWITCH}=`));
  return last?.slice(SWITCH.length + 1) ?? null;
}

function isWayland(environment: Environment): boolean {
  const session = environment['XDG_SESSION_TYPE'];
  return session === 'wayland' || (!session && Boolean(environment['WAYLAND_DISPLAY']));
}
