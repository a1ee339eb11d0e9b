import type { ValuedKind } from '../events.ts';
import type { Language } from '../locales/index.ts';
import type { OwnVoice, Rule, SpeechSettings, Variant } from './alert-rules.ts';
import type { Level } from './names.ts';

/** Voices and which of them reads, without any schema: the pages that viewers see use it too. */

/** What makes speech in the core. The first two are tried in this order, then the computer's own. */
export const SPEECH_PROVIDERS = ['hosted', 'espeak-ng', 'say', 'windows'] as const;
export type SpeechProviderId = (typeof SPEECH_PROVIDERS)[number];

/** One voice of the core. */
export interface CoreVoice {
  readonly provider: SpeechProviderId;
  /** As its provider calls it. */
  readonly name: string;
  /** Such as `ko-KR`; empty: it speaks any language. */
  readonly lang: string;
}

/** How the settings name a voice of the core: `espeak-ng/ko`. */
export function voiceRef({ provider, name }: Pick<CoreVoice, 'provider' | 'name'>): string {
  return `${provider}/${name}`;
}

/** null: the name of a page's voice, or none. */
export function parseVoiceRef(ref: string | null): Pick<CoreVoice, 'provider' | 'name'> | null {
  const provider = SPEECH_PROVIDERS.find((id) => ref?.startsWith(`${id}/`));
  return provider && ref ? { provider, name: ref.slice(provider.length + 1) } : null;
}

export type VoiceSettings = Pick<SpeechSettings, 'voice' | 'rate' | 'pitch' | 'volume'>;

/**
 * How an alert is read: the kind's own settings over the usual ones, the level's over both.
 * `level` null: the alert has none of its own, neither by its amount nor by its rule.
 */
export function voiceSettingsOf(
  speech: SpeechSettings,
  kind: ValuedKind,
  level: Level | null,
): VoiceSettings {
  const ofKind = withOwnVoice(speech, speech.byKind[kind]);
  return withOwnVoice(ofKind, level === null ? undefined : speech.byLevel[level]);
}

/** Whether alerts of a variant are read: as all are, or because it has a voice of its own. */
export function isReadAloud(
  { on }: Pick<SpeechSettings, 'on'>,
  { readAloud, voice }: Pick<Variant, 'readAloud' | 'voice'>,
): boolean {
  return readAloud && (on || voice !== null);
}

/** Whether any alert is read. */
export function isAnyRead(settings: {
  readonly speech: SpeechSettings;
  readonly rules: readonly Rule[];
}): boolean {
  const { speech, rules } = settings;
  const reads = (variant: Variant) => isReadAloud(speech, variant);
  return speech.on || rules.some(({ enabled, variants }) => enabled && variants.some(reads));
}

/** `own` over the usual; undefined: there is nothing of its own. */
export function withOwnVoice(usual: VoiceSettings, own: OwnVoice | null = {}): VoiceSettings {
  if (own === null) return usual;
  return {
    voice: own.voice === undefined ? usual.voice : own.voice,
    rate: own.rate ?? usual.rate,
    pitch: own.pitch ?? usual.pitch,
    volume: own.volume ?? usual.volume,
  };
}

/** From this share of Hangul on, a Korean voice reads: it can read English words too. */
const KOREAN_SHARE = 0.2;

const LETTER = /\p{L}/gu;
const HANGUL = /\p{Script=Hangul}/gu;

export function spokenLanguage(text: string): 'ko' | 'en' {
  const letters = text.match(LETTER)?.length ?? 0;
  const hangul = text.match(HANGUL)?.length ?? 0;
  return letters > 0 && hangul / letters >= KOREAN_SHARE ? 'ko' : 'en';
}

/** Systems write `ko-KR`, `ko_KR` or `ko`. */
export function speaks({ lang }: Pick<CoreVoice, 'lang'>, language: Language): boolean {
  return lang.toLowerCase().split(/[-_]/)[0] === language.split('-')[0];
}
