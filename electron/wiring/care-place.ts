import type { CarePlace } from '../../shared/contract/maintenance.ts';
import type { ControlParts } from './control-parts.ts';

/** So much of the client id is shown at either end. */
const SHOWN = 4;

/** Where everything is; null until the addresses are open. */
export function carePlace({
  options,
  outputs,
}: Pick<ControlParts, 'options' | 'outputs'>): CarePlace | null {
  const opened = outputs();
  if (!opened) return null;
  const { care, settings, dataDir, demo } = options;
  const { clientId, clientSecret, baseUrl, authUrl, redirectUri } = options;
  return {
    host: care?.kind ?? 'headless',
    version: care?.version ?? '',
    ...{ dataDir, demo },
    overlayUrl: opened.overlayUrl,
    dashboardUrl: opened.dashboardUrl,
    port: opened.port,
    portSetting: settings.get().port,
    application: {
      clientId: masked(clientId),
      hasSecret: clientSecret !== '',
      ...{ baseUrl, authUrl, redirectUri },
    },
    canRestart: (care?.restart ?? null) !== null,
    canOpenFolder: (care?.openFolder ?? null) !== null,
  };
}

/** `abcd••••wxyz`; a short one is covered as a whole. */
export function masked(id: string): string {
  if (id === '') return '';
  return id.length < SHOWN * 4 ? '••••••••' : `${id.slice(0, SHOWN)}••••${id.slice(-SHOWN)}`;
}
