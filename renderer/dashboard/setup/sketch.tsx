import type { ReactNode } from 'react';
import type { PageKey } from '../../../shared/locales/index.ts';
import { useWords } from '../context.ts';

/** What sketches of other programs' windows are made of. Screen readers skip them. */

export const WIDTH = 280;
const HEIGHT = 184;

interface WindowProps {
  readonly title: string;
  readonly height?: number;
  readonly children: ReactNode;
}

export function Window({ title, height = HEIGHT, children }: WindowProps) {
  return (
    <svg className="obs" viewBox={`0 0 ${WIDTH} ${height}`} aria-hidden="true" focusable="false">
      <rect className="obs-window" x={0.5} y={0.5} width={WIDTH - 1} height={height - 1} rx={6} />
      <path
        className="obs-bar"
        d={`M1 26V6.5a5.5 5.5 0 0 1 5.5-5.5h${WIDTH - 13}a5.5 5.5 0 0 1 5.5 5.5V26z`}
      />
      <text className="obs-title" x={12} y={18}>
        {title}
      </text>
      {children}
    </svg>
  );
}

interface LabelProps {
  readonly x: number;
  readonly y: number;
  readonly word: PageKey;
  readonly end?: boolean;
}

export function Label({ x, y, word, end = false }: LabelProps) {
  const { t } = useWords();
  return (
    <text className="obs-text" x={x} y={y} textAnchor={end ? 'end' : 'start'}>
      {t(word)}
    </text>
  );
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Marks where to press, numbered in order. */
export function Spot({ number, ...box }: Box & { readonly number: number }) {
  const { x, y, width } = box;
  return (
    <g>
      <rect className="obs-spot" {...box} rx={4} />
      <circle className="obs-spot-dot" cx={x + width} cy={y} r={8} />
      <text className="obs-spot-number" x={x + width} y={y + 3.5} textAnchor="middle">
        {number}
      </text>
    </g>
  );
}

export const FIELD_X = 92;
export const FIELD_WIDTH = WIDTH - FIELD_X - 14;

interface FormRowProps {
  readonly y: number;
  readonly word: PageKey;
  readonly value: string | number;
  readonly width?: number;
}

export function FormRow({ y, word, value, width = FIELD_WIDTH }: FormRowProps) {
  return (
    <g transform={`translate(0 ${y})`}>
      <Label x={FIELD_X - 10} y={15} word={word} end />
      <rect className="obs-field" x={FIELD_X} y={0} width={width} height={22} rx={3} />
      <text className="obs-value" x={FIELD_X + 8} y={15}>
        {value}
      </text>
    </g>
  );
}

interface DialogButtonProps {
  readonly x: number;
  readonly y: number;
  readonly word: PageKey;
}

export function DialogButton({ x, y, word }: DialogButtonProps) {
  const { t } = useWords();
  return (
    <g>
      <rect className="obs-button" x={x} y={y} width={70} height={22} rx={3} />
      <text className="obs-text" x={x + 35} y={y + 15} textAnchor="middle">
        {t(word)}
      </text>
    </g>
  );
}
