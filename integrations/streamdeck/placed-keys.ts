import { type DeckLink, faceOf } from '../decks/deck-link.ts';
import type { DeckRow, Deed, Face, Seen, Values } from '../decks/deck-row.ts';
import type { Say } from '../decks/deck-words.ts';
import { keyPicture, pictureAddress, titleOf } from '../decks/key-picture.ts';

/** A key or a dial of a Stream Deck, as far as it is drawn on. */
export interface Surface {
  readonly kind: 'key' | 'dial';
  /** `picture`: an address. */
  draw(look: Look): void;
  /** The sign that something did not work. */
  alert(): void;
  ok(): void;
}

export interface Look {
  readonly title: string;
  readonly picture: string;
  /** Percent of a bar; null: there is none. */
  readonly percent: number | null;
}

/** Time, so that tests need not wait for it. */
export interface DeckClock {
  now(): number;
  /** Calls back after so many milliseconds, unless what it returns is called. */
  after(ms: number, run: () => void): () => void;
}

interface Placed {
  readonly row: DeckRow;
  readonly surface: Surface;
  values: Values;
  place: number;
  /** What went wrong at its last press, for a moment; null: nothing. */
  wrong: string | null;
  stopWrong: () => void;
  drawn: Look | null;
}

interface KeysParts {
  readonly link: Pick<DeckLink, 'link' | 'state' | 'run' | 'retry'>;
  readonly say: Say;
  readonly clock: DeckClock;
  /** The shapes of a row's icon. */
  readonly shapes: (row: DeckRow) => string;
}

/** How long a key says what went wrong. */
const WRONG_MS = 5_000;

/** Every key and dial that is in sight: drawn when something changes, and only if it looks different. */
export class PlacedKeys {
  readonly #parts: KeysParts;
  readonly #placed = new Map<string, Placed>();
  #stopClock = (): void => undefined;

  constructor(parts: KeysParts) {
    this.#parts = parts;
  }

  appear(context: string, row: DeckRow, surface: Surface, values: Values): void {
    this.disappear(context);
    const nothing = (): void => undefined;
    const place = 0;
    this.#placed.set(context, {
      row,
      surface,
      values,
      place,
      wrong: null,
      stopWrong: nothing,
      drawn: null,
    });
    this.redraw();
  }

  disappear(context: string): void {
    this.#placed.get(context)?.stopWrong();
    this.#placed.delete(context);
  }

  setValues(context: string, values: Values): void {
    const placed = this.#placed.get(context);
    if (!placed) return;
    placed.values = values;
    this.redraw();
  }

  /** What a key is and has; null: it is not in sight. */
  get(context: string): { readonly row: DeckRow; readonly values: Values } | null {
    return this.#placed.get(context) ?? null;
  }

  async press(context: string): Promise<void> {
    const placed = this.#placed.get(context);
    if (!placed) return;
    const push = placed.surface.kind === 'dial' ? placed.row.dial?.push : undefined;
    await this.#do(placed, (push ?? placed.row.press)(this.#seen(placed)));
  }

  async turn(context: string, ticks: number): Promise<void> {
    const placed = this.#placed.get(context);
    const dial = placed?.row.dial;
    if (!placed || !dial || !Number.isInteger(ticks)) return;
    const places = dial.places?.(this.#parts.link.state) ?? 0;
    const last = Math.max(0, places - 1);
    placed.place = Math.min(last, Math.max(0, Math.min(placed.place, last) + ticks));
    const wanted = dial.turn?.(this.#seen(placed), ticks);
    if (wanted) await this.#do(placed, wanted);
    else this.redraw();
  }

  /** Draws what looks different now, and again when a clock on a key shows another second. */
  redraw(): void {
    this.#stopClock();
    let next = Number.POSITIVE_INFINITY;
    for (const placed of this.#placed.values()) {
      const face = this.#face(placed);
      this.#draw(placed, face);
      next = Math.min(next, face.nextIn ?? next);
    }
    this.#stopClock = Number.isFinite(next)
      ? this.#parts.clock.after(next, () => this.redraw())
      : () => undefined;
  }

  dispose(): void {
    this.#stopClock();
    for (const { stopWrong } of this.#placed.values()) stopWrong();
    this.#placed.clear();
  }

  #seen({ values, place }: Placed): Seen {
    const { link, say, clock } = this.#parts;
    return { state: link.state, values, now: clock.now(), place, say };
  }

  #face(placed: Placed): Face {
    if (placed.wrong !== null) return { text: placed.wrong, tone: 'warn' };
    return faceOf(placed.row, this.#parts.link.link, this.#seen(placed));
  }

  #draw(placed: Placed, face: Face): void {
    const look: Look = {
      title: titleOf(face.text),
      picture: pictureAddress(keyPicture(this.#parts.shapes(placed.row), face)),
      percent: face.share === undefined ? null : Math.round(face.share * 100),
    };
    const { drawn } = placed;
    const isSame =
      drawn?.title === look.title &&
      drawn.picture === look.picture &&
      drawn.percent === look.percent;
    if (isSame) return;
    placed.drawn = look;
    placed.surface.draw(look);
  }

  async #do(placed: Placed, wanted: Deed | null): Promise<void> {
    const { link, say } = this.#parts;
    if (link.link.kind !== 'live') {
      link.retry();
      placed.surface.alert();
      return;
    }
    if (wanted === null) return;
    const wrong = await link.run(wanted, say);
    if (wrong === null) {
      if (placed.surface.kind === 'key') placed.surface.ok();
      return;
    }
    placed.surface.alert();
    this.#say(placed, wrong);
  }

  #say(placed: Placed, wrong: string): void {
    placed.stopWrong();
    placed.wrong = wrong;
    placed.stopWrong = this.#parts.clock.after(WRONG_MS, () => {
      placed.wrong = null;
      this.redraw();
    });
    this.redraw();
  }
}
