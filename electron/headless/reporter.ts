import type { Gap } from '../../shared/connection-history.ts';
import { assertNever, type StageEvent } from '../../shared/events.ts';
import type { Text } from '../../shared/locales/text.ts';
import type { Translate } from '../../shared/locales/translate.ts';
import type { ConnectionState } from '../../shared/status.ts';
import { toIsoTime } from '../base/clock.ts';

export type Report =
  | { readonly type: 'ready'; readonly overlayUrl: string; readonly dashboardUrl: string }
  /** This address must be opened in a browser. */
  | { readonly type: 'sign-in'; readonly url: string }
  /** `channelId` is null when the scope to read it was not granted. */
  | { readonly type: 'signed-in'; readonly channelId: string | null }
  | { readonly type: 'connection'; readonly state: ConnectionState; readonly reason: string | null }
  /** A stretch in which events may have been missed; RFC 3339 UTC. `kinds`: as the specification names them. */
  | {
      readonly type: 'gap';
      readonly from: string;
      readonly to: string;
      readonly reason: string;
      readonly kinds: readonly string[];
    }
  /** Of a fleet. */
  | {
      readonly type: 'channel';
      readonly state:
        | ('added' | 'ready' | 'started' | 'stopped' | 'lost')
        | ('paused' | 'resumed' | 'removed' | 'unrevoked');
      readonly channelId: string;
      readonly epoch?: number;
      readonly overlayUrl?: string;
      readonly dashboardUrl?: string;
    }
  /** Of a fleet: whether the stream has everything, or some of it waits on this host. */
  | { readonly type: 'books'; readonly state: 'waiting' | 'saved' }
  /** Where the pages of all channels of a fleet are, on this host. */
  | { readonly type: 'fleet'; readonly url: string; readonly page: string | null }
  /** Where the page of the whole fleet is, its key included. */
  | { readonly type: 'page'; readonly url: string }
  /** A link to be sent to a streamer; `until` is RFC 3339 UTC. */
  | { readonly type: 'join'; readonly url: string; readonly until: string }
  | ({
      readonly type: 'listed';
      readonly channel: string;
      readonly state: 'running' | 'waiting' | 'paused';
    } & Readonly<Record<'owner' | 'connection' | 'name', string | null>> & {
        readonly epoch: number | null;
      })
  /** How many entries of a fleet are under its first key now, were before, and do not open. */
  | ({ readonly type: 'resealed' } & Readonly<
      Record<'resealed' | 'already' | 'unreadable', number>
    >)
  /** Of a fleet: which host pays drops, and what came of each look at a campaign's claims. */
  | {
      readonly type: 'drops';
      readonly state: 'started' | 'stopped' | 'lost';
      readonly epoch: number;
    }
  | {
      readonly type: 'drops';
      readonly state: 'paid';
      readonly epoch: number;
      readonly campaignId: string;
      readonly polled: number;
      readonly paid: number;
      readonly failed: number;
      readonly unknown: number;
    }
  | ({ readonly type: 'event'; readonly receivedAt: string } & Pick<
      StageEvent,
      'seq' | 'kind' | 'data'
    >);

export type Reporter = (report: Report) => void;

/** Writes one JSON object a line. */
export function jsonReporter(write: (text: string) => void): Reporter {
  return (report) => write(`${JSON.stringify(report)}\n`);
}

/** Writes the same as sentences; single events are left out. */
export function friendlyReporter(write: (text: string) => void, say: Translate): Reporter {
  return (report) => {
    const sentences = textsFor(report).map((text) =>
      text ? `  ${say(text.key, text.values)}` : '',
    );
    if (sentences.length > 0) write(`${sentences.join('\n')}\n`);
  };
}

/** The lines of a report; null: an empty one. */
function textsFor(report: Report): readonly (Text | null)[] {
  switch (report.type) {
    case 'ready':
      return [
        null,
        { key: 'terminal.running' },
        null,
        { key: 'terminal.overlay', values: { url: report.overlayUrl } },
        { key: 'terminal.dashboard', values: { url: report.dashboardUrl } },
        null,
        { key: 'terminal.next' },
        { key: 'terminal.stop' },
        null,
      ];
    case 'sign-in':
      return [{ key: 'terminal.sign-in', values: { url: plain(report.url) } }];
    case 'signed-in': {
      const { channelId } = report;
      if (channelId === null) return [{ key: 'terminal.signed-in' }];
      return [{ key: 'terminal.signed-in-as', values: { channel: plain(channelId) } }];
    }
    case 'connection': {
      const { state, reason } = report;
      if (reason === null) return [{ key: 'terminal.connection', values: { state } }];
      return [{ key: 'terminal.connection-because', values: { state, reason: plain(reason) } }];
    }
    case 'gap': {
      const { from, to, reason, kinds } = report;
      return [{ key: 'terminal.gap', values: { from, to, reason, kinds: kinds.join(', ') } }];
    }
    case 'channel': {
      const { state, channelId } = report;
      return [{ key: `terminal.channel-${state}`, values: { channel: plain(channelId) } }];
    }
    case 'books':
      return [{ key: `terminal.books-${report.state}` }];
    case 'fleet': {
      const { url, page } = report;
      const texts: Text[] = [{ key: 'terminal.fleet', values: { url } }];
      if (page !== null) texts.push({ key: 'terminal.page', values: { url: page } });
      return texts;
    }
    case 'page':
      return [{ key: 'terminal.page', values: { url: report.url } }];
    case 'join': {
      const { url, until } = report;
      return [{ key: 'terminal.join', values: { url, until } }];
    }
    case 'listed': {
      const values = { channel: plain(report.channel), host: plain(report.owner ?? '') };
      return [{ key: `terminal.listed-${report.state}`, values }];
    }
    case 'resealed': {
      const { resealed, already, unreadable } = report;
      return [{ key: 'terminal.resealed', values: { resealed, already, unreadable } }];
    }
    case 'drops': {
      if (report.state !== 'paid') return [{ key: `terminal.drops-${report.state}` }];
      const { campaignId, polled, paid, failed, unknown } = report;
      const counts = { polled, paid, failed, unknown };
      return [{ key: 'terminal.drops-paid', values: { campaign: plain(campaignId), ...counts } }];
    }
    case 'event':
      return [];
    default:
      return assertNever(report);
  }
}

/** Removes control characters, so that foreign text cannot steer the terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** One event, as printed with `--events`. */
export function eventReport(event: StageEvent): Report {
  const { seq, kind, receivedAt, data } = event;
  return { type: 'event', seq, kind, receivedAt: toIsoTime(receivedAt), data };
}

export function gapReport({ from, to, reason, kinds }: Gap): Report {
  const named = kinds.map((kind) => kind.toUpperCase());
  return { type: 'gap', from: toIsoTime(from), to: toIsoTime(to), reason, kinds: named };
}
