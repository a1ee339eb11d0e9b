import desktop from './desktop.json' with { type: 'json' };
import headless from './headless.json' with { type: 'json' };
import problems from './problems.json' with { type: 'json' };

/** What the core and its hosts say by themselves: problems, tray and windows, the terminal. */
export const CORE = { ...desktop, ...headless, ...problems };
