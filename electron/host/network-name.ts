import type { NetworkInterfaceInfo } from 'node:os';

/** Names the networks a machine is on by its addresses; another name means another network. */
export function networkName(
  interfaces: Readonly<Record<string, readonly NetworkInterfaceInfo[] | undefined>>,
): string {
  return Object.values(interfaces)
    .flatMap((infos) => infos ?? [])
    .filter((info) => !info.internal)
    .map((info) => info.address)
    .sort()
    .join(' ');
}
