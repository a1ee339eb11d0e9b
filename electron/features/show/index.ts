import { CHAT_MESSAGE_MAX } from '../../../shared/contract/live.ts';
import { PAST_PAGE, type PastActivity, type SHOW_COMMANDS } from '../../../shared/contract/show.ts';
import type { StageEvent } from '../../../shared/events.ts';
import type { DisposableStore } from '../../base/disposables.ts';
import { coreTexts } from '../../base/errors.ts';
import { Turns } from '../../base/slices.ts';
import type { Feature, Services } from '../feature.ts';
import type { MarksFeature } from '../marks/index.ts';
import type { PeopleFeature } from '../people/index.ts';
import type { Activity, Audience, Effect } from './activity.ts';
import { ActivityRunner } from './activity-runner.ts';
import { ChatSender } from './chat-sender.ts';
import { cutCharacters } from './chat-words.ts';
import type { ShowRepository } from './show-repository.ts';

export type { Activity, Audience, Effect, Folded } from './activity.ts';
export type { ActivityRunner } from './activity-runner.ts';
export { chatCommandOf, commandNames, cutCharacters, sameLook } from './chat-words.ts';
export { chooseBelow, commitmentOf, FAIR_VERSION, newSeed, seedOfPart } from './fair.ts';
export { isAmong } from './viewer-groups.ts';
export { checkWords, type OwnerOf, WordOwners } from './word-owners.ts';

export interface ShowFeature extends Feature<typeof SHOW_COMMANDS, 'show'> {
  /** Brings the newest activity of this kind back, and lets it hear events from now on. */
  readonly run: <S, E>(activity: Activity<S, E>) => ActivityRunner<S, E>;
  /** For events that came before an activity began. */
  readonly audience: Audience;
  /** Takes a viewer out of every activity that was ever kept. Throws a `LedgerError`. */
  readonly forget: (channelId: string) => void;
  /** What runs lets followers do something: their list has to be read. */
  readonly readFollowers: () => void;
  /** Whether the kit itself said this a moment ago: it comes back as a message of the chat. */
  readonly isOwn: (content: string) => boolean;
}

export type ShowServices = Pick<Services, 'ledger' | 'clock' | 'log'> & {
  readonly client: { readonly chat: Pick<Services['client']['chat'], 'send'> };
  readonly hub: Pick<Services['hub'], 'lastSeq' | 'onBatch'>;
  readonly roles: Pick<Services['roles'], 'roleOf'>;
  readonly language: Pick<Services['language'], 'current'>;
  readonly overlaySettings: Pick<Services['overlaySettings'], 'get'>;
  readonly marks: Pick<MarksFeature, 'ofShow'>;
  readonly people: Pick<PeopleFeature, 'followers'>;
};

type Keeper = Pick<ActivityRunner<unknown, unknown>, 'forget' | 'pastOf'>;

/** Starts the show kit: what activities need to survive, to be heard, and to speak in chat. */
export function startShow(services: ShowServices, owned: DisposableStore): ShowFeature {
  const { client, hub, ledger, language, clock, log, marks } = services;
  const repository = ledger.show;
  const sender = owned.add(
    new ChatSender({
      clock,
      log,
      repository,
      send: (message) => client.chat.send({ message, senderType: 'APP' }),
      whenDurable: () => ledger.whenDurable(),
    }),
  );
  const messageOf = (effect: Effect): string | null => {
    if (effect.type !== 'say') return null;
    const { key, values } = effect.text;
    return cutCharacters(coreTexts(language.current)(key, values), CHAT_MESSAGE_MAX);
  };
  const onEffects = (effects: readonly Effect[]): void => {
    if (effects.some(({ type }) => type === 'say')) sender.wake();
    for (const effect of effects) {
      if (effect.type === 'mark') marks.ofShow(effect.kind, effect.label);
    }
  };
  const audience = audienceOf(services);
  const parts = {
    clock,
    log,
    repository,
    audience,
    lastSeq: () => hub.lastSeq,
    read: (after: number, limit: number) => ledger.show.eventsAfter(after, limit),
    messageOf,
    onEffects,
  };
  const isForeign = (event: StageEvent): boolean =>
    event.kind !== 'CHAT' || !sender.isOwn(event.data.content);
  const runners = new Map<string, Keeper>();
  return {
    audience,
    run: (activity) => {
      const runner = owned.add(new ActivityRunner(activity, parts));
      runners.set(activity.kind, runner);
      owned.add(hub.onBatch(({ events }) => runner.hear(events.filter(isForeign))));
      return runner;
    },
    readFollowers: () => services.people.followers.want(),
    isOwn: (content) => sender.isOwn(content),
    forget: (channelId) => {
      for (const id of repository.ids()) {
        const stored = repository.find(id);
        if (stored) runners.get(stored.kind)?.forget(stored, channelId);
      }
    },
    commands: {
      'show.set-quiet': async ({ quiet }) => sender.setQuiet(quiet),
      'show.past': ({ before }) => readPast(repository, runners, before),
    },
    feeds: { show: { read: () => sender.state, onChange: sender.onChange } },
  };
}

/** A page of what is over. Large ones take a moment to read: in between others get their turn. */
async function readPast(
  repository: Pick<ShowRepository, 'page'>,
  runners: ReadonlyMap<string, Keeper>,
  before: number | null,
) {
  const turns = new Turns();
  const rows: PastActivity[] = [];
  let next = before;
  while (rows.length < PAST_PAGE) {
    const [stored] = repository.page(next, 1);
    if (!stored) return { rows, next: null };
    const past = runners.get(stored.kind)?.pastOf(stored);
    if (past) rows.push(past);
    next = stored.id;
    await turns.next();
  }
  return { rows, next };
}

/** Viewers whom the streamer hides from the chat are not heard here either. */
function audienceOf({ overlaySettings, ledger, roles, people }: ShowServices): Audience {
  return {
    isBlocked: (channelId) =>
      overlaySettings
        .get()
        .layout.some(
          ({ kind, settings }) =>
            kind === 'chat' && 'hide' in settings && settings.hide.users.includes(channelId),
        ),
    monthsOf: (channelId) => ledger.viewers.find(channelId).subscription?.month ?? null,
    roleOf: (channelId) => roles.roleOf(channelId),
    isFollower: (channelId) => people.followers.has(channelId),
  };
}
