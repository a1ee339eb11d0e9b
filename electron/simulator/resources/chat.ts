import type { Hono } from 'hono';
import { z } from 'zod';
import { fail, ok, okEmpty } from '../answers.ts';
import type { SimContext } from '../context.ts';
import { requireBearer } from '../guards.ts';
import { CHAT_GROUPS } from '../world/model.ts';
import { characters, jsonBody } from './input.ts';

const BASE = '/api/openapi/open/v1/chats';

const count = z.number().int().min(0);

const SettingsPatch = z
  .strictObject({
    chatAllowedGroup: z.enum(CHAT_GROUPS).exactOptional(),
    minFollowerMinute: count.exactOptional(),
    followerSubscriberChatAllow: z.boolean().exactOptional(),
    chatEmojiMode: z.boolean().exactOptional(),
    chatSlowModeSec: count.exactOptional(),
  })
  .refine((patch) => Object.keys(patch).length > 0, 'At least one field is required');

const SendBody = z.strictObject({
  message: characters(1, 100),
  senderType: z.enum(['APP', 'USER']).default('APP'),
});

const NoticeBody = z
  .strictObject({ message: characters(1, 100).optional(), messageId: z.string().min(1).optional() })
  .refine(
    (body) => (body.message === undefined) !== (body.messageId === undefined),
    'Either message or messageId is required',
  );

export function addChat(routes: Hono, ctx: SimContext): void {
  const { channels } = ctx.world;

  routes.get(`${BASE}/settings`, requireBearer(ctx, 'READ:LIVE_CHAT_SETTINGS'), (c) => {
    const { chatSettings } = channels.of(c.var.user);
    // Slow mode and emoji mode can be set but are not answered.
    const { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow } = chatSettings;
    return ok(c, { chatAllowedGroup, minFollowerMinute, followerSubscriberChatAllow });
  });

  routes.put(`${BASE}/settings`, requireBearer(ctx, 'WRITE:LIVE_CHAT_SETTINGS'), async (c) => {
    Object.assign(channels.of(c.var.user).chatSettings, await jsonBody(c, SettingsPatch));
    return okEmpty(c);
  });

  routes.post(`${BASE}/send`, requireBearer(ctx, 'WRITE:LIVE_CHAT'), async (c) => {
    const { message, senderType } = await jsonBody(c, SendBody);
    const { user: sender } = c.var;
    const messageId = ctx.makeKey();
    channels.say({ messageId, channelId: sender.channelId, sender, senderType, content: message });
    return ok(c, { messageId });
  });

  routes.post(`${BASE}/notice`, requireBearer(ctx, 'WRITE:LIVE_CHAT_NOTICE'), async (c) => {
    const { message, messageId } = await jsonBody(c, NoticeBody);
    const channel = channels.of(c.var.user);
    const notice = message ?? channels.message(channel, messageId ?? '')?.content;
    if (notice === undefined) return fail(c, 404, 'Message not found');
    channel.notice = notice;
    return okEmpty(c);
  });
}
