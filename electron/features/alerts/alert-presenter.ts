import type { DrawTally, ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import {
  type AlertLook,
  levelOf,
  type MergedDonation,
} from '../../../shared/overlay/alert-look.ts';
import {
  isAlertSound,
  type Rule,
  type Variant,
  variantSchema,
} from '../../../shared/overlay/alert-rules.ts';
import type { OverlaySettings } from '../../../shared/overlay/overlay-settings.ts';
import { type FitContext, fittingRule } from '../../../shared/overlay/rule-fit.ts';
import { fillTemplate } from '../../../shared/overlay/template.ts';
import {
  isReadAloud,
  type VoiceSettings,
  voiceSettingsOf,
  withOwnVoice,
} from '../../../shared/overlay/voices.ts';
import type { Subscribe } from '../../base/emitter.ts';
import type { Random } from '../../base/random.ts';
import type { Services } from '../feature.ts';
import type { SpeechOrder, SpokenClip } from '../speech/index.ts';
import { type Card, CROWDED_MS, type QueuedAlert } from './alert-backlog.ts';
import { speechText } from './speech-text.ts';

const PARTS = ['rules', 'alertDefaults', 'queue', 'speech', 'muted'] as const;
export type AlertSettings = Pick<OverlaySettings, (typeof PARTS)[number]>;

/** Source of these settings, read again for every alert. */
export interface AlertSettingsSource {
  get(): AlertSettings;
  readonly onChange: Subscribe<AlertSettings>;
}

/** What alerts need of the overlay settings. Layouts and their drafts change often: that is no news here. */
export function alertSettingsOf(overlay: AlertSettingsSource): AlertSettingsSource {
  const onChange: AlertSettingsSource['onChange'] = (listener) => {
    let before = overlay.get();
    return overlay.onChange((now) => {
      const isSame = PARTS.every((part) => now[part] === before[part]);
      before = now;
      if (!isSame) listener(now);
    });
  };
  return { get: () => overlay.get(), onChange };
}

interface AlertPresenterOptions extends Pick<Services, 'random' | 'log'> {
  readonly settings: AlertSettingsSource;
  readonly language: () => Language;
  readonly ledger: Pick<Services['ledger'], 'alerts'>;
}

/** Maximum time an alert waits for speech, milliseconds. */
const LONGEST_SPEECH_MS = 20_000;

const BREATH_MS = 1_000;
const HANGUL_MS = 170;
const OTHER_MS = 65;
/** How long an alert's sound plays before the voice (`renderer/overlay/alert-sound.ts`). */
const SOUND_FIRST_MS = 700;
/** A voice is not cut off at its last letter, even where a busy computer is slow to begin it. */
const AFTER_VOICE_MS = 1_000;
/** How much later a voice may come that is still being made when its alert begins. */
const LATE_VOICE_MS = 2_000;

/** Many names take longer to read than one. */
const NAME_MS = 150;

/** Stands for the sentence around a viewer's message, to estimate speech time. */
const SENTENCE = '이름님이 1,000빔 후원!';
const DEFAULT_VARIANT: Variant = variantSchema.parse({});

/** Decides how alerts look, sound and are read, from the current settings. */
export class AlertPresenter {
  readonly #options: AlertPresenterOptions;
  readonly #context: RuleContext;
  /** Drawn ahead, so that what is said can be made ahead. */
  readonly #chosen = new WeakMap<ValuedEvent, Chosen>();

  constructor(options: AlertPresenterOptions) {
    this.#options = options;
    const isFirstTime = (viewer: string, seq: number) => this.#isFirstTime(viewer, seq);
    this.#context = { random: options.random, isFirstTime };
  }

  /** What a card will say with a voice of the core, so that it can be made ahead; null: nothing. */
  speechOf(alerts: Card): SpeechOrder | null {
    const { speech, muted } = this.#options.settings.get();
    if (speech.from !== 'core' || muted) return null;
    const variant = this.#variantOf(alerts);
    const text = this.#spoken(alerts, variant);
    if (text === null) return null;
    const { voice, rate, pitch } = this.#voiceOf(alerts, variant);
    return { text, voice, rate, pitch };
  }

  /**
   * The presentation of a card and its duration in milliseconds. For several alerts, the first
   * one's rule applies, but the card uses its own text because a template describes a single alert.
   * `clip`: its speech; null: a page may read it.
   */
  make(
    alerts: Card,
    others: 'alone' | 'crowded',
    clip: SpokenClip | null,
  ): { readonly look: AlertLook; readonly durationMs: number } {
    const { settings, language } = this.#options;
    const { alertDefaults, muted } = settings.get();
    const master = alertDefaults.volume;
    const [{ event, tally }] = alerts;
    const variant = this.#variantOf(alerts);
    this.#chosen.delete(event);
    const together = mergedOf(alerts);
    const template = together ? '' : variant.headline;
    const context = { language: language(), tally };
    const speak = this.#spoken(alerts, variant);
    const { rate, volume } = this.#voiceOf(alerts, variant);
    const sound = soundOf(variant, master);
    const voiceMs = muted ? 0 : voiceMsOf({ speak, rate, clip, sound });
    return {
      look: {
        headline: fillTemplate(template, event, context),
        image: variant.image,
        picturePlace: variant.picturePlace,
        videoVolume: variant.videoSound && !variant.silent ? variant.volume * master : null,
        sound,
        level: variant.level ?? levelOf(event),
        entrance: variant.entrance,
        exit: variant.exit,
        speak,
        ...(clip ? { voice: { clip: clip.clip, volume: volume * master } } : {}),
        together,
      },
      durationMs: durationOf(variant, usualMs(alertDefaults, others), voiceMs, alerts.length),
    };
  }

  expectedMs(event: ValuedEvent): number {
    const { rules, alertDefaults, speech, muted } = this.#options.settings.get();
    const usual = usualMs(alertDefaults, 'crowded');
    const variants = fittingRule(event, rules, this.#context)?.variants ?? [DEFAULT_VARIANT];
    const isRead = (variant: Variant) => !muted && isReadAloud(speech, variant);
    const voiceMs = variants.some(isRead) ? guessedVoiceMs(event, speech) : 0;
    const sum = variants.reduce((ms, variant) => {
      const voice = isRead(variant) ? voiceMs : 0;
      return ms + variant.weight * durationOf(variant, usual, voice, 1);
    }, 0);
    return Math.round(sum / weightOf(variants));
  }

  queued(event: ValuedEvent, tally: DrawTally | null, queuedAt: number): QueuedAlert {
    const expectedMs = this.expectedMs(event);
    return { event, tally, queuedAt, paintedAt: null, isReplay: false, isLate: false, expectedMs };
  }

  /** The same until the card is made, as long as the rules stay. */
  #variantOf([{ event }]: Card): Variant {
    const { rules } = this.#options.settings.get();
    const kept = this.#chosen.get(event);
    if (kept?.rules === rules) return kept.variant;
    const variant = chooseVariant(event, rules, this.#context);
    this.#chosen.set(event, { rules, variant });
    return variant;
  }

  #spoken(alerts: Card, variant: Variant): string | null {
    const { settings, language } = this.#options;
    const { speech } = settings.get();
    if (!isReadAloud(speech, variant)) return null;
    const [{ event, tally }] = alerts;
    const together = mergedOf(alerts);
    const template = together ? '' : variant.headline;
    const request = { event, tally, template, together, language: language(), settings: speech };
    return speechText(request);
  }

  #voiceOf([{ event }]: Card, { level, voice }: Variant): VoiceSettings {
    const hasAmount = event.kind === 'DONATION' && event.data.payAmount !== null;
    const own = level ?? (hasAmount ? levelOf(event) : null);
    const usual = voiceSettingsOf(this.#options.settings.get().speech, event.kind, own);
    return withOwnVoice(usual, voice);
  }

  #isFirstTime(viewer: string, seq: number): boolean {
    const { ledger, log } = this.#options;
    try {
      return !ledger.alerts.donatedBefore(viewer, seq);
    } catch (failure) {
      log.warn('alerts: whether it is a first donation could not be read', { failure });
      return false;
    }
  }
}

interface Chosen {
  readonly rules: readonly Rule[];
  readonly variant: Variant;
}

interface Spoken extends Pick<AlertLook, 'speak' | 'sound'> {
  readonly rate: number;
  readonly clip: SpokenClip | null;
}

/** How long the voice takes, from the beginning of its alert. */
function voiceMsOf({ speak, rate, clip, sound }: Spoken): number {
  if (clip === null) return speechMs(speak, rate);
  const first = sound ? SOUND_FIRST_MS : 0;
  const ms = clip.ms === null ? speechMs(speak, rate) + LATE_VOICE_MS : clip.ms + AFTER_VOICE_MS;
  return Math.min(LONGEST_SPEECH_MS, first + ms);
}

function mergedOf(alerts: Card): readonly MergedDonation[] | null {
  if (alerts.length < 2) return null;
  return alerts.flatMap(({ event }) =>
    event.kind === 'DONATION'
      ? [{ name: event.data.donatorNickname, beams: event.data.payAmount }]
      : [],
  );
}

function soundOf({ silent, sound, ...own }: Variant, master: number): AlertLook['sound'] {
  if (silent) return null;
  const volume = own.volume * master;
  if (sound === null) return { source: 'own', volume };
  return { source: isAlertSound(sound) ? sound : { media: sound }, volume };
}

/** By the length alone: cleaning the messages of thousands of alerts would cost too much. */
function guessedVoiceMs(event: ValuedEvent, speech: AlertSettings['speech']): number {
  const message = event.kind === 'DONATION' ? event.data.donationText : '';
  if (event.kind === 'DONATION' && (event.data.payAmount ?? 0) < speech.minimumBeams) return 0;
  return speechMs(`${SENTENCE} ${message.slice(0, speech.longest)}`, speech.rate);
}

/** Estimated speech time of a text at a rate (1: usual speed), milliseconds; at most 20 s. */
export function speechMs(text: string | null, rate: number): number {
  if (text === null) return 0;
  const hangul = text.match(/\p{Script=Hangul}/gu)?.length ?? 0;
  const spoken = hangul * HANGUL_MS + (text.length - hangul) * OTHER_MS;
  return Math.min(LONGEST_SPEECH_MS, Math.round((BREATH_MS + spoken) / rate));
}

/** How long an alert stays whose rule names no time: at most `CROWDED_MS` while others wait. */
function usualMs({ durationS }: AlertSettings['alertDefaults'], others: 'alone' | 'crowded') {
  const alone = durationS * 1_000;
  return others === 'crowded' ? Math.min(CROWDED_MS, alone) : alone;
}

/** The variant's duration or the usual one; longer for many names, and for the speech. */
function durationOf({ durationS }: Variant, usual: number, voiceMs: number, names: number): number {
  const asked = durationS === null ? usual : durationS * 1_000;
  return Math.max(asked + (names - 1) * NAME_MS, voiceMs);
}

interface RuleContext extends FitContext {
  readonly random: Random;
}

/** One of the variants of the first enabled rule that fits, by weight; else the default variant. */
export function chooseVariant(
  event: ValuedEvent,
  rules: readonly Rule[],
  context: RuleContext,
): Variant {
  const variants = fittingRule(event, rules, context)?.variants;
  if (!variants) return DEFAULT_VARIANT;
  let left = context.random() * weightOf(variants);
  const drawn = variants.find(({ weight }) => {
    left -= weight;
    return left < 0;
  });
  return drawn ?? variants.at(-1) ?? DEFAULT_VARIANT;
}

function weightOf(variants: readonly Variant[]): number {
  return variants.reduce((sum, { weight }) => sum + weight, 0);
}
