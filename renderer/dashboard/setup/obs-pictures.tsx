import type { ReactNode } from 'react';
import type { PageKey } from '../../../shared/locales/index.ts';
import { useWords } from '../context.ts';
import {
  type Box,
  DialogButton,
  FIELD_WIDTH,
  FIELD_X,
  FormRow,
  Label,
  type Size,
  Spot,
  WIDTH,
  Window,
} from './sketch.tsx';

/*
 * Drawn after the windows of OBS, so streamers find the same places there. The sentences below hold
 * the content; screen readers skip the pictures.
 */
const ROW = 24;
const SOURCES: readonly PageKey[] = ['obs.camera', 'obs.game'];
const MENU: readonly PageKey[] = ['obs.image', 'obs.browser', 'obs.text'];
const MENU_AT = { x: 92, y: 76, width: 128 };
const CHOSEN: Box = {
  x: MENU_AT.x + 4,
  y: MENU_AT.y + 4 + ROW,
  width: MENU_AT.width - 8,
  height: ROW,
};

export function SourcesPicture() {
  const { t } = useWords();
  return (
    <Window title={t('obs.sources')}>
      {SOURCES.map((word, index) => (
        <g key={word} transform={`translate(0 ${34 + index * ROW})`}>
          <rect className="obs-field" x={8} y={0} width={WIDTH - 16} height={ROW - 2} rx={3} />
          <Label x={34} y={15} word={word} />
          <rect className="obs-thumb" x={16} y={6} width={11} height={9} rx={1.5} />
          <g className="obs-mark" transform={`translate(${WIDTH - 26} 11)`}>
            <path d="M-6 0Q0 -6.5 6 0Q0 6.5 -6 0z" />
            <circle r={1.75} />
          </g>
        </g>
      ))}
      <Toolbar />
      <rect className="obs-menu" {...MENU_AT} height={MENU.length * ROW + 8} rx={4} />
      <rect className="obs-chosen" {...CHOSEN} rx={3} />
      {MENU.map((word, index) => (
        <Label key={word} x={MENU_AT.x + 14} y={MENU_AT.y + 20 + index * ROW} word={word} />
      ))}
      <Spot x={8} y={154} width={26} height={22} number={1} />
      <Spot {...CHOSEN} number={2} />
    </Window>
  );
}

/** Plus, minus, properties, up and down. */
function Toolbar() {
  return (
    <g className="obs-mark">
      <path className="obs-line" d={`M1 149.5H${WIDTH - 1}`} />
      <path d="M21 159v12M15 165h12" />
      <path d="M49 165h12" />
      <path d="M78 160h12M78 165h12M78 170h12" />
      <path d="M107 168l5-6 5 6" />
      <path d="M137 162l5 6 5-6" />
    </g>
  );
}

function Properties({ size, children }: { readonly size: Size; readonly children: ReactNode }) {
  const { t } = useWords();
  return (
    <Window title={t('obs.properties')}>
      <rect className="obs-check" x={FIELD_X} y={37} width={11} height={11} rx={2} />
      <Label x={FIELD_X + 18} y={47} word="obs.local-file" />
      <FormRow y={56} word="obs.url" value="http://127.0.0.1:…/overlay/••••" />
      <FormRow y={84} word="obs.width" value={size.width} width={72} />
      <FormRow y={112} word="obs.height" value={size.height} width={72} />
      <path className="obs-mark obs-line" d={`M1 144.5H${WIDTH - 1}`} />
      <DialogButton x={120} y={152} word="obs.ok" />
      <DialogButton x={196} y={152} word="obs.cancel" />
      {children}
    </Window>
  );
}

/** OBS's defaults for these fields. */
const FIRST_SIZE: Size = { width: 800, height: 600 };

export function AddressPicture() {
  return (
    <Properties size={FIRST_SIZE}>
      <Spot x={FIELD_X - 3} y={53} width={FIELD_WIDTH + 6} height={28} number={1} />
    </Properties>
  );
}

export function SizePicture(size: Size) {
  return (
    <Properties size={size}>
      <Spot x={FIELD_X - 3} y={81} width={78} height={56} number={1} />
      <Spot x={117} y={149} width={76} height={28} number={2} />
    </Properties>
  );
}
