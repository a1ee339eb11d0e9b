import { describe, expect, it } from 'vitest';
import type { RoleCache } from '../../../electron/events/role-cache.ts';
import type { SenderRole } from '../../../shared/events.ts';
import { sampleEvent } from '../../../shared/sample-events.ts';
import { wireFrame } from '../../fixtures/wire-events.ts';
import { receiveText } from '../../support/receive-text.ts';
import { startHub } from './support.ts';

function rolesOf(known: Readonly<Record<string, SenderRole>> = {}) {
  const asked: string[] = [];
  const subscribed: string[] = [];
  const roles: Pick<RoleCache, 'roleOf' | 'subscribed'> = {
    roleOf(channelId) {
      asked.push(channelId);
      if (subscribed.includes(channelId)) return 'subscriber';
      return known[channelId] ?? 'viewer';
    },
    subscribed: (channelId) => subscribed.push(channelId),
  };
  return { roles, asked, subscribed };
}

describe('the role of a sender in the hub', () => {
  it.each<SenderRole>(['streamer', 'manager', 'subscriber', 'viewer'])(
    'is what is known of them: %s',
    (role) => {
      const { roles } = rolesOf({ 'viewer-1': role });
      const { hub, turns, batches } = startHub({ roles });
      receiveText(hub, wireFrame('CHAT'));
      turns.end();
      expect(batches.flat()).toMatchObject([{ kind: 'CHAT', data: { senderRole: role } }]);
    },
  );

  it('is a viewer’s where nothing is known of anybody', () => {
    const { hub, turns, batches } = startHub();
    receiveText(hub, wireFrame('CHAT'));
    receiveText(hub, wireFrame('CHAT', { senderChannelId: 'channel-1' }));
    turns.end();
    const shown = batches.flat().map(({ data }) => 'senderRole' in data && data.senderRole);
    expect(shown).toEqual(['viewer', 'streamer']);
  });

  it('is looked up once a message, and never for the streamer or another kind', () => {
    const { roles, asked } = rolesOf();
    const { hub } = startHub({ roles });
    receiveText(hub, wireFrame('CHAT'));
    receiveText(hub, wireFrame('CHAT', { senderChannelId: 'channel-1' }));
    receiveText(hub, wireFrame('GOODS_PURCHASE'));
    receiveText(hub, wireFrame('DONATION'));
    expect(asked).toEqual(['viewer-1']);
  });

  it('is a subscriber’s from the subscription on, also within one turn', () => {
    const { roles } = rolesOf();
    const { hub, turns, batches } = startHub({ roles });
    const chat = wireFrame('CHAT', { senderChannelId: 'viewer-3' });
    receiveText(hub, chat);
    receiveText(hub, wireFrame('SUBSCRIPTION'));
    receiveText(hub, chat);
    turns.end();
    const shown = batches.flat().map(({ data }) => 'senderRole' in data && data.senderRole);
    expect(shown).toEqual(['viewer', false, 'subscriber']);
  });

  it('is made of no anonymous subscription and of no test', () => {
    const { roles, subscribed, asked } = rolesOf();
    const { hub, turns, batches } = startHub({ roles });
    receiveText(hub, wireFrame('SUBSCRIPTION', { subscriberChannelId: null }));
    hub.playTest(sampleEvent('SUBSCRIPTION', 'ko'));
    hub.playTest({
      kind: 'CHAT',
      data: { ...sampleEvent('CHAT', 'ko').data, senderRole: 'manager' },
    });
    turns.end();
    expect([subscribed, asked]).toEqual([[], []]);
    expect(batches.flat().at(-1)).toMatchObject({ data: { senderRole: 'manager' } });
  });
});
