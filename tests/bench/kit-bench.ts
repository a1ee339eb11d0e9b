import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { systemClock } from '../../electron/base/clock.ts';
import { silentLogger } from '../../electron/base/log.ts';
import { ActivityRunner, ENTRIES_A_STATE } from '../../electron/features/show/activity-runner.ts';
import { newVote, VOTE } from '../../electron/features/vote/vote.ts';
import type { Ledger } from '../../electron/storage/ledger.ts';
import { LogKeeper } from '../../electron/storage/log-keeper.ts';
import { openLedger } from '../../electron/storage/open-ledger.ts';
import type { StageEvent } from '../../shared/events.ts';
import type { Section } from './report.ts';

const VOTERS = 50_000;
const OPTIONS = 5;
const ENTRIES = 1_000_000;
/** As a turn of the event loop brings them at 2,000 messages a second. */
const A_TURN = 34;

/** What the votes of the show kit cost the core: each is written before it is shown. */
export async function benchKit(): Promise<Section> {
  const folder = await mkdtemp(join(tmpdir(), 'stagelight-kit-'));
  try {
    return await measure(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function measure(folder: string): Promise<Section> {
  const file = join(folder, 'ledger.sqlite');
  const parts = { file, clock: systemClock, log: silentLogger };
  // As in the app: the disk is synced beside the thread.
  const keeper = new LogKeeper(parts);
  const open = () => openLedger({ ...parts, sync: keeper.sync }).ledger;
  let ledger = open();
  const runner = runnerOn(ledger);
  runner.begin(newVote(CONFIG, 0));
  const before = systemClock.monotonic();
  for (let seq = 1; seq <= ENTRIES; seq += A_TURN) runner.hear(turnOf(seq));
  const votesPerSecond = ENTRIES / ((systemClock.monotonic() - before) / 1_000);
  const counted = runner.state?.voterCount ?? 0;
  const kept = JSON.stringify(runner.state && VOTE.pack(runner.state));
  // As a kill leaves it: nothing more is written.
  ledger.close();
  ledger = open();
  const started = systemClock.monotonic();
  const again = runnerOn(ledger);
  const restoredMs = systemClock.monotonic() - started;
  const isSame = JSON.stringify(again.state && VOTE.pack(again.state)) === kept;
  ledger.close();
  await keeper.close();
  const whole = (value: number) => Math.round(value).toLocaleString('en-US');
  return {
    title: 'Show kit: a vote in the core',
    rows: [
      {
        name: 'Votes counted and written, a second',
        value: votesPerSecond,
        text: whole(votesPerSecond),
        target: { kind: 'at-least', value: 50_000 },
      },
      {
        name: `Voters counted of ${whole(VOTERS)}`,
        value: counted,
        text: whole(counted),
        target: { kind: 'equal', value: VOTERS },
      },
      {
        name: `Back after a kill, ${whole(ENTRIES)} votes cast`,
        value: restoredMs,
        text: `${whole(restoredMs)} ms`,
        target: { kind: 'under', value: 300 },
      },
      {
        name: 'The same to the vote',
        value: isSame ? 1 : 0,
        text: isSame ? 'yes' : 'no',
        target: { kind: 'equal', value: 1 },
      },
    ],
    notes: [
      `${A_TURN} votes a turn of the event loop, one transaction each; the whole state is written every ${whole(ENTRIES_A_STATE)} entries.`,
    ],
  };
}

const CONFIG = {
  title: 'Bench',
  options: Array.from({ length: OPTIONS }, (_, at) => `option ${at + 1}`),
  voters: 'everyone' as const,
  changeable: true,
  weight: 'equal' as const,
  seconds: null,
  announce: false,
};

function runnerOn(ledger: Ledger) {
  return new ActivityRunner(VOTE, {
    clock: systemClock,
    log: silentLogger,
    repository: ledger.show,
    audience: {
      isBlocked: () => false,
      monthsOf: () => null,
      isFollower: () => false,
      roleOf: () => 'viewer',
    },
    lastSeq: () => 0,
    read: () => [],
    messageOf: () => null,
    onEffects: () => undefined,
  });
}

/** Every message is a vote that changes something. */
function turnOf(from: number): readonly StageEvent[] {
  const count = Math.min(A_TURN, ENTRIES - from + 1);
  return Array.from({ length: count }, (_, at): StageEvent => {
    const seq = from + at;
    const voter = seq % VOTERS;
    const option = (Math.floor(seq / VOTERS) + voter) % OPTIONS;
    return {
      seq,
      receivedAt: seq,
      origin: 'platform',
      kind: 'CHAT',
      data: {
        channelId: 'channel',
        senderChannelId: `viewer-${voter}`,
        senderRole: 'viewer',
        profile: { nickname: `viewer ${voter}`, badges: [] },
        content: `!${option + 1}`,
        messageTime: null,
        emojis: {},
      },
    };
  });
}
