import type { SpeechServiceId } from '../../../shared/contract/speech.ts';

/** What stands for the gaps of a service's request. */
export interface ServiceValues {
  readonly text: string;
  readonly voice: string;
  /** Such as `ko-KR`. */
  readonly lang: string;
  readonly key: string;
  readonly account: string;
  readonly rate: string | number;
  readonly pitch: string | number;
}

type Fields = { readonly [name: string]: string | Fields };

/** A service as data: gaps such as `{text}` are filled in one pass, each in the body's own way. */
export interface HostedService {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body:
    | { readonly as: 'json' | 'form'; readonly fields: Fields }
    | { readonly as: 'xml'; readonly text: string };
  /** Where the sound is in the answer: all of it, or base64 in a field of JSON. */
  readonly answer: 'bytes' | { readonly base64: string };
  /** From shares, 1 being usual, to what the service counts in. */
  readonly rate: (share: number) => string | number;
  readonly pitch: (share: number) => string | number;
  /** Known voices of each language, the usual one first. Any other can be named too. */
  readonly voices: { readonly ko: readonly string[]; readonly en: readonly string[] };
}

const asIs = (share: number): number => share;
const percent = (share: number): string =>
  `${share < 1 ? '' : '+'}${Math.round((share - 1) * 100)}%`;
const between = (value: number, least: number, most: number): number =>
  Math.min(most, Math.max(least, value));

const OPENAI_VOICES = ['nova', 'alloy', 'coral', 'echo', 'onyx', 'sage', 'shimmer'];
const ELEVENLABS_VOICES = ['JBFqnCBsd6RMkjVDRZzb', 'EXAVITQu4vr4xnSDxMaL'];

const LIKE_OPENAI = {
  headers: { Authorization: 'Bearer {key}' },
  body: {
    as: 'json',
    fields: {
      model: 'tts-1',
      input: '{text}',
      voice: '{voice}',
      response_format: 'mp3',
      speed: '{rate}',
    },
  },
  answer: 'bytes',
  rate: asIs,
  pitch: asIs,
  voices: { ko: OPENAI_VOICES, en: OPENAI_VOICES },
} as const;

export const HOSTED_SERVICES: Readonly<Record<SpeechServiceId, HostedService>> = {
  openai: { ...LIKE_OPENAI, address: 'https://api.openai.com/v1/audio/speech' },
  own: { ...LIKE_OPENAI, address: '{account}' },
  elevenlabs: {
    address: 'https://api.elevenlabs.io/v1/text-to-speech/{voice}?output_format=mp3_44100_128',
    headers: { 'xi-api-key': '{key}' },
    body: {
      as: 'json',
      fields: {
        text: '{text}',
        model_id: 'eleven_multilingual_v2',
        voice_settings: { speed: '{rate}' },
      },
    },
    answer: 'bytes',
    rate: (share) => between(share, 0.7, 1.2),
    pitch: asIs,
    voices: { ko: ELEVENLABS_VOICES, en: ELEVENLABS_VOICES },
  },
  google: {
    address: 'https://texttospeech.googleapis.com/v1/text:synthesize',
    headers: { 'X-Goog-Api-Key': '{key}' },
    body: {
      as: 'json',
      fields: {
        input: { text: '{text}' },
        voice: { languageCode: '{lang}', name: '{voice}' },
        audioConfig: { audioEncoding: 'MP3', speakingRate: '{rate}', pitch: '{pitch}' },
      },
    },
    answer: { base64: 'audioContent' },
    rate: asIs,
    // Semitones.
    pitch: (share) => between(Math.round(12 * Math.log2(share)), -20, 20),
    voices: {
      ko: ['ko-KR-Neural2-A', 'ko-KR-Neural2-B', 'ko-KR-Neural2-C'],
      en: ['en-US-Neural2-C', 'en-US-Neural2-D', 'en-US-Neural2-F'],
    },
  },
  azure: {
    address: 'https://{account}.tts.speech.microsoft.com/cognitiveservices/v1',
    headers: {
      'Ocp-Apim-Subscription-Key': '{key}',
      'X-Microsoft-OutputFormat': 'audio-24khz-48kbitrate-mono-mp3',
    },
    body: {
      as: 'xml',
      text:
        '<speak version="1.0" xmlns="http://www.w3.org/2001/10/synthesis" xml:lang="{lang}">' +
        '<voice name="{voice}"><prosody rate="{rate}" pitch="{pitch}">{text}</prosody></voice></speak>',
    },
    answer: 'bytes',
    rate: percent,
    pitch: percent,
    voices: {
      ko: ['ko-KR-SunHiNeural', 'ko-KR-InJoonNeural', 'ko-KR-HyunsuNeural'],
      en: ['en-US-JennyNeural', 'en-US-GuyNeural', 'en-US-AriaNeural'],
    },
  },
  clova: {
    address: 'https://naveropenapi.apigw.ntruss.com/tts-premium/v1/tts',
    headers: { 'X-NCP-APIGW-API-KEY-ID': '{account}', 'X-NCP-APIGW-API-KEY': '{key}' },
    body: {
      as: 'form',
      fields: {
        speaker: '{voice}',
        text: '{text}',
        speed: '{rate}',
        pitch: '{pitch}',
        format: 'mp3',
      },
    },
    answer: 'bytes',
    // -5: twice as fast, 10: half as fast.
    rate: (share) => Math.round(share >= 1 ? -5 * (share - 1) : 20 * (1 - share)),
    // -5: a fifth higher, 5: a fifth lower.
    pitch: (share) => Math.round(between(-25 * (share - 1), -5, 5)),
    voices: {
      ko: ['nara', 'nminyoung', 'nyejin', 'mijin', 'jinho', 'nminsang', 'nhajun', 'ndain'],
      en: ['clara', 'matt'],
    },
  },
};

type Gaps = Readonly<Record<string, string | number>>;

const GAP = /\{(\w+)\}/g;
const ONE_GAP = /^\{(\w+)\}$/;

function fill(text: string, values: Gaps, write: (value: string) => string): string {
  return text.replace(GAP, (gap, name: string) =>
    Object.hasOwn(values, name) ? write(String(values[name])) : gap,
  );
}

/** A field that is one gap takes its value as it is, so that numbers stay numbers. */
function filled(field: string | Fields, values: Gaps): unknown {
  if (typeof field === 'string') {
    const name = ONE_GAP.exec(field)?.[1];
    return name !== undefined && Object.hasOwn(values, name) ? values[name] : field;
  }
  return Object.fromEntries(
    Object.entries(field).map(([name, inner]) => [name, filled(inner, values)]),
  );
}

const XML_SIGNS: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};
const forXml = (text: string): string => text.replace(/[&<>"']/g, (sign) => XML_SIGNS[sign] ?? '');

const CONTENT_TYPES = {
  json: 'application/json',
  form: 'application/x-www-form-urlencoded',
  xml: 'application/ssml+xml',
} as const;

export interface ServiceRequest {
  readonly address: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** The request with all gaps filled. */
export function serviceRequest(service: HostedService, values: ServiceValues): ServiceRequest {
  const gaps: Gaps = { ...values };
  const isWhole = ONE_GAP.test(service.address);
  const headers = Object.entries(service.headers).map(
    ([name, value]) => [name, fill(value, gaps, (text) => text)] as const,
  );
  return {
    address: fill(service.address, gaps, isWhole ? (text) => text : encodeURIComponent),
    headers: {
      'Content-Type': CONTENT_TYPES[service.body.as],
      'User-Agent': 'Stagelight',
      ...Object.fromEntries(headers),
    },
    body: bodyOf(service.body, gaps),
  };
}

function bodyOf(body: HostedService['body'], gaps: Gaps): string {
  if (body.as === 'xml') return fill(body.text, gaps, forXml);
  const fields = filled(body.fields, gaps);
  if (body.as === 'json') return JSON.stringify(fields);
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields ?? {})) form.set(name, String(value));
  return form.toString();
}
