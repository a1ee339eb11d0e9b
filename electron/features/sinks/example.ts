import type { DonationData } from '../../../shared/events.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { Clock } from '../../base/clock.ts';
import { coreTexts } from '../../base/errors.ts';
import type { MakeKey } from '../../base/random.ts';
import type { Letter } from './courier.ts';

interface ExampleGiven {
  readonly epoch: string;
  readonly makeKey: MakeKey;
  readonly clock: Clock;
  readonly language: Language;
}

const EXAMPLE_BEAMS = 1_000;

/** A donation that never was: its number is 0 and its origin `test`. */
export function exampleLetter({ epoch, makeKey, clock, language }: ExampleGiven): Letter {
  const say = coreTexts(language);
  const data: DonationData = {
    donationType: 'CHAT',
    channelId: 'test',
    donatorChannelId: 'test',
    donatorNickname: 'Stagelight',
    donatorBadges: [],
    payAmount: EXAMPLE_BEAMS,
    donationText: say('sink-says.example'),
    emojis: {},
    cheeringItems: [],
  };
  const event = {
    kind: 'DONATION',
    data,
    seq: 0,
    receivedAt: clock.now(),
    origin: 'test',
  } as const;
  return { id: `test-${makeKey()}`, epoch, event };
}
