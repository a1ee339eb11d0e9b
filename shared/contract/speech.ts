import { z } from 'zod';
import { SPEECH_PROVIDERS } from '../overlay/voices.ts';
import { LONG_READ, LONG_WRITE, nothing } from './command.ts';

/** Voices that the core makes itself, so that the overlay plays them as sound. */

/** Hosted services, and what each needs besides the key. `own`: a server that speaks like OpenAI. */
export const SPEECH_SERVICES = {
  openai: { account: null },
  elevenlabs: { account: null },
  google: { account: null },
  azure: { account: 'region' },
  clova: { account: 'client-id' },
  own: { account: 'address' },
} as const;
export type SpeechServiceId = keyof typeof SPEECH_SERVICES;
export const SPEECH_SERVICE_IDS = Object.keys(SPEECH_SERVICES) as [
  SpeechServiceId,
  ...SpeechServiceId[],
];

/** What an HTTP header can carry. */
const headerText = z.string().regex(/^[\x21-\x7e]*$/);

export const speechConnectionSchema = z.strictObject({
  service: z.enum(SPEECH_SERVICE_IDS),
  /** Region, client id or address; empty for services that need none. */
  account: headerText.max(300),
  key: headerText.max(500),
});
export type SpeechConnection = z.infer<typeof speechConnectionSchema>;

const voiceSchema = z.object({
  provider: z.enum(SPEECH_PROVIDERS),
  name: z.string(),
  lang: z.string(),
});

export const SPEECH_COMMANDS = {
  /** Looks anew which voices there are. */
  'speech.voices': {
    args: nothing,
    result: z.object({
      voices: z.array(voiceSchema),
      /** The hosted service that is set up, without its key. */
      hosted: z.object({ service: z.enum(SPEECH_SERVICE_IDS), account: z.string() }).nullable(),
    }),
    time: LONG_READ,
  },
  /** Makes a sample; `clip` is a media path for a short while. */
  'speech.try': {
    args: z.strictObject({
      text: z.string().min(1).max(300),
      voice: z.string().max(200).nullable(),
      rate: z.number().min(0.5).max(2),
      pitch: z.number().min(0.5).max(2),
    }),
    result: z.object({ clip: z.string(), provider: z.enum(SPEECH_PROVIDERS) }),
    time: LONG_READ,
  },
  /** Keeps the key in the vault; it never comes back. */
  'speech.connect': { args: speechConnectionSchema, time: LONG_WRITE },
  'speech.disconnect': { args: nothing },
} as const;
