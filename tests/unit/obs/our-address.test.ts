import { expect, it } from 'vitest';
import {
  addressFor,
  addressState,
  partOf,
  renewedAddress,
} from '../../../electron/features/obs/our-address.ts';
import { ADDRESS, KEY, OLD_ADDRESS, OLD_KEY } from './setup-world.ts';

const FORMER = 'http://192.168.0.7:5000/somewhere/else/';
const ADDRESSES = {
  current: ADDRESS,
  old: [FORMER],
  isFormerKey: (key: string) => key === OLD_KEY,
};

it.each<[unknown, 'current' | 'old' | null]>([
  [ADDRESS, 'current'],
  [ADDRESS.slice(0, -1), 'current'],
  [`${ADDRESS}?theme=neon&widget=chat`, 'current'],
  [`  ${ADDRESS}  `, 'current'],
  [ADDRESS.replace('127.0.0.1', 'localhost'), 'current'],
  [OLD_ADDRESS, 'old'],
  [ADDRESS.replace('17816', '17999'), 'old'],
  [OLD_ADDRESS.replace('17816', '17999'), 'old'],
  [`${FORMER}?lang=ko`, 'old'],
  // A second Stagelight on this computer.
  [`http://127.0.0.1:17816/overlay/${'s'.repeat(43)}/`, null],
  [`http://127.0.0.1:17999/overlay/${'s'.repeat(43)}/`, null],
  [`http://127.0.0.1:17816/dashboard/${KEY}/`, null],
  ['http://127.0.0.1:17816/overlay/short/', null],
  [`https://example.com/overlay/${KEY}/`, null],
  [`http://127.0.0.1.example.com:17816/overlay/${KEY}/`, null],
  ['https://obsproject.com/browser-source', null],
  ['', null],
  ['no address', null],
  [undefined, null],
  [42, null],
])('tells whose address %j is: %s', (url, expected) => {
  expect(addressState({ url }, ADDRESSES)).toBe(expected);
});

it('does not take a source that shows a file for ours', () => {
  expect(addressState({ url: ADDRESS, is_local_file: true }, ADDRESSES)).toBeNull();
});

it.each([
  ['?widget=chat', 'widget'],
  ['?widget=chat&group=alerts', 'widget'],
  ['?theme=neon', 'whole'],
  ['?group=alerts', 'alerts'],
  ['?theme=neon&group=chat', 'chat'],
  ['?group=other', 'other'],
  ['?group=unknown', 'whole'],
])('knows what %s shows of the overlay: %s', (search, part) => {
  expect(partOf({ url: `${ADDRESS}${search}` })).toBe(part);
});

it('names a group beside what the streamer added', () => {
  expect(addressFor('whole', `${ADDRESS}?theme=neon`)).toBe(`${ADDRESS}?theme=neon`);
  expect(addressFor('chat', `${ADDRESS}?theme=neon`)).toBe(`${ADDRESS}?theme=neon&group=chat`);
  expect(addressFor('alerts', ADDRESS)).toBe(`${ADDRESS}?group=alerts`);
});

it('keeps what the streamer added to the address', () => {
  expect(renewedAddress({ url: `${OLD_ADDRESS}?theme=neon` }, ADDRESSES)).toBe(
    `${ADDRESS}?theme=neon`,
  );
  expect(renewedAddress({}, ADDRESSES)).toBe(ADDRESS);
});

it.each([
  [`https://fleet.example/c/abc_-9/overlay/${KEY}/?theme=neon`, 'current'],
  [`https://fleet.example/c/abc_-9/overlay/${OLD_KEY}/`, 'old'],
  [`https://fleet.example/c/another/overlay/${'s'.repeat(43)}/`, null],
  [`https://other.example/c/abc_-9/overlay/${OLD_KEY}/`, null],
])('tells whose address of a fleet %s is: %s', (url, expected) => {
  const current = `https://fleet.example/c/abc_-9/overlay/${KEY}/`;
  expect(addressState({ url }, { ...ADDRESSES, current })).toBe(expected);
});
