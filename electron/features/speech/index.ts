import type { SPEECH_COMMANDS } from '../../../shared/contract/speech.ts';
import { isAnyRead } from '../../../shared/overlay/voices.ts';
import { type DisposableStore, toDisposable } from '../../base/disposables.ts';
import type { Feature, Services } from '../feature.ts';
import { espeakVoices } from './espeak.ts';
import { HostedVoices } from './hosted-voices.ts';
import type { SpeechProvider } from './provider.ts';
import { sayVoices } from './say.ts';
import { SpeechMaker } from './speech-maker.ts';
import { SpokenClips } from './spoken-clips.ts';
import { windowsVoices } from './windows-voices.ts';

export type { SpeechOrder } from './speech-maker.ts';
export type { ClipState, SpokenClip, SpokenClips } from './spoken-clips.ts';

export interface SpeechFeature extends Feature<typeof SPEECH_COMMANDS> {
  readonly clips: SpokenClips;
}

interface SpeechServices
  extends Pick<
    Services,
    'vault' | 'redactor' | 'fetch' | 'clock' | 'makeKey' | 'log' | 'notices' | 'overlaySettings'
  > {
  /** The voices of this computer; left out: those of its system. */
  readonly localVoices?: readonly SpeechProvider[];
}

/** Starts the voices of the core. They are looked for at once only if alerts are read. */
export function startSpeech(services: SpeechServices, owned: DisposableStore): SpeechFeature {
  const { clock, log } = services;
  const ending = new AbortController();
  owned.add(toDisposable(() => ending.abort()));
  const hosted = new HostedVoices(services);
  const local = services.localVoices ?? systemVoices(services);
  const maker = new SpeechMaker({
    providers: [hosted, ...local],
    clock,
    log,
    signal: ending.signal,
    onRefused: (refused) => tellRefused(services.notices, refused),
  });
  const settings = services.overlaySettings.get();
  if (settings.speech.from === 'core' && isAnyRead(settings)) void maker.look();
  const clips = new SpokenClips({ ...services, maker });
  return { clips, commands: speechCommands({ maker, clips, hosted }), feeds: {} };
}

const REFUSED = 'speech-refused';

/** Without a word, alerts would only sound different from one day to the next. */
function tellRefused(notices: Services['notices'], refused: boolean): void {
  if (refused) notices.add({ code: REFUSED });
  else if (notices.all.some(({ id }) => id === REFUSED)) notices.dismiss(REFUSED);
}

function systemVoices({ clock }: Pick<Services, 'clock'>): readonly SpeechProvider[] {
  switch (process.platform) {
    case 'win32':
      return [windowsVoices({ clock })];
    case 'darwin':
      return [sayVoices({ clock })];
    default:
      return [espeakVoices({ clock })];
  }
}

interface CommandParts {
  readonly maker: Pick<SpeechMaker, 'look' | 'make'>;
  readonly clips: Pick<SpokenClips, 'add' | 'forget'>;
  readonly hosted: Pick<HostedVoices, 'connection' | 'connect' | 'disconnect'>;
}

export function speechCommands({ maker, clips, hosted }: CommandParts): SpeechFeature['commands'] {
  return {
    'speech.voices': async () => {
      const [voices, connection] = await Promise.all([maker.look(), hosted.connection()]);
      return { voices: [...voices], hosted: connection };
    },
    'speech.try': async (order) => {
      const made = await maker.make(order);
      return { clip: clips.add(made), provider: made.provider };
    },
    'speech.connect': async (connection) => {
      await hosted.connect(connection);
      await maker.look();
      clips.forget();
    },
    'speech.disconnect': async () => {
      await hosted.disconnect();
      await maker.look();
      clips.forget();
    },
  };
}
