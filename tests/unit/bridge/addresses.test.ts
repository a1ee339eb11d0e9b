import { describe, expect, it } from 'vitest';
import { isImageAddress, isWebAddress } from '../../../renderer/bridge/addresses.ts';

describe('an address a browser may be sent to', () => {
  it.each([
    ['https://images.example/a', true],
    ['http://images.example/a', true],
    ['javascript:alert(1)', false],
    ['data:text/html,<p>x</p>', false],
    ['file:///etc/hosts', false],
    ['//images.example/a', false],
    ['', false],
  ])('%s', (address, expected) => {
    expect(isWebAddress(address)).toBe(expected);
  });
});

describe('an address a page may fetch an image from', () => {
  it.each([
    ['https://images.example/a.png', true],
    ['http://127.0.0.1:8080/a.png', true],
    ['http://localhost/a.png', true],
    ['http://images.example/a.png', false],
    ['http://127.0.0.1.evil.example/a.png', false],
    ['javascript:alert(1)', false],
    ['data:image/svg+xml,<svg/>', false],
    ['//images.example/a.png', false],
    ['', false],
  ])('%s', (address, expected) => {
    expect(isImageAddress(address)).toBe(expected);
  });
});
