import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { ChatList } from '../../../renderer/widgets/chat-list.tsx';
import { SENDER_ROLES, type SenderRole } from '../../../shared/events.ts';
import { MARKED_ROLES, type MarkedRole } from '../../../shared/overlay/names.ts';
import { type ChatSettings, chatSettingsSchema } from '../../../shared/overlay/widgets.ts';
import { chat } from '../../support/stage-events.ts';
import { settableChat } from './chat-source.ts';
import { renderIn } from './render-words.tsx';

const badges = [{ id: 'b', name: 'Fan', imageUrl: 'https://images.example/b.png' }];

function show(role: SenderRole, over: Partial<ChatSettings> = {}, language: 'ko' | 'en' = 'ko') {
  const settings = { ...chatSettingsSchema.parse({}), ...over };
  const profile = { nickname: 'name', badges };
  const event = chat(1, { senderRole: role, profile });
  const { container } = renderIn(
    language,
    <ChatList source={settableChat([{ event, enters: 'none' }]).source} settings={settings} />,
  );
  const line = container.querySelector<HTMLElement>('.sl-chat-line');
  if (!line) throw new Error('no line');
  return { line, marks: [...line.querySelectorAll('.sl-chat-role')] };
}

describe('the role of a sender on their line', () => {
  it.each<[MarkedRole, 'ko' | 'en', string]>([
    ['streamer', 'ko', '스트리머'],
    ['streamer', 'en', 'Streamer'],
    ['manager', 'ko', '매니저'],
    ['manager', 'en', 'Manager'],
    ['subscriber', 'ko', '구독자'],
    ['subscriber', 'en', 'Subscriber'],
  ])('%s in %s is said as %s', (role, language, name) => {
    const { line, marks } = show(role, {}, language);
    const mark = screen.getByRole('img', { name });
    expect(marks).toEqual([mark]);
    expect(mark).toHaveClass(`sl-chat-${role}`);
    expect(mark.querySelector('svg')).not.toBeNull();
    expect(line.dataset['role']).toBe(role);
  });

  it('has a drawing of its own, not a colour alone', () => {
    const drawings = MARKED_ROLES.map((role) => show(role).marks[0]?.innerHTML);
    expect(new Set(drawings).size).toBe(MARKED_ROLES.length);
  });

  it('of a viewer is not marked', () => {
    const { line, marks } = show('viewer');
    expect(marks).toEqual([]);
    expect(line).not.toHaveAttribute('data-role');
    expect(line).not.toHaveAttribute('data-streamer');
  });

  it('stands before the badges and the name', () => {
    const author = show('manager').line.querySelector('.sl-chat-author');
    expect([...(author?.children ?? [])].map(({ className }) => className)).toEqual([
      'sl-chat-role sl-chat-manager',
      'sl-chat-badge',
      'sl-chat-name',
    ]);
  });

  it.each(
    SENDER_ROLES.flatMap((role) =>
      [[], ['manager'], ['streamer', 'subscriber'], [...MARKED_ROLES]].map(
        (roles) => [role, roles as MarkedRole[]] as const,
      ),
    ),
  )('%s is marked where the settings name %j', (role, roles) => {
    const { line, marks } = show(role, { roles });
    expect(marks).toHaveLength((roles as readonly string[]).includes(role) ? 1 : 0);
    // The plate of the streamer's lines and themes' own rules do not depend on the marks.
    expect(line.dataset['role']).toBe(role === 'viewer' ? undefined : role);
    expect(line.hasAttribute('data-streamer')).toBe(role === 'streamer');
  });

  it('is not made of the ids: the core has decided', () => {
    const settings = chatSettingsSchema.parse({});
    const event = chat(1, { senderChannelId: 'streamer', senderRole: 'viewer' });
    const { container } = renderIn(
      'ko',
      <ChatList source={settableChat([{ event, enters: 'none' }]).source} settings={settings} />,
    );
    expect(container.querySelector('.sl-chat-role')).toBeNull();
  });
});

describe('the setting', () => {
  it('of files that do not have it is: all', () => {
    expect(chatSettingsSchema.parse({ badges: false }).roles).toEqual([...MARKED_ROLES]);
  });

  it.each([
    [[], true],
    [['manager'], true],
    [['viewer'], false],
    [['streamer', 'manager', 'subscriber', 'streamer'], false],
    ['manager', false],
  ])('%j is taken: %s', (roles, taken) => {
    expect(chatSettingsSchema.safeParse({ roles }).success).toBe(taken);
  });
});
