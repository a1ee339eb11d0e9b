import { describe, expect, it } from 'vitest';
import {
  AddressRefusedError,
  browserOpener,
} from '../../../electron/desktop/ports/browser-opener.ts';

function opener(openExternal?: (url: string) => Promise<void>) {
  const opened: string[] = [];
  const open = browserOpener({
    openExternal: openExternal ?? (async (url) => void opened.push(url)),
    isConfigured: (url) => url.origin === 'http://127.0.0.1:4100',
  });
  return { open, opened };
}

describe('opening the browser', () => {
  it.each([
    ['https://ci.me/a?b=c#d', 'https://ci.me/a?b=c#d'],
    ['HTTPS://CI.ME', 'https://ci.me/'],
    ['https://ci.me/\u0000a b', 'https://ci.me/%00a%20b'],
    ['http://127.0.0.1:4100/authorize?state=1', 'http://127.0.0.1:4100/authorize?state=1'],
    [`https://ci.me/${'a'.repeat(3_986)}`, `https://ci.me/${'a'.repeat(3_986)}`],
  ])('opens %s', async (address, href) => {
    const { open, opened } = opener();
    await open(address);
    expect(opened).toEqual([href]);
  });

  it.each([
    ['nothing', ''],
    ['a part of an address', '/settings'],
    ['a plain word', 'calc.exe'],
    ['http to anywhere', 'http://ci.me/'],
    ['another port of this computer', 'http://127.0.0.1:4101/'],
    ['another name of this computer', 'http://localhost:4100/'],
    ['a file', 'file:///etc/passwd'],
    ['a share', '\\\\server\\share'],
    ['a script', 'javascript:alert(1)'],
    ['data', 'data:text/html,x'],
    ['a program of the system', 'ms-msdt:/id'],
    ['mail', 'mailto:a@example.com'],
    ['our own pages', 'app://dashboard/'],
    ['a name in it', 'https://name@ci.me/'],
    ['a password in it', 'https://:word@ci.me/'],
    ['a name at a configured address', 'http://name:word@127.0.0.1:4100/'],
    ['what grows when it is written out', `https://ci.me/${'가'.repeat(1_000)}`],
    ['too long', `https://ci.me/${'a'.repeat(3_987)}`],
  ])('refuses %s and does not repeat it', async (_case, address) => {
    const { open, opened } = opener();
    const failure = await open(address).catch((cause: unknown) => cause);
    expect(failure).toBeInstanceOf(AddressRefusedError);
    expect(opened).toEqual([]);
    if (address !== '') expect((failure as Error).message).not.toContain(address);
  });

  it('tells that no browser could be started', async () => {
    const { open } = opener(() => Promise.reject(new Error('no application')));
    await expect(open('https://ci.me/')).rejects.toMatchObject({
      problem: { code: 'browser-unavailable' },
    });
  });
});
