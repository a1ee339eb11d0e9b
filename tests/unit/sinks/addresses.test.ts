import { describe, expect, it } from 'vitest';
import { placeOf, readAddress } from '../../../electron/features/sinks/addresses.ts';
import { checkDiscord } from '../../../electron/features/sinks/discord.ts';

describe('an IP address', () => {
  it.each([
    ['8.8.8.8', 'public'],
    ['100.63.255.255', 'public'],
    ['172.32.0.1', 'public'],
    ['2606:4700::1111', 'public'],
    ['::ffff:8.8.8.8', 'public'],
    ['64:ff9b::8.8.8.8', 'public'],
    ['10.0.0.1', 'home'],
    ['172.16.0.1', 'home'],
    ['192.168.1.1', 'home'],
    ['100.64.0.1', 'home'],
    ['fd12:3456::1', 'home'],
    ['::ffff:192.168.1.1', 'home'],
    ['::ffff:c0a8:101', 'home'],
    ['2002:c0a8:101::1', 'home'],
    ['64:ff9b::10.0.0.1', 'home'],
    ['127.0.0.1', 'loopback'],
    ['127.9.9.9', 'loopback'],
    ['::1', 'loopback'],
    ['0:0:0:0:0:0:0:1', 'loopback'],
    ['::ffff:127.0.0.1', 'loopback'],
    ['169.254.169.254', 'never'],
    ['::ffff:169.254.169.254', 'never'],
    ['64:ff9b::169.254.169.254', 'never'],
    ['2002:a9fe:a9fe::', 'never'],
    ['fd00:ec2::254', 'never'],
    ['100.100.100.200', 'never'],
    ['169.254.0.1', 'never'],
    ['0.0.0.0', 'never'],
    ['192.0.0.192', 'never'],
    ['198.18.0.1', 'never'],
    ['203.0.113.1', 'never'],
    ['224.0.0.1', 'never'],
    ['255.255.255.255', 'never'],
    ['::', 'never'],
    ['fe80::1', 'never'],
    ['fe80::1%eth0', 'never'],
    ['fec0::1', 'never'],
    ['ff02::1', 'never'],
    ['2001::1', 'never'],
    ['2001:db8::1', 'never'],
    ['::8.8.8.8', 'never'],
    ['what', 'never'],
  ])('%s leads to: %s', (address, place) => {
    expect(placeOf(address)).toBe(place);
  });
});

describe('an address of a sink', () => {
  it.each([
    'https://bot.example/hook?a=b',
    'https://bot.example:8443/hook',
    'https://bot.example./hook',
    'https://봇.example/hook',
    'https://8.8.8.8/hook',
    'https://[2606:4700::1111]/hook',
    'https://192.168.0.2.example/hook',
    'http://127.0.0.1:3000/hook',
    'http://localhost:3000/hook',
    'http://localhost.:3000/hook',
    'http://[::1]:3000/hook',
    'https://127.0.0.1/hook',
  ])('may be %s', (text) => {
    expect(() => readAddress(text, false)).not.toThrow();
  });

  it.each([
    '',
    'hook',
    'ftp://bot.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'http://bot.example/hook',
    'http://localhost.example/hook',
    'https://me:secret@bot.example/hook',
    'https://me@bot.example/hook',
    'https://bot.example:22/hook',
    'https://bot.example:25/hook',
    'https://bot.example:6667/hook',
    'https://bot.example:99999/hook',
    'https:///',
  ])('is not %s', (text) => {
    expect(() => readAddress(text, true)).toThrow(/address/);
  });

  it.each([
    'https://169.254.169.254/latest/meta-data',
    'https://0xa9fea9fe/',
    'https://2852039166/',
    'https://0251.0376.0251.0376/',
    'https://[::ffff:169.254.169.254]/',
    'https://[fd00:ec2::254]/',
    'https://[fe80::1]/',
    'https://0.0.0.0/',
    'https://224.0.0.1/',
  ])('never leads to %s, not even at home', (text) => {
    expect(() => readAddress(text, true)).toThrow(/never allowed/);
  });

  it.each([
    'https://192.168.0.2/hook',
    'https://192.168.0.2./hook',
    'https://0300.0250.0.2/hook',
    'https://10.1/hook',
    'https://[fd12::1]/hook',
    'https://[::ffff:10.0.0.1]/hook',
  ])('leads to %s at home only', (text) => {
    expect(() => readAddress(text, false)).toThrow(/never allowed/);
    expect(() => readAddress(text, true)).not.toThrow();
  });

  it('that is a name of the internet never leads to this computer, and this one not elsewhere', () => {
    const outside = readAddress('https://bot.example/', true);
    expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].some(outside.allows)).toBe(false);
    const own = readAddress('http://localhost:3000/', true);
    expect(['192.168.0.2', '8.8.8.8'].some(own.allows)).toBe(false);
    expect(own.allows('127.0.0.1')).toBe(true);
  });

  it('of Discord is one of its webhooks', () => {
    const path = '/api/webhooks/123/abc-DEF_1';
    expect(() => checkDiscord(`https://discord.com${path}`)).not.toThrow();
    expect(() => checkDiscord(`https://ptb.discord.com/api/v10/webhooks/1/a`)).not.toThrow();
    for (const wrong of [
      `https://discord.com.evil.example${path}`,
      `https://evil-discord.com${path}`,
      'https://discord.com/channels/1/2',
      `https://discord.com:8443${path}`,
    ]) {
      expect(() => checkDiscord(wrong)).toThrow(/Discord webhook/);
    }
  });
});
