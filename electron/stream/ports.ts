import type { StreamFieldName } from '../../shared/contract/stream.ts';
import type { StreamFieldChange } from '../ledger/ports.ts';
import type { Category } from '../platform/resources/categories.ts';
import type { ChatSettings, ChatSettingsPatch } from '../platform/resources/chat.ts';
import type { CursorPage } from '../platform/resources/fields.ts';
import type {
  Live,
  LiveSettings,
  LiveSettingsPatch,
  LiveStatus,
} from '../platform/resources/lives.ts';

/** What this room asks the platform for; the client's own answers fit. */
export interface StreamApi {
  readonly lives: {
    settings(): Promise<LiveSettings>;
    updateSettings(patch: LiveSettingsPatch): Promise<void>;
    status(channelId: string): Promise<LiveStatus>;
    /** Those with the most viewers first. */
    list(query: { readonly size: number; readonly next?: string }): Promise<CursorPage<Live>>;
  };
  readonly chat: {
    settings(): Promise<ChatSettings>;
    updateSettings(patch: ChatSettingsPatch): Promise<void>;
  };
  readonly categories: {
    search(query: {
      readonly keyword: string;
      readonly size: number;
    }): Promise<readonly Category[]>;
  };
}

/** Hears of fields that have another value, at the moment that is found out. */
export type OnFieldChanges = (changes: readonly StreamFieldChange[]) => void;

/** What was not set because somebody else had set it meanwhile. */
export type Refused = readonly StreamFieldName[];
