import type { EnglishOf } from './word-types.ts';

export const STREAM_KO = {
  'view.stream': '방송 설정',
} as const;

export const STREAM_EN: EnglishOf<typeof STREAM_KO> = {
  'view.stream': 'Stream',
};
