import type { FleetKey } from '../../../shared/locales/fleet.ts';
import { REASON_TEXTS } from '../../../shared/locales/fleet-reasons.ts';
import type { Language } from '../../../shared/locales/index.ts';
import type { ListedChannel } from '../channel-admin.ts';
import type { SayFleet } from '../front-pages.ts';
import type { FleetPicture, SeenHost } from './fleet-reader.ts';
import type { Move, PastGap } from './history.ts';

/** `bad`: somebody should look. `off`: stopped on purpose. */
export type Tone = 'ok' | 'warn' | 'bad' | 'off';

/** One place of a row. The page says when it was in the viewer's own time. */
export interface Cell {
  readonly text: string;
  readonly title?: string;
  /** Epoch milliseconds; then the page says how long ago that was. */
  readonly at?: number;
}

export interface RowAct {
  readonly does: 'pause' | 'resume' | 'remove';
  readonly text: string;
  /** With the channel's name, for who does not see the row. */
  readonly label: string;
}

export interface Row {
  readonly id: string;
  readonly tone: Tone;
  /** In the order of the columns. */
  readonly cells: readonly Cell[];
  /** What a question about it calls it. */
  readonly name?: string;
  readonly acts?: readonly RowAct[];
}

/** What a page shows, worded. */
export interface FleetView {
  readonly now: number;
  readonly totals: Readonly<Record<TotalName, { readonly text: string; readonly tone: Tone }>>;
  readonly channels: readonly Row[];
  readonly hosts: readonly Row[];
  readonly moves: readonly Row[];
  readonly gaps: readonly Row[];
}

export const TOTALS = ['live', 'waiting', 'paused', 'hosts', 'gaps', 'missed'] as const;
export type TotalName = (typeof TOTALS)[number];

/** Not live stands on top. */
const ORDER: readonly Tone[] = ['bad', 'warn', 'off', 'ok'];
const NOTHING: Cell = { text: '–' };

/** Words a picture of the fleet for a page. */
export function viewOf(picture: FleetPicture, language: Language, say: SayFleet): FleetView {
  const { now, channels, hosts, history } = picture;
  const names = new Map(channels.map(({ channelId, name }) => [channelId, name ?? channelId]));
  const nameOf = (channelId: string): Cell => ({
    text: names.get(channelId) ?? channelId,
    title: channelId,
  });
  const duration = durations(language);
  const rows = channels.map((channel) => channelRow(channel, say));
  return {
    now,
    totals: totalsOf(picture, rows, language, duration),
    channels: rows.toSorted((a, b) => ORDER.indexOf(a.tone) - ORDER.indexOf(b.tone)),
    hosts: hosts.map((host) => hostRow(host, say)),
    moves: history.moves.map((move) => moveRow(move, nameOf(move.channelId), say)),
    gaps: history.gaps.map((gap) => gapRow(gap, nameOf(gap.channelId), duration, language, say)),
  };
}

function totalsOf(
  { channels, hosts, history }: FleetPicture,
  rows: readonly Row[],
  language: Language,
  duration: (ms: number) => string,
): FleetView['totals'] {
  const number = new Intl.NumberFormat(language).format;
  const live = rows.filter(({ tone }) => tone === 'ok').length;
  const count = (wanted: ListedChannel['state']) =>
    channels.filter(({ state }) => state === wanted).length;
  const [waiting, paused] = [count('waiting'), count('paused')];
  const silent = hosts.filter(({ silentSince }) => silentSince !== null).length;
  const { gapCount, gapMs } = history;
  return {
    live: {
      text: `${number(live)} / ${number(channels.length - paused)}`,
      tone: live < channels.length - paused ? 'warn' : 'ok',
    },
    waiting: { text: number(waiting), tone: waiting > 0 ? 'bad' : 'ok' },
    paused: { text: number(paused), tone: 'ok' },
    hosts: {
      text:
        silent > 0
          ? `${number(hosts.length - silent)} / ${number(hosts.length)}`
          : number(hosts.length),
      tone: silent > 0 ? 'bad' : 'ok',
    },
    gaps: { text: number(gapCount), tone: gapCount > 0 ? 'warn' : 'ok' },
    missed: { text: duration(gapMs), tone: 'ok' },
  };
}

function channelRow(channel: ListedChannel, say: SayFleet): Row {
  const { channelId, owner, epoch, since } = channel;
  const name = channel.name ?? channelId;
  const { tone, key } = standingOf(channel);
  const acts: readonly RowAct['does'][] = [
    channel.state === 'paused' ? 'resume' : 'pause',
    'remove',
  ];
  return {
    id: channelId,
    tone,
    name,
    cells: [
      { text: name, title: channelId },
      { text: say(key) },
      owner === null ? NOTHING : { text: owner, title: owner },
      epoch === null ? NOTHING : { text: String(epoch) },
      since === null ? NOTHING : { text: '', at: since },
    ],
    acts: acts.map((act) => ({
      does: act,
      text: say(`page.${act}`),
      label: say(`page.${act}-label`, { channel: name }),
    })),
  };
}

function standingOf({ state, owner, connection }: ListedChannel): {
  readonly tone: Tone;
  readonly key: FleetKey;
} {
  if (state === 'paused') {
    return owner === null
      ? { tone: 'off', key: 'page.state-paused' }
      : { tone: 'off', key: 'page.state-stopping' };
  }
  if (state === 'waiting') return { tone: 'bad', key: 'page.state-waiting' };
  switch (connection) {
    case 'live':
      return { tone: 'ok', key: 'page.state-live' };
    case 'reconnecting':
      return { tone: 'bad', key: 'page.state-reconnecting' };
    case 'signed-out':
    case 'signing-in':
      return { tone: 'bad', key: 'page.state-signed-out' };
    case null:
      return { tone: 'warn', key: 'page.state-starting' };
    default:
      return { tone: 'warn', key: 'page.state-connecting' };
  }
}

function hostRow({ id, weight, channels, silentSince }: SeenHost, say: SayFleet): Row {
  const state: Cell =
    silentSince === null
      ? { text: say('page.host-ready') }
      : { text: say('page.host-silent'), at: silentSince };
  return {
    id,
    tone: silentSince === null ? 'ok' : 'bad',
    cells: [{ text: id, title: id }, state, { text: String(channels) }, { text: String(weight) }],
  };
}

function moveRow({ place, at, from, to }: Move, channel: Cell, say: SayFleet): Row {
  const host = (id: string | null): Cell => (id === null ? NOTHING : { text: id, title: id });
  // The same host took it again: it was paused, or could not prove its lease.
  const before = from !== null && from === to ? { text: say('page.same-host') } : host(from);
  return { id: String(place), tone: 'ok', cells: [{ text: '', at }, channel, before, host(to)] };
}

function gapRow(
  { place, from, ms, reason }: PastGap,
  channel: Cell,
  duration: (ms: number) => string,
  language: Language,
  say: SayFleet,
): Row {
  const why = { text: wordsOf(reason, language, say), title: reason };
  const cells = [{ text: '', at: from }, channel, { text: duration(ms) }, why];
  return { id: String(place), tone: 'ok', cells };
}

function wordsOf(reason: string, language: Language, say: SayFleet): string {
  // There it is a host that ended, or could not prove that it has the channel.
  if (reason === 'crash') return say('page.reason-crash');
  const texts = REASON_TEXTS[language];
  return texts[`reason.${reason}`] ?? reason;
}

const UNITS = [
  ['second', 1_000, 120],
  ['minute', 60_000, 120],
  ['hour', 3_600_000, Number.POSITIVE_INFINITY],
] as const;

/** In one unit, which is enough to compare. */
function durations(language: Language): (ms: number) => string {
  return (ms) => {
    const [unit, size] = UNITS.find(([, each, most]) => ms < each * most) ?? UNITS[2];
    const value = ms / size;
    const digits = value < 10 && value > 0 ? 1 : 0;
    return new Intl.NumberFormat(language, {
      style: 'unit',
      unit,
      unitDisplay: 'narrow',
      maximumFractionDigits: digits,
    }).format(value);
  };
}
