import { fireEvent, screen, within } from '@testing-library/react';
import { STREAM_SCOPES } from '../../../../renderer/dashboard/stream/use-writing.ts';
import type {
  StreamCategory,
  StreamChangeEntry,
  StreamState,
} from '../../../../shared/contract/stream.ts';
import type { Language } from '../../../../shared/locales/index.ts';
import type { AppStatus } from '../../../../shared/status.ts';
import { EMPTY_STREAM } from '../../../support/empty-states.ts';
import { type Drawn, drawDashboard } from '../draw-dashboard.tsx';
import { NOW } from '../support.ts';

export const GRANTED = [...STREAM_SCOPES, 'READ:USER'];

export const VOYAGE: StreamCategory = {
  categoryId: 'voyage',
  categoryType: 'GAME',
  categoryValue: '별빛 항해',
  posterImageUrl: 'https://image.example/voyage.png',
};

export const READ: StreamState = {
  ...EMPTY_STREAM,
  settings: {
    value: { defaultLiveTitle: '첫 제목', category: VOYAGE, tags: ['수다'] },
    readAt: NOW,
  },
  chat: {
    value: { chatAllowedGroup: 'ALL', minFollowerMinute: 0, followerSubscriberChatAllow: false },
    readAt: NOW,
  },
  live: { value: { isLive: false, title: null, openedAt: null, viewers: null }, readAt: NOW },
};

export function entryOf(
  id: number,
  changes: Partial<Pick<StreamChangeEntry, 'by' | 'at'>> = {},
): StreamChangeEntry {
  return {
    id,
    at: NOW + id,
    by: 'elsewhere',
    field: 'defaultLiveTitle',
    before: { value: `제목 ${id - 1}` },
    after: `제목 ${id}`,
    ...changes,
  };
}

interface Given {
  readonly desk?: Partial<StreamState>;
  readonly scopes?: readonly string[];
  readonly status?: Partial<AppStatus>;
  readonly language?: Language;
}

/** The whole page with the view of the stream open. */
export async function drawStream(given: Given = {}): Promise<Drawn> {
  const { language = 'en', scopes = GRANTED } = given;
  const status = { scopes: { granted: scopes, missing: [] }, ...given.status };
  const page = await drawDashboard({ language, status });
  await sayStream(page, given.desk ?? {});
  const views = within(screen.getByRole('navigation'));
  fireEvent.click(views.getByText(language === 'ko' ? '방송 설정' : 'Stream'));
  return page;
}

export async function sayStream(page: Drawn, desk: Partial<StreamState>): Promise<void> {
  const value: StreamState = { ...READ, ...desk };
  await page.core((bridge) => bridge.feeds.tell({ type: 'feed', feed: 'stream', value }));
}

export const card = (name: string) => within(screen.getByRole('region', { name }));

export function type(field: HTMLElement, value: string): void {
  fireEvent.change(field, { target: { value } });
}
