import type { DrawTally, ValuedEvent } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { AlertLook } from '../../../shared/overlay/alert-look.ts';
import { type Rule, type Variant, variantSchema } from '../../../shared/overlay/alert-rules.ts';
import { type FitContext, fittingRule } from '../../../shared/overlay/rule-fit.ts';
import { fillTemplate } from '../../../shared/overlay/template.ts';
import type { Logger } from '../../base/log.ts';
import type { Random } from '../../base/random.ts';
import type { Ledger } from '../../storage/ledger.ts';
import { durationOf, speechMs } from './alert-backlog.ts';
import {
  type AlertSettings,
  type AlertSettingsSource,
  mergedOf,
  type QueuedAlert,
} from './queued-alert.ts';
import { speechText } from './speech-text.ts';

export interface AlertPresenterOptions {
  readonly settings: AlertSettingsSource;
  readonly language: () => Language;
  readonly random: Random;
  readonly ledger: Pick<Ledger, 'alerts'>;
  readonly log: Logger;
}

export interface MadePresentation {
  readonly look: AlertLook;
  readonly durationMs: number;
}

/** Stands for the sentence around a viewer's message, to estimate speech time. */
const SENTENCE = '이름님이 1,000빔 후원!';
const DEFAULT_VARIANTS: readonly Variant[] = [variantSchema.parse({})];

/** Decides how alerts look, sound and are read, from the current settings. */
export class AlertPresenter {
  readonly #options: AlertPresenterOptions;
  readonly #context: RuleContext;

  constructor(options: AlertPresenterOptions) {
    this.#options = options;
    const isFirstTime = (viewer: string, seq: number) => this.#isFirstTime(viewer, seq);
    this.#context = { random: options.random, isFirstTime };
  }

  /**
   * The presentation of a card and its duration in milliseconds. For several alerts, the first
   * one's rule applies, but the card uses its own text because a template describes a single alert.
   */
  make(
    alerts: readonly [QueuedAlert, ...QueuedAlert[]],
    others: 'alone' | 'crowded',
  ): MadePresentation {
    const { settings, language } = this.#options;
    const { rules, speech, muted } = settings.get();
    const [{ event, tally }] = alerts;
    const { variant } = chooseLook(event, rules, this.#context);
    const together = mergedOf(alerts);
    const template = together ? '' : variant.headline;
    const context = { language: language(), tally };
    const request = { event, template, together, settings: speech, ...context };
    const speak = variant.readAloud ? speechText(request) : null;
    const voiceMs = muted ? 0 : speechMs(speak, speech.rate);
    return {
      look: {
        headline: fillTemplate(template, event, context),
        image: variant.image,
        sound: soundOf(variant),
        entrance: variant.entrance,
        exit: variant.exit,
        speak,
        together,
      },
      durationMs: durationOf(variant, others, voiceMs, alerts.length),
    };
  }

  /** Estimated duration of the alert while others wait, milliseconds. */
  expectedMs(event: ValuedEvent): number {
    const { rules, speech, muted } = this.#options.settings.get();
    const variants = fittingRule(event, rules, this.#context)?.variants ?? DEFAULT_VARIANTS;
    const voiceMs = speech.on && !muted ? guessedVoiceMs(event, speech) : 0;
    const total = variants.reduce((sum, { weight }) => sum + weight, 0);
    const sum = variants.reduce((ms, variant) => {
      const voice = variant.readAloud ? voiceMs : 0;
      return ms + variant.weight * durationOf(variant, 'crowded', voice, 1);
    }, 0);
    return Math.round(sum / total);
  }

  queued(event: ValuedEvent, tally: DrawTally | null, queuedAt: number): QueuedAlert {
    const expectedMs = this.expectedMs(event);
    return { event, tally, queuedAt, paintedAt: null, isReplay: false, expectedMs };
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

function soundOf({ silent, sound, volume }: Variant): AlertLook['sound'] {
  if (silent) return null;
  return { source: sound === null ? 'own' : { media: sound }, volume };
}

/**
 * Uses only the message's length: cleaning it for thousands of waiting alerts would cost too much.
 */
function guessedVoiceMs(event: ValuedEvent, speech: AlertSettings['speech']): number {
  const message = event.kind === 'DONATION' ? event.data.donationText : '';
  if (event.kind === 'DONATION' && (event.data.payAmount ?? 0) < speech.minimumBeams) return 0;
  return speechMs(`${SENTENCE} ${message.slice(0, speech.longest)}`, speech.rate);
}

export interface RuleContext extends FitContext {
  readonly random: Random;
}

export interface Choice {
  /** null: no rule fits, so the default variant applies. */
  readonly rule: string | null;
  readonly variant: Variant;
}

const DEFAULT_VARIANT: Variant = variantSchema.parse({});

/** Picks the first enabled rule that fits, and one of its variants by weight. */
export function chooseLook(
  event: ValuedEvent,
  rules: readonly Rule[],
  context: RuleContext,
): Choice {
  const rule = fittingRule(event, rules, context);
  const variant = rule ? pickVariant(rule.variants, context.random) : null;
  return { rule: rule?.id ?? null, variant: variant ?? DEFAULT_VARIANT };
}

function pickVariant(variants: readonly Variant[], random: Random): Variant | null {
  const sum = variants.reduce((total, { weight }) => total + weight, 0);
  let left = random() * sum;
  for (const variant of variants) {
    left -= variant.weight;
    if (left < 0) return variant;
  }
  return variants.at(-1) ?? null;
}
