import { createStore } from 'zustand/vanilla';
import {
  type Bridge,
  type CommandArgs,
  type CommandName,
  type CommandResult,
  type CoreCommandName,
  type DesktopCommandName,
  FEED_NAMES,
  FEEDS,
  type FeedState,
  type Feeds,
  type OnCommandWait,
} from '../../shared/contract/index.ts';
import type { FoundPackage } from '../../shared/contract/widgets.ts';
import type { EventKind } from '../../shared/events.ts';
import type { Language } from '../../shared/locales/index.ts';
import type { MediaItem } from '../../shared/overlay/media.ts';
import type { OverlayChange } from '../../shared/overlay/overlay-settings.ts';
import type { AppStatus } from '../../shared/status.ts';
import type { TestPlay } from '../../shared/test-play.ts';
import { RESULT_UNKNOWN } from '../bridge/bridge-problems.ts';
import type { PageClock } from '../bridge/page-host.ts';
import { type ActionName, type Actions, createActions, IDLE } from './dashboard-actions.ts';
import { type EventList, followEvents } from './dashboard-events.ts';
import { LiveColumns } from './live-columns.ts';
import { lostHelpOf } from './lost-answers.ts';
import { type OnUploadProgress, uploadMedia } from './media-upload.ts';
import { type OwnerQuestion, withOwnerCode } from './owner-code.ts';
import { replaySource } from './replay-source.ts';
import { uploadWidget } from './widget-upload.ts';

/** The places of the dashboard, in their order. */
export const VIEWS = [
  'live',
  'alerts',
  'overlay',
  'show',
  'stream',
  'viewers',
  'history',
  'settings',
] as const;
export type View = (typeof VIEWS)[number];

/** The places that show one part at a time; the first one until another was chosen. */
export const PARTS = {
  alerts: ['queue', 'rules', 'settings'],
  overlay: ['layout', 'widgets'],
  show: [
    'vote',
    'draw',
    'wheel',
    'players',
    'subathon',
    'missions',
    'counters',
    'commands',
    'past',
  ],
  history: ['records', 'drops', 'marks'],
  settings: ['app', 'obs', 'doors', 'connection', 'permissions'],
} as const;
export type PartedView = keyof typeof PARTS;
export type PartOf<V> = V extends PartedView ? (typeof PARTS)[V][number] : never;

/** The feeds' values, and the page's own state. `reading` goes to the reader, not to the store. */
export interface DashboardState extends Omit<FeedState, 'language' | 'reading'> {
  readonly language: Language;
  /** Whether the core is reachable; shown data stays while it is not. */
  readonly reachable: boolean;
  /** This page's address is invalid: nothing is reachable through it any more. */
  readonly addressGone: boolean;
  readonly events: EventList;
  /** The sign-in address from the command's answer; the status may report it later. */
  readonly signInUrl: string | null;
  /** The address for granting permissions once requested; null if not waiting. */
  readonly grantUrl: string | null;
  readonly view: View;
  /** The part that each place shows; absent until one was chosen on this page. */
  readonly parts: { readonly [V in PartedView]?: PartOf<V> };
  readonly actions: Actions;
  /** The question for a code from the core's terminal; null if there is none. */
  readonly ownerQuestion: OwnerQuestion | null;
}

interface DashboardDeps {
  readonly bridge: Bridge;
  readonly clock: PageClock;
  readonly openAddress: (address: string) => void;
  /** Until the core sends its own. */
  readonly language: Language;
  /** From the page's address: applies on this page until the user chooses one here. */
  readonly addressLanguage?: Language | null;
}

/** A command's result; true if its contract defines none. */
type Answer<N extends CommandName> = CommandResult<N> extends undefined ? true : CommandResult<N>;

type Ask<Name extends CommandName> = <N extends Name>(
  name: N,
  args: CommandArgs<N>,
  detail?: string | number,
) => Promise<Answer<N> | null>;

export type Dashboard = ReturnType<typeof createDashboard>;

export function createDashboard(deps: DashboardDeps) {
  const { bridge, clock } = deps;
  let ownLanguage = deps.addressLanguage ?? null;
  /** The language being saved, and a later choice; null if none. */
  let saving: Language | null = null;
  let unsaved: Language | null = null;
  const store = createStore<DashboardState>(() => ({
    ...initialFeeds(),
    reachable: false,
    addressGone: false,
    language: ownLanguage ?? deps.language,
    events: [],
    signInUrl: null,
    grantUrl: null,
    view: 'live',
    parts: {},
    actions: {},
    ownerQuestion: null,
  }));
  const command = withOwnerCode(bridge, (ownerQuestion) => store.setState({ ownerQuestion }));
  const actionRunner = createActions(store, clock);
  const columns = new LiveColumns(clock);
  /** If the answer to a change was lost, the feed shows the current value. */
  const readBack = (action: ActionName): void => {
    const state = store.getState().actions[action];
    if (state?.phase !== 'failed' || state.problem.code !== RESULT_UNKNOWN.code) return;
    bridge.command('stream.refresh', {}).catch(() => undefined);
  };
  const { run } = actionRunner;
  /** Sends a command as the action `name#detail`. Returns null on failure; the action says why. */
  const ask: Ask<CommandName> = async <N extends CommandName>(
    name: N,
    args: CommandArgs<N>,
    detail?: string | number,
  ) => {
    const answer: { value: Answer<N> | null } = { value: null };
    const action: ActionName = detail === undefined ? name : `${name}#${detail}`;
    const send = async (onWait: OnCommandWait) => {
      answer.value = ((await command(name, args, onWait)) ?? true) as Answer<N>;
    };
    await run(action, send, lostHelpOf(bridge, name, args));
    if (answer.value === null && name.startsWith('stream.')) readBack(action);
    return answer.value;
  };
  const stopFollowing = [
    bridge.followReachable((reachable) => store.setState({ reachable })),
    bridge.followAddressGone((addressGone) => store.setState({ addressGone })),
    bridge.follow('status', (status) => store.setState((state) => withStatus(state, status))),
    ...WHOLE.map((name) =>
      bridge.follow(name, (value: Feeds[typeof name]) => store.setState({ [name]: value })),
    ),
    bridge.follow('language', (said) =>
      store.setState({ language: unsaved ?? ownLanguage ?? said }),
    ),
    followEvents(bridge, clock, store, columns),
  ];
  return {
    store,
    /** Plays a test on air: a kind's sample, or a custom one. Named `test:` plus the kind. */
    playTest(play: EventKind | TestPlay) {
      const test = typeof play === 'string' ? { kind: play } : play;
      return run(`test:${test.kind}`, () => bridge.command('test-event.play', test));
    },
    /** Requests the sign-in address and opens it outside the page. */
    startSignIn: () =>
      run('sign-in', async () => {
        const { url } = await bridge.command('sign-in.start', {});
        store.setState({ signInUrl: url });
        deps.openAddress(url);
      }),
    /** Requests the address for granting permissions and opens it outside the page. */
    grantScopes: () =>
      run('grant', async () => {
        const { url } = await bridge.command('sign-in.start', { prompt: 'consent' });
        store.setState({ grantUrl: url });
        deps.openAddress(url);
      }),
    signOut: () => run('sign-out', () => bridge.command('sign-in.sign-out', {})),
    /** Changes the language at once; reverts if the core refuses. */
    async setLanguage(language: Language) {
      const isSaving = saving !== null;
      let before = store.getState().language;
      ownLanguage = null;
      unsaved = language;
      store.setState({ language });
      // The running call also saves the last choice.
      if (isSaving) return;
      let done = false;
      while (unsaved !== null) {
        const chosen: Language = unsaved;
        saving = chosen;
        unsaved = null;
        done = await run('language', () =>
          bridge.command('settings.set-language', { language: chosen }),
        );
        if (done) before = chosen;
      }
      if (!done && store.getState().language === saving) store.setState({ language: before });
      saving = null;
    },
    dismissNotice: (id: string) =>
      run(`dismiss:${id}`, () => bridge.command('notice.dismiss', { id })),
    setAlertsPaused: (paused: boolean) => ask('alerts.pause', { paused }),
    skipAlert: () => ask('alerts.skip', {}),
    /** Clears the alert on screen and pauses alerts. */
    hideAlerts: () => ask('alerts.panic', {}),
    /** Empties the queue; its alerts are kept as "never appeared". */
    clearAlerts: () => ask('alerts.clear', {}),
    /** Plays one alert next. Actions on one alert are named after the command, `#` and its number. */
    replayAlert: (seq: number) => ask('alerts.replay', { seq }, seq),
    /** Those that never appeared wait again, behind what is newer. */
    replayMissed: () => ask('alerts.replay-missed', {}),
    approveAlert: (seq: number) => ask('alerts.approve', { seq }, seq),
    rejectAlert: async (seq: number) => (await ask('alerts.reject', { seq }, seq)) !== null,
    /** null: all alerts, as the action `alerts.dismiss`. Returns whether the core accepted it. */
    dismissAlert: async (seq: number | null) =>
      (await ask('alerts.dismiss', { seq }, seq ?? undefined)) !== null,
    /** Keeps the settings not named. Returns whether the core accepted it; the feed brings them. */
    setOverlay: async (change: OverlayChange, detail?: string) =>
      (await ask('overlay.set', change, detail)) !== null,
    /** Resets the totals of the current broadcast. */
    beginBroadcast: () => ask('broadcast.begin', {}),
    /**
     * Adds a file to the media library; `onShare` reports the progress, from 0 to 1. The action is named
     * `media.add`. Answers the item, which may have existed before; null if it failed or another file is
     * being added.
     */
    async addMedia(
      file: Blob & { readonly name: string },
      onShare?: OnUploadProgress,
    ): Promise<MediaItem | null> {
      const answer: { item: MediaItem | null } = { item: null };
      await run('media.add', async () => {
        answer.item = await uploadMedia(bridge, file, onShare);
      });
      return answer.item;
    },
    /** Sends a widget's files; null if it failed. The action is named `widgets.import`. */
    async findWidget(files: readonly File[]): Promise<FoundPackage | null> {
      const answer: { found: FoundPackage | null } = { found: null };
      await run('widgets.import', async () => {
        answer.found = await uploadWidget(bridge, files);
      });
      return answer.found;
    },
    /** The action is named `media.remove#` and the hash. */
    removeMedia: (hash: string) => ask('media.remove', { hash }, hash),
    desktop: ask as Ask<DesktopCommandName>,
    ask: ask as Ask<CoreCommandName>,
    /** Runs several steps as one action of this name. Returns whether all succeeded. */
    run,
    look: actionRunner.look,
    forget: actionRunner.forget,
    wasDone: actionRunner.wasDone,
    /** Reads from the core without an action. Rejects with a `BridgeError`. */
    read: <N extends CoreCommandName>(name: N, args: CommandArgs<N>, onWait?: OnCommandWait) =>
      command(name, args, onWait),
    replay: replaySource(bridge),
    columns,
    /** Opens a place, and a part of it; without one, the part that it showed last. */
    show: <V extends View>(view: V, part?: PartOf<V>) =>
      store.setState(({ parts }) => ({
        view,
        parts: part === undefined ? parts : { ...parts, [view]: part },
      })),
    dispose() {
      for (const stop of stopFollowing) stop();
      columns.dispose();
      actionRunner.dispose();
    },
  };
}

/** Feeds stored unchanged. */
const WHOLE = FEED_NAMES.filter(
  (name) => name !== 'status' && name !== 'language' && name !== 'reading',
);

function initialFeeds(): FeedState {
  // Each row takes its own feed's value.
  return Object.fromEntries(
    FEED_NAMES.map((name) => [name, FEEDS[name].initial]),
  ) as unknown as FeedState;
}

function withStatus(state: DashboardState, status: AppStatus): Partial<DashboardState> {
  const present = new Set(status.notices.map((notice) => `dismiss:${notice.id}`));
  const actions = Object.fromEntries(
    Object.entries(state.actions).filter(
      ([name]) => !name.startsWith('dismiss:') || present.has(name),
    ),
  );
  const signingIn = status.connection.state === 'signing-in';
  return {
    status,
    actions,
    signInUrl: signingIn ? state.signInUrl : null,
    grantUrl: isSameGrant(state.status, status) ? state.grantUrl : null,
  };
}

/** Whether the tokens are unchanged; until they change, permissions are not granted. */
function isSameGrant(before: AppStatus | null, now: AppStatus): boolean {
  const issued = now.tokens?.issuedAt;
  return issued !== undefined && issued === before?.tokens?.issuedAt;
}

// Selectors are defined outside components to keep their identity.
export const selectReachable = (state: DashboardState) => state.reachable;
export const selectAddressGone = (state: DashboardState) => state.addressGone;
export const selectStatus = (state: DashboardState) => state.status;
/** Whether an overlay page is connected, so that what is sent to it appears. */
export const selectHasOverlay = ({ status }: DashboardState) =>
  (status?.overlay.connectedPages ?? 0) > 0;
export const selectLanguage = (state: DashboardState) => state.language;
export const selectConnectionHistory = (state: DashboardState) => state.connectionHistory;
export const selectOverlay = (state: DashboardState) => state.overlay;
export const selectFigures = (state: DashboardState) => state.figures;
export const selectAlerts = (state: DashboardState) => state.alerts;
export const selectMedia = (state: DashboardState) => state.media;
export const selectDesktop = (state: DashboardState) => state.desktop;
export const selectLive = (state: DashboardState) => state.live;
export const selectStream = (state: DashboardState) => state.stream;
export const selectPeople = (state: DashboardState) => state.people;
export const selectDrops = (state: DashboardState) => state.drops;
export const selectMaintenance = (state: DashboardState) => state.maintenance;
export const selectObs = (state: DashboardState) => state.obs;
export const selectMarks = (state: DashboardState) => state.marks;
export const selectShow = (state: DashboardState) => state.show;
export const selectChatCommands = (state: DashboardState) => state.chatCommands;
export const selectVote = (state: DashboardState) => state.vote;
export const selectPlayers = (state: DashboardState) => state.players;
export const selectDoors = (state: DashboardState) => state.doors;
export const selectStreamerbot = (state: DashboardState) => state.streamerbot;
export const selectOsc = (state: DashboardState) => state.osc;
export const selectSinks = (state: DashboardState) => state.sinks;
export const selectWidgets = (state: DashboardState) => state.widgets;
export const selectCounters = (state: DashboardState) => state.counters;
export const selectDraw = (state: DashboardState) => state.draw;
export const selectSubathon = (state: DashboardState) => state.subathon;
export const selectMissions = (state: DashboardState) => state.missions;
export const selectWheel = (state: DashboardState) => state.wheel;
export const selectView = (state: DashboardState) => state.view;
export const selectParts = (state: DashboardState) => state.parts;
export const selectGrantUrl = (state: DashboardState) => state.grantUrl;
export const selectEvents = (state: DashboardState) => state.events;
export const selectSignInUrl = (state: DashboardState) =>
  state.status?.signInUrl ?? state.signInUrl;

export const actionOf = (name: ActionName) => (state: DashboardState) =>
  state.actions[name] ?? IDLE;
