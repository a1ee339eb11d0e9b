import { assertNever, type StageEvent } from '../../shared/events.ts';
import type { Gap } from '../../shared/lifeline.ts';
import type { ConnectionState } from '../../shared/status.ts';
import { toIsoTime } from '../base/clock.ts';

/** What the headless host tells whoever started it. */
export type Report =
  | { readonly type: 'ready'; readonly overlayUrl: string; readonly dashboardUrl: string }
  /** Somebody must open this address. */
  | { readonly type: 'sign-in'; readonly url: string }
  /** `channelId` is null when the scope to read it was not granted. */
  | { readonly type: 'signed-in'; readonly channelId: string | null }
  | { readonly type: 'connection'; readonly state: ConnectionState; readonly reason: string | null }
  /** A stretch in which events may have been missed; RFC 3339 UTC. */
  | { readonly type: 'gap'; readonly from: string; readonly to: string; readonly reason: string }
  | {
      readonly type: 'event';
      readonly seq: number;
      readonly kind: StageEvent['kind'];
      readonly receivedAt: string;
      readonly data: StageEvent['data'];
    };

export type Reporter = (report: Report) => void;

/** Writes one JSON object a line. */
export function jsonReporter(write: (text: string) => void): Reporter {
  return (report) => write(`${JSON.stringify(report)}\n`);
}

/** Says the same to a person; single events are not worth a sentence. */
export function friendlyReporter(write: (text: string) => void): Reporter {
  return (report) => {
    const sentence = sentenceFor(report);
    if (sentence !== null) write(`${sentence}\n`);
  };
}

function sentenceFor(report: Report): string | null {
  switch (report.type) {
    case 'ready':
      return [
        '',
        '  Stagelight is running.',
        '',
        `  Overlay for OBS   ${report.overlayUrl}`,
        `  Dashboard         ${report.dashboardUrl}`,
        '',
        '  Open the overlay in a browser to watch it, or add it to OBS as a browser source.',
        '  Stop with Ctrl-C.',
        '',
      ].join('\n');
    case 'sign-in':
      return `  Sign in here: ${plain(report.url)}`;
    case 'signed-in':
      return `  Signed in${report.channelId ? ` as channel ${plain(report.channelId)}` : ''}.`;
    case 'connection':
      return `  Connection: ${report.state}${report.reason ? ` (${plain(report.reason)})` : ''}`;
    case 'gap':
      return `  Events may have been missed from ${report.from} to ${report.to} (${report.reason}).`;
    case 'event':
      return null;
    default:
      return assertNever(report);
  }
}

/** What comes from outside must not steer the terminal. */
function plain(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** One event as it is printed with `--events`. */
export function eventReport(event: StageEvent): Report {
  const { seq, kind, receivedAt, data } = event;
  return { type: 'event', seq, kind, receivedAt: toIsoTime(receivedAt), data };
}

export function gapReport({ from, to, reason }: Gap): Report {
  return { type: 'gap', from: toIsoTime(from), to: toIsoTime(to), reason };
}
