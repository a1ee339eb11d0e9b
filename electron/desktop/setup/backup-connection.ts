import { checkConnect, type ReadAddress } from '../../../shared/connect-check.ts';
import type { ConnectSettings } from '../../../shared/desktop.ts';
import type { TheirConnection } from '../../care/restore.ts';
import type { SettingsKeeper } from '../../settings/ports.ts';
import { masked } from '../../wiring/care-place.ts';
import { connectOf } from './connect-of.ts';

const readAddress: ReadAddress = (text) => (URL.canParse(text) ? new URL(text) : null);

/** The connection of a backup beside the present one; one that could not be entered is not offered. */
export function backupConnection(
  settings: Pick<SettingsKeeper, 'get'>,
  connect: ConnectSettings,
): TheirConnection {
  const own = connectOf(settings.get());
  const theirs = connectOf({ connect });
  const isSame =
    theirs.clientId === own.clientId &&
    theirs.baseUrl === own.baseUrl &&
    theirs.authUrl === own.authUrl;
  const form = { ...theirs, clientSecret: null };
  const faults = checkConnect(form, { hasSecret: true, readAddress });
  if (isSame || Object.keys(faults).length > 0) return { isSame, other: null };
  const { clientId, baseUrl, authUrl } = theirs;
  return { isSame, other: { clientId: masked(clientId), baseUrl, authUrl } };
}
