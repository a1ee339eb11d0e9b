import type { StageEvent } from '../events.ts';
import type { Language } from '../locales/index.ts';
import { sampleEvent } from '../sample-events.ts';
import type { WidgetEvent, WidgetTry } from './custom-widgets.ts';
import { followerEvent, widgetEventOf } from './widget-events.ts';

const TRIED = {
  message: 'CHAT',
  tip: 'DONATION',
  subscriber: 'SUBSCRIPTION',
  cheer: 'DONATION',
} as const;

/** A test of this kind as an editor of such widgets plays it: said to be one, then the event itself. */
export function trial(what: WidgetTry, language: Language, now: number): readonly WidgetEvent[] {
  const told = eventOf(what, language, now);
  if (told === null) return [];
  const { listener, event } = told;
  return [{ listener: 'event:test', event: { listener, event } }, told];
}

function eventOf(what: WidgetTry, language: Language, now: number): WidgetEvent | null {
  const { profile } = sampleEvent('CHAT', language).data;
  if (what === 'follower') return followerEvent(profile.nickname, 'sample-viewer', now, true);
  const { kind, data } = sampleEvent(TRIED[what], language);
  const given = what === 'cheer' ? { ...data, donationType: 'CHEERING' } : data;
  const event = { kind, data: given, seq: now, receivedAt: now, origin: 'test' };
  return widgetEventOf(event as StageEvent, language);
}
