import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { chatLog } from '../../../electron/events/chat-log.ts';
import { DEFAULT_SETTINGS, type Settings, settingsSchema } from '../../../shared/settings.ts';
import { VirtualClock } from '../../support/virtual-clock.ts';
import { chat } from '../storage/chat-support.ts';
import { memoryLedger } from '../storage/support.ts';

const GATHER_MS = 1_000;
const FIRST_LOOK_MS = 10_000;
const PAUSE_MS = 100;

const DAY_MS = 86_400_000;

function setUp() {
  const clock = new VirtualClock();
  const ledger = memoryLedger(clock);
  const changes = new Emitter<Settings>(() => {});
  let settings = DEFAULT_SETTINGS;
  const kept = { get: () => settings, onChange: changes.on };
  const noticed: string[] = [];
  const notices = { add: ({ code }: { readonly code: string }) => void noticed.push(code) };
  const log = chatLog({ ledger, settings: kept, notices, clock, log: silentLogger });
  onTestFinished(() => log.dispose());
  const setDays = (days: number) => {
    settings = settingsSchema.parse({ ...settings, chatLog: { days } });
    changes.fire(settings);
  };
  const seqs = () => ledger.chat.bySender('viewer-1', 99).map(({ seq }) => seq);
  return { clock, ledger, log, noticed, setDays, seqs };
}

describe('the chat log', () => {
  it('is kept for thirty days where the settings file says nothing of it', () => {
    expect(settingsSchema.parse({ version: 1 }).chatLog).toEqual({ days: 30 });
    expect(settingsSchema.parse({ version: 1, chatLog: {} }).chatLog).toEqual({ days: 30 });
  });

  it.each([-1, 1.5, 3_651, '30', null])('has no days such as %j', (days) => {
    expect(settingsSchema.safeParse({ version: 1, chatLog: { days } }).success).toBe(false);
  });

  it('takes messages in and lets them go when their time is up', async () => {
    const { clock, log, seqs } = setUp();
    log.add([chat(1, {}, clock.now() - 31 * DAY_MS), chat(2, {}, clock.now())]);
    await clock.advance(GATHER_MS);
    expect(seqs()).toEqual([2, 1]);
    await clock.advance(FIRST_LOOK_MS);
    expect(seqs()).toEqual([2]);
  });

  it('lets all go, and takes in none, as soon as the streamer keeps none', async () => {
    const { clock, log, seqs, setDays } = setUp();
    log.add([chat(1, {}, clock.now())]);
    setDays(0);
    await clock.advance(PAUSE_MS);
    expect(seqs()).toEqual([]);
    log.add([chat(2, {}, clock.now())]);
    await clock.advance(GATHER_MS);
    expect(seqs()).toEqual([]);
    setDays(1);
    log.add([chat(3, {}, clock.now())]);
    log.flush();
    expect(seqs()).toEqual([3]);
  });

  it('says that the disk refuses', () => {
    const { ledger, log, noticed } = setUp();
    ledger.close();
    log.add([chat(1)]);
    log.flush();
    expect(noticed).toEqual(['ledger-call-failed']);
  });

  it('leaves no timer behind', () => {
    const { clock, log } = setUp();
    log.add([chat(1)]);
    log.dispose();
    expect(clock.pendingTimers).toBe(0);
  });
});
