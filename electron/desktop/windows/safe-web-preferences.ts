import type { WebPreferences } from 'electron';

export interface PageRights {
  readonly preload: string;
  /** Off in what people install. */
  readonly devTools: boolean;
}

/**
 * What every page of ours runs with. Most of it is Electron's default by now; it is written down
 * so that no default of another version can open a page.
 */
export function safeWebPreferences({ preload, devTools }: PageRights): WebPreferences {
  return {
    preload,
    devTools,
    sandbox: true,
    contextIsolation: true,
    nodeIntegration: false,
    nodeIntegrationInWorker: false,
    nodeIntegrationInSubFrames: false,
    webSecurity: true,
    allowRunningInsecureContent: false,
    experimentalFeatures: false,
    webviewTag: false,
    plugins: false,
    navigateOnDragDrop: false,
    spellcheck: false,
    enableWebSQL: false,
    safeDialogs: true,
  };
}
