import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser, Page } from '@playwright/test';
import sharp from 'sharp';
import type { PlayingAlert } from '../../shared/alerts.ts';
import { LEVELS, type Level, THEME_IDS, type ThemeId } from '../../shared/overlay/names.ts';
import type { OverlayDown } from '../../shared/overlay/overlay-feed.ts';
import { DEFAULT_OVERLAY, pageConfigOf } from '../../shared/overlay/overlay-settings.ts';
import type { Say } from '../../tests/support/open-overlay.ts';
import {
  chatLine,
  DONATION_ALERT,
  MORE_LINES,
  PICTURE_TIME,
  pictureFrames,
} from '../../tests/support/pictures-frames.ts';
import { allDrawn, openScene } from '../../tests/support/pictures-page.ts';

/**
 * The animated pictures of `docs/gallery.md`: a donation comes, stands and goes in every theme at
 * every level while chat goes on. The page's time is ours, so that every run draws the same frames.
 */

const LANGUAGE = 'ko';
/** Drawn as on a broadcast, kept at half the size. */
const VIEW = { width: 1280, height: 720 } as const;
const WIDTH = VIEW.width / 2;
const ALERT_AT_MS = 300;
/** The empty scene at the end, before all begins again. */
const EMPTY_MS = 300;
/** Lower ones smear: what differs little between frames would stay as it was. */
const QUALITY = 64;

interface Show {
  readonly beams: number;
  readonly standsMs: number;
  /** Fewer frames where all of the picture moves: the files stay small. */
  readonly frameMs: number;
}

const SHOWS: Readonly<Record<Level, Show>> = {
  small: { beams: 500, standsMs: 2_040, frameMs: 60 },
  medium: { beams: 3_000, standsMs: 2_400, frameMs: 60 },
  large: { beams: 20_000, standsMs: 2_700, frameMs: 60 },
  grand: { beams: 100_000, standsMs: 3_180, frameMs: 80 },
};

/** When viewers write meanwhile. */
const LINES_AT_MS = [600, 1_320, 2_160] as const;

interface Cue {
  readonly atMs: number;
  readonly frame: OverlayDown;
}

/** The picture's scene where a new installation puts it, before its alert. */
function beforeAlert(frame: OverlayDown): OverlayDown {
  if (frame.type === 'alert') return { type: 'alert', alert: null };
  if (frame.type === 'snapshot') return { ...frame, tallies: [] };
  if (frame.type !== 'config') return frame;
  const { layout } = pageConfigOf(DEFAULT_OVERLAY);
  return { ...frame, config: { ...frame.config, layout } };
}

function alertOf(theme: ThemeId, level: Level): PlayingAlert {
  const { beams, standsMs } = SHOWS[level];
  for (const frame of pictureFrames(theme, LANGUAGE)) {
    if (frame.type !== 'alert' || frame.alert?.event.kind !== 'DONATION') continue;
    const { alert } = frame;
    const event = { ...frame.alert.event, data: { ...frame.alert.event.data, payAmount: beams } };
    const look = { ...alert.look, level };
    return { ...alert, event, look, durationMs: standsMs, remainingMs: standsMs };
  }
  throw new Error('The show has no donation.');
}

function cuesOf(theme: ThemeId, level: Level): readonly Cue[] {
  const lines = MORE_LINES.map((line, at): Cue => {
    const event = chatLine(line, DONATION_ALERT + at);
    const frame: OverlayDown = { type: 'batch', upTo: event.seq, events: [event] };
    return { atMs: LINES_AT_MS[at] ?? 0, frame };
  });
  return [{ atMs: ALERT_AT_MS, frame: { type: 'alert', alert: alertOf(theme, level) } }, ...lines];
}

/** Runs in the page: every movement stands where it is `now`, by the time it was first seen. */
function moveTo(now: number): void {
  const page = window as unknown as { births?: WeakMap<Animation, number> };
  page.births ??= new WeakMap();
  for (const movement of document.getAnimations()) {
    const birth = page.births.get(movement) ?? now;
    page.births.set(movement, birth);
    movement.pause();
    movement.currentTime = now - birth;
  }
}

/** The page hears what it is told in real time; what it does then waits for the clock. */
async function tell(page: Page, say: Say, frame: OverlayDown): Promise<void> {
  say(frame);
  await page.evaluate(() => undefined);
}

async function framesOf(page: Page, say: Say, cues: readonly Cue[], { standsMs, frameMs }: Show) {
  const shots: Buffer[] = [];
  const endMs = ALERT_AT_MS + standsMs + EMPTY_MS;
  for (let now = 0; now < endMs; now += frameMs) {
    const due = cues.filter(({ atMs }) => atMs >= now && atMs < now + frameMs);
    for (const { frame } of due) await tell(page, say, frame);
    await page.clock.runFor(frameMs);
    await page.evaluate(moveTo, now);
    shots.push(
      await sharp(await page.screenshot())
        .resize(WIDTH)
        .png()
        .toBuffer(),
    );
  }
  return shots;
}

async function loopOf(page: Page, overlayUrl: string, theme: ThemeId, level: Level) {
  await page.clock.install({ time: PICTURE_TIME });
  const say = await openScene(page, overlayUrl, { theme, language: LANGUAGE, alter: beforeAlert });
  await page.locator('.sl-chat-line').first().waitFor();
  await page.evaluate(allDrawn);
  await page.clock.pauseAt(PICTURE_TIME + 60_000);
  return framesOf(page, say, cuesOf(theme, level), SHOWS[level]);
}

/** Takes all of them, or those whose name (`neon-grand`) contains `only`. */
export async function animatedPictures(
  browser: Browser,
  overlayUrl: string,
  out: string,
  only = '',
): Promise<void> {
  mkdirSync(out, { recursive: true });
  for (const theme of THEME_IDS) {
    for (const level of LEVELS) {
      const name = `${theme}-${level}`;
      if (!name.includes(only)) continue;
      const page = await browser.newPage({ viewport: VIEW, timezoneId: 'Asia/Seoul' });
      const frames = await loopOf(page, overlayUrl, theme, level);
      await page.close();
      const delay = frames.map(() => SHOWS[level].frameMs);
      await sharp(frames, { join: { animated: true } })
        .webp({ quality: QUALITY, effort: 4, minSize: true, loop: 0, delay })
        .toFile(join(out, `${name}.webp`));
    }
  }
}
