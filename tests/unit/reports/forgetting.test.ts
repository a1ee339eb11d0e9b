import { expect, it } from 'vitest';
import { receiveText } from '../../support/receive-text.ts';
import { startQueue } from '../alerts/support.ts';
import { startHub } from '../events/support.ts';
import { donation } from '../storage/support.ts';

const chatFrame = (sender: string, content: string) =>
  JSON.stringify({
    event: 'CHAT',
    data: {
      channelId: 'channel-1',
      senderChannelId: sender,
      profile: { nickname: `nick of ${sender}`, badges: [] },
      content,
      messageTime: '2026-01-02T03:04:05.678Z',
      emojis: {},
    },
  });

const donationFrame = (donator: string) =>
  JSON.stringify({
    event: 'DONATION',
    data: {
      donationType: 'CHAT',
      channelId: 'channel-1',
      donatorChannelId: donator,
      donatorNickname: `nick of ${donator}`,
      payAmount: '500',
      donationText: `words of ${donator}`,
      emojis: {},
    },
  });

it('a viewer is taken out of the latest events: words go, gifts are given by nobody', () => {
  const { hub, turns } = startHub();
  let told = 0;
  hub.onForgotten(() => {
    told += 1;
  });
  receiveText(hub, chatFrame('gone', 'hello'));
  receiveText(hub, donationFrame('gone'));
  receiveText(hub, chatFrame('stays', 'hi'));
  turns.end();
  receiveText(hub, donationFrame('gone'));
  hub.forget('gone');
  const left = hub.since(1) ?? [];
  expect(left.map(({ seq, kind }) => [seq, kind])).toEqual([
    [2, 'DONATION'],
    [3, 'CHAT'],
    [4, 'DONATION'],
  ]);
  expect(left[0]?.data).toMatchObject({ donatorNickname: null, payAmount: 500 });
  expect(JSON.stringify(left)).not.toMatch(/gone|hello/);
  expect([told, hub.lastSeq]).toEqual([1, 4]);
});

it('a viewer is taken out of alerts that wait, are held or are over', async () => {
  const { queue, arrive, clock } = startQueue({ set: { queue: { approval: 'manual' } } as never });
  const given = { donatorChannelId: 'gone', donatorNickname: '지워질사람', donationText: '비밀' };
  arrive(donation(1, given), donation(2), donation(3, given));
  queue.approve(1);
  queue.approve(3);
  await clock.advance(60_000);
  arrive(donation(4, given));
  queue.forget('gone');
  const { held, over, neverAppeared, waiting } = queue.desk;
  const shown = JSON.stringify([held, over, neverAppeared, waiting]);
  expect(shown).not.toMatch(/지워질사람|비밀|gone/);
  expect(shown).toMatch(/시청자/);
});
