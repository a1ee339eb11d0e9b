import type { DesktopState } from '../../shared/desktop.ts';

/** Node's name of the platform in our words. Everything that is neither Windows nor macOS is Linux. */
export function systemOf(platform: NodeJS.Platform): DesktopState['system'] {
  if (platform === 'win32') return 'windows';
  return platform === 'darwin' ? 'mac' : 'linux';
}
