import { useId } from 'react';

export interface Bar {
  readonly key: string;
  /** Below the bar, where there is room. */
  readonly label: string;
  readonly value: number;
  /** What it says of itself when pointed at. */
  readonly text: string;
}

interface BarsProps {
  readonly title: string;
  readonly bars: readonly Bar[];
  /** The end of the scale, as people read it. */
  readonly topText: string;
  readonly top: number;
}

const WIDTH = 1_000;
const HEIGHT = 200;
/** A chart of a few bars leaves room to its right, instead of painting a wall. */
const LEAST_PLACES = 24;
/** Labels that have room beside one another at any width. */
const LABELS = 6;

/**
 * A chart of bars. It is a picture with a name; the same numbers are in the table behind it, for
 * whoever does not see pictures.
 */
export function Bars({ title, bars, top, topText }: BarsProps) {
  const id = useId();
  const places = Math.max(LEAST_PLACES, bars.length);
  const step = WIDTH / places;
  const gap = Math.min(step * 0.25, 6);
  const every = Math.max(1, Math.ceil(bars.length / LABELS));
  return (
    <figure className="books-chart">
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-labelledby={`${id}title`}
      >
        <title id={`${id}title`}>{title}</title>
        {[0, 0.5, 1].map((share) => (
          <line
            key={share}
            x1={0}
            x2={WIDTH}
            y1={HEIGHT - share * HEIGHT}
            y2={HEIGHT - share * HEIGHT}
            className="books-chart-line"
            vectorEffect="non-scaling-stroke"
          />
        ))}
        {bars.map((bar, at) => {
          const height = top > 0 ? Math.max(bar.value > 0 ? 2 : 0, (bar.value / top) * HEIGHT) : 0;
          return (
            <g key={bar.key} className="books-bar">
              <rect x={at * step} y={0} width={step} height={HEIGHT} className="books-bar-room">
                <title>{bar.text}</title>
              </rect>
              <rect
                x={at * step + gap / 2}
                y={HEIGHT - height}
                width={Math.max(1, step - gap)}
                height={height}
                className="books-bar-value"
              />
            </g>
          );
        })}
      </svg>
      <span className="books-chart-top" aria-hidden>
        {topText}
      </span>
      <div
        className="books-chart-labels"
        style={{ width: `${(bars.length / places) * 100}%` }}
        aria-hidden
      >
        {bars
          .filter((_, at) => at % every === 0)
          .map((bar) => (
            <span key={bar.key}>{bar.label}</span>
          ))}
      </div>
    </figure>
  );
}

/** The first round number that is not below: 1, 2 or 5 times a power of ten. */
export function roundTop(value: number): number {
  if (value <= 0) return 0;
  const power = 10 ** Math.floor(Math.log10(value));
  const found = [1, 2, 5, 10].find((digit) => digit * power >= value) ?? 10;
  return found * power;
}
