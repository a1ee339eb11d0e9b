import type { Beacon, BeaconAnswer } from '../../shared/overlay/beacon.ts';
import type { PageTimers, Stop } from '../bridge/page-host.ts';

interface BeaconParts {
  readonly timers: PageTimers;
  readonly paint: (beacon: Beacon | null) => void;
  readonly answer: (id: number, state: BeaconAnswer) => void;
}

/** If the core is gone in the middle of a test. */
const STAYS_MS = 3_000;

/** Shows the core's beacon and says when it was drawn; between tests there is nothing on the page. */
export class BeaconLight {
  readonly #parts: BeaconParts;
  #stopFrame: Stop | null = null;
  #stopTimer: Stop | null = null;

  constructor(parts: BeaconParts) {
    this.#parts = parts;
  }

  show(beacon: Beacon | null): void {
    const { timers, paint, answer } = this.#parts;
    this.#stopFrame?.();
    this.#stopFrame = null;
    this.#stopTimer?.();
    this.#stopTimer = null;
    paint(beacon);
    if (!beacon) return;
    this.#stopTimer = timers.after(STAYS_MS, () => this.show(null));
    answer(beacon.id, 'heard');
    // Two frames: the second follows once the first was shown.
    this.#stopFrame = timers.nextFrame(() => {
      this.#stopFrame = timers.nextFrame(() => answer(beacon.id, 'painted'));
    });
  }
}

/** Draws beacons behind everything else, so that they mix with the scene and never with an alert. */
export function beaconPainter(page: Document): (beacon: Beacon | null) => void {
  let canvas: HTMLCanvasElement | null = null;
  return (beacon) => {
    canvas?.remove();
    canvas = null;
    // One without colours only asks whether the page lives: nothing is drawn anew for it.
    if (!beacon || beacon.colors.length === 0) return;
    canvas = page.createElement('canvas');
    canvas.className = 'sl-beacon';
    const { pitch, size, columns, cells, colors } = beacon;
    canvas.width = columns * pitch;
    canvas.height = Math.ceil(cells.length / columns) * pitch;
    page.body.prepend(canvas);
    const brush = canvas.getContext('2d');
    if (!brush) return;
    for (let index = 0; index < cells.length; index += 1) {
      const color = colors[Number(cells[index]) - 1];
      if (!color) continue;
      brush.fillStyle = color;
      brush.fillRect((index % columns) * pitch, Math.floor(index / columns) * pitch, size, size);
    }
  };
}
