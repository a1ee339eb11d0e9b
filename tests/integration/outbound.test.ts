import { execFile } from 'node:child_process';
import { X509Certificate } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import tls from 'node:tls';
import { pathToFileURL } from 'node:url';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { systemClock } from '../../electron/base/clock.ts';
import { createLogger, Redactor, silentLogger } from '../../electron/base/log.ts';
import { routeThrough, trustSystemCertificates } from '../../electron/base/outbound.ts';
import { SystemProxy } from '../../electron/desktop/ports/system-proxy.ts';
import { socketOpener } from '../../electron/session/socket.ts';
import { type Behind, CERTIFICATE, platformBehindProxy } from '../support/connect-proxy.ts';
import { freePort } from '../support/free-port.ts';
import { HeadlessProcess } from '../support/headless-process.ts';

const PLATFORM = 'https://platform.test/';

let behind: Behind;
const known = tls.getCACertificates('default');
beforeEach(async () => {
  behind = await platformBehindProxy();
});
afterEach(async () => {
  tls.setDefaultCACertificates(known);
  await behind.dispose();
});

/** As if the owner of this computer had installed the platform's certificate. */
function trust(): void {
  trustSystemCertificates(silentLogger, {
    getCACertificates: (type) => (type === 'system' ? [CERTIFICATE] : tls.getCACertificates(type)),
    setDefaultCACertificates: tls.setDefaultCACertificates,
  });
}

function through(address: string, environment = {}): void {
  const route = routeThrough(address, environment, silentLogger);
  onTestFinished(() => route.dispose());
}

/** The first word that comes back over a socket, or how it ended. */
function socketSays(url: string): Promise<string> {
  return new Promise((done) => {
    const socket = socketOpener(systemClock)(url, {
      onOpen: () => socket.send('hello'),
      onText: (text) => {
        socket.close();
        done(text);
      },
      onEnd: ({ type }) => done(type),
    });
  });
}

describe('a computer that reaches others through a proxy only', () => {
  it('calls the platform through it', async () => {
    trust();
    await expect(fetch(PLATFORM)).rejects.toThrow();
    through(behind.proxy);
    expect(await (await fetch(PLATFORM)).text()).toBe('well');
    expect(behind.asked).toEqual(['CONNECT platform.test:443']);
  });

  it('opens its live line through it', async () => {
    trust();
    through(behind.proxy);
    expect(await socketSays('wss://platform.test/session')).toBe('hello');
    expect(behind.asked).toEqual(['CONNECT platform.test:443']);
  });

  it('reaches itself without it, and what the environment excepts', async () => {
    const own = createServer((_, answer) => answer.end('own'));
    await new Promise<void>((done) => own.listen(0, '127.0.0.1', done));
    onTestFinished(() => void own.close());
    const { port } = own.address() as AddressInfo;
    through(behind.proxy, { NO_PROXY: 'platform.test' });
    expect(await (await fetch(`http://127.0.0.1:${port}/`)).text()).toBe('own');
    await expect(fetch(PLATFORM)).rejects.toThrow();
    expect(await socketSays('wss://platform.test/session')).toBe('unreachable');
    expect(behind.asked).toEqual([]);
  });

  it('follows the system’s answer, and goes back to none', async () => {
    trust();
    const answers = [`PROXY ${new URL(behind.proxy).host}; DIRECT`, 'DIRECT'];
    const asked: string[] = [];
    const proxy = new SystemProxy({
      session: {
        resolveProxy: async (address) => {
          asked.push(address);
          return answers.shift() ?? '';
        },
      },
      address: () => PLATFORM,
      environment: {},
      clock: systemClock,
      log: silentLogger,
    });
    await proxy.look();
    expect(await (await fetch(PLATFORM)).text()).toBe('well');
    await proxy.look();
    await expect(fetch(PLATFORM)).rejects.toThrow();
    expect(asked).toEqual([PLATFORM, PLATFORM]);
    proxy.dispose();
  });

  it('is one that the headless host works on, certificates and all', async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'stagelight-outbound-'));
    const redirectUri = `http://127.0.0.1:${await freePort()}/callback`;
    const given = ['--data-dir', dataDir, '--base-url', PLATFORM, '--auth-url', PLATFORM];
    const more = ['--client-id', 'c', '--redirect-uri', redirectUri, '--port', '0', '--no-open'];
    const host = new HeadlessProcess([...given, ...more], {
      STAGELIGHT_CLIENT_SECRET: 'secret',
      HTTPS_PROXY: behind.proxy,
      SSL_CERT_FILE: behind.certificateFile,
    });
    onTestFinished(async () => {
      host.child.kill('SIGKILL');
      await host.exited;
      rmSync(dataDir, { recursive: true, force: true });
    });
    const { url } = await host.waitFor(({ type }) => type === 'sign-in');
    const state = new URL(String(url)).searchParams.get('state') ?? '';
    await fetch(`${redirectUri}?${new URLSearchParams({ code: 'code', state })}`);
    await vi.waitFor(() => expect(behind.asked).toContain('CONNECT platform.test:443'));
    // It was not only asked: the line stood, and was answered.
    await vi.waitFor(() => expect(behind.calls).not.toEqual([]));
  });

  it.each(['socks5://127.0.0.1:1080', 'proxy', ''])(
    'is said, where %j is no proxy for us',
    (address) => {
      const lines: string[] = [];
      const log = createLogger(systemClock, new Redactor(), (line) => lines.push(line));
      routeThrough(address, {}, log).dispose();
      expect(lines.join()).toContain('a proxy of this kind cannot be used');
    },
  );

  it('keeps the proxy’s password out of the log', () => {
    const lines: string[] = [];
    const log = createLogger(systemClock, new Redactor(), (line) => lines.push(line));
    routeThrough('http://moon:tranquil@127.0.0.1:9/', {}, log).dispose();
    expect(lines.join()).toContain('127.0.0.1:9');
    expect(lines.join()).not.toContain('tranquil');
  });
});

describe('a certificate that only the system trusts', () => {
  it('is refused by Node alone, and accepted with the system’s', async () => {
    through(behind.proxy);
    await expect(fetch(PLATFORM)).rejects.toThrow();
    expect(await socketSays('wss://platform.test/session')).toBe('unreachable');
    trust();
    expect(await (await fetch(PLATFORM)).text()).toBe('well');
    expect(await socketSays('wss://platform.test/session')).toBe('hello');
  });

  it('leaves those that come with Node in force', () => {
    trust();
    const prints = (texts: readonly string[]) =>
      new Set(texts.map((text) => new X509Certificate(text).fingerprint256));
    const now = prints(tls.getCACertificates('default'));
    expect(now).toContain(new X509Certificate(CERTIFICATE).fingerprint256);
    expect([...prints(known)].filter((print) => !now.has(print))).toEqual([]);
  });

  it.runIf(process.platform === 'linux')('is found where the system keeps it', async () => {
    const script = `
      const { trustSystemCertificates, routeThrough } = await import(${JSON.stringify(
        pathToFileURL(join(import.meta.dirname, '../../electron/base/outbound.ts')).href,
      )});
      const log = { debug() {}, info() {}, warn() {}, error() {} };
      trustSystemCertificates(log);
      routeThrough(${JSON.stringify(behind.proxy)}, {}, log);
      process.stdout.write(await (await fetch('${PLATFORM}')).text());`;
    const env = { PATH: process.env['PATH'] ?? '', SSL_CERT_FILE: behind.certificateFile };
    const said = await new Promise((done) => {
      const args = ['--input-type=module', '--eval', script];
      execFile(process.execPath, args, { env }, (_, out) => done(out));
    });
    expect(said).toBe('well');
  });

  it('is no reason not to start, where the system’s cannot be read', () => {
    const lines: string[] = [];
    const log = createLogger(systemClock, new Redactor(), (line) => lines.push(line));
    trustSystemCertificates(log, {
      getCACertificates() {
        throw new Error('no such store');
      },
      setDefaultCACertificates: tls.setDefaultCACertificates,
    });
    expect(lines.join()).toContain('no such store');
  });
});
