import { describe, expect, it } from 'vitest';
import { createDesktopHost } from '../../../renderer/bridge/hosts.ts';
import type { CommandAnswer } from '../../../shared/preload.ts';
import { PROBLEM } from '../dashboard/support.ts';

type Answer = () => Promise<CommandAnswer>;

const done: Answer = async () => ({ ok: true, value: {} });
const refused: Answer = async () => ({ ok: false, problem: PROBLEM });
const broken: Answer = () => Promise.reject(new Error('the app is ending'));

function hostWith(answer: Answer) {
  const asked: unknown[][] = [];
  const command = (name: string, args: unknown) => {
    asked.push([name, args]);
    return answer();
  };
  return { host: createDesktopHost(window, { command }), asked };
}

describe('the app’s own window', () => {
  it.each([
    ['carried out', done, true],
    ['refused', refused, false],
    ['lost', broken, false],
  ])('has the app copy; %s', async (_what, answer, copied) => {
    const { host, asked } = hostWith(answer);
    expect(await host.copyText('address')).toBe(copied);
    expect(asked).toEqual([['app.copy', { text: 'address' }]]);
  });

  it.each([done, refused, broken])(
    'has the app open an address, whatever comes of it',
    (answer) => {
      const { host, asked } = hostWith(answer);
      host.openAddress('https://ci.me/auth');
      expect(asked).toEqual([['app.open', { address: 'https://ci.me/auth' }]]);
    },
  );

  it.each(['javascript:alert(1)', 'file:///etc/passwd', 'app://dashboard/', 'nonsense'])(
    'asks for nothing when the address is %s',
    (address) => {
      const { host, asked } = hostWith(done);
      host.openAddress(address);
      expect(asked).toEqual([]);
    },
  );

  it('is a browser in everything else', () => {
    const { host } = hostWith(done);
    host.writePreference('theme', 'dark');
    expect(host.readPreference('theme')).toBe('dark');
    host.writePreference('theme', null);
    expect(host.address).toBe(window.location.href);
  });
});
