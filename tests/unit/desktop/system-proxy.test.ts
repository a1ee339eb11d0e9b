import https from 'node:https';
import { describe, expect, it, onTestFinished } from 'vitest';
import { silentLogger } from '../../../electron/base/log.ts';
import { proxyOfAnswer, SystemProxy } from '../../../electron/desktop/ports/system-proxy.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';

describe('what Chromium says of the way to an address', () => {
  it.each([
    ['DIRECT', null],
    ['PROXY office:8080', 'http://office:8080'],
    ['PROXY office:8080; DIRECT', 'http://office:8080'],
    ['HTTPS office:443;PROXY other:1', 'https://office:443'],
    ['SOCKS5 office:1080; PROXY other:3128', 'http://other:3128'],
    ['SOCKS office:1080', null],
    ['DIRECT; PROXY office:8080', null],
    ['PROXY', null],
    ['', null],
  ])('%j is understood as %j', (answer, address) => {
    expect(proxyOfAnswer(answer)).toBe(address);
  });
});

/** A system whose answers come when the test says so. */
function system(environment: Record<string, string> = {}) {
  const clock = new VirtualClock();
  const answers: ((answer: string) => void)[] = [];
  const proxy = new SystemProxy({
    session: {
      resolveProxy: () => new Promise((answer) => answers.push(answer)),
    },
    address: () => 'https://platform.test/',
    environment,
    clock,
    log: silentLogger,
  });
  onTestFinished(() => proxy.dispose());
  const used = () => https.globalAgent.options.proxyEnv?.['HTTPS_PROXY'] ?? null;
  return { clock, answers, proxy, used };
}

describe('the system’s proxy', () => {
  it('is waited for three seconds, and used when it comes later', async () => {
    const { clock, answers, proxy, used } = system();
    let isReady = false;
    const looked = proxy.look().then(() => {
      isReady = true;
    });
    await clock.advance(2_999);
    expect(isReady).toBe(false);
    await clock.advance(1);
    await looked;
    expect(used()).toBeNull();
    answers[0]?.('PROXY late:8080');
    await clock.advance(0);
    expect(used()).toBe('http://late:8080/');
    expect(clock.pendingTimers).toBe(0);
  });

  it('is the one of the last look, however late the answer to an earlier one is', async () => {
    const { clock, answers, proxy, used } = system();
    const looks = [proxy.look(), proxy.look()];
    answers[1]?.('PROXY new:1');
    answers[0]?.('PROXY old:1');
    await Promise.all(looks);
    expect(used()).toBe('http://new:1/');
    expect(clock.pendingTimers).toBe(0);
  });

  it('gives way to the environment’s where the system has none', async () => {
    const { answers, proxy, used } = system({ HTTPS_PROXY: 'http://named:3128' });
    const looked = proxy.look();
    answers[0]?.('DIRECT');
    await looked;
    expect(used()).toBe('http://named:3128/');
  });

  it('is let go at the end, also when it is told only then', async () => {
    const { clock, answers, proxy, used } = system();
    const looked = proxy.look();
    answers[0]?.('PROXY office:1');
    await looked;
    const late = proxy.look();
    proxy.dispose();
    expect(used()).toBeNull();
    answers[1]?.('PROXY office:2');
    await late;
    await clock.advance(0);
    expect(used()).toBeNull();
  });
});
