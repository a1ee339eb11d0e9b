import type { PageKey } from '../../../shared/locales/index.ts';
import { useWords } from '../context.ts';
import { DialogButton, Label, Spot, WIDTH, Window } from '../setup/sketch.tsx';

/*
 * Drawn after OBS: its menu, the settings of its WebSocket server, and the password. The sentences
 * below hold the content; screen readers skip the pictures.
 */
const ROW = 24;
/** As it looks; nobody's. */
const PASSWORD = 'k3VbT8mQ9xQe';
const MENU: readonly PageKey[] = ['obs.draw-scripts', 'obs.draw-server'];
const MENU_AT = { x: 16, y: 54, width: 254 };
const CHOSEN = { x: MENU_AT.x + 4, y: MENU_AT.y + 4 + ROW, width: MENU_AT.width - 8, height: ROW };

export function ToolsPicture() {
  return (
    <Window title="OBS">
      <path className="obs-mark obs-line" d={`M1 52.5H${WIDTH - 1}`} />
      <rect className="obs-field" x={12} y={29} width={84} height={21} rx={3} />
      <Label x={24} y={44} word="obs.draw-tools" />
      <Label x={114} y={44} word="obs.draw-help" />
      <rect className="obs-menu" {...MENU_AT} height={MENU.length * ROW + 8} rx={4} />
      <rect className="obs-chosen" {...CHOSEN} rx={3} />
      {MENU.map((word, index) => (
        <Label key={word} x={MENU_AT.x + 14} y={MENU_AT.y + 20 + index * ROW} word={word} />
      ))}
      <Spot x={10} y={28} width={88} height={23} number={1} />
      <Spot {...CHOSEN} number={2} />
    </Window>
  );
}

export function ServerPicture() {
  const { t } = useWords();
  return (
    <Window title={t('obs.draw-server')}>
      <rect className="obs-check" x={16} y={40} width={11} height={11} rx={2} />
      <path className="obs-mark" d="M18.5 45.5l2.5 3 4-6" />
      <Label x={36} y={50} word="obs.draw-enable" />
      <ValueRow y={70} word="obs.draw-port" value="4455" />
      <ValueRow y={98} word="obs.draw-password" value="••••••••" />
      <rect className="obs-button" x={48} y={136} width={184} height={22} rx={3} />
      <Centered x={140} y={151} word="obs.draw-info" />
      <Spot x={10} y={34} width={236} height={24} number={1} />
      <Spot x={45} y={133} width={190} height={28} number={2} />
    </Window>
  );
}

export function PasswordPicture() {
  const { t } = useWords();
  return (
    <Window title={t('obs.draw-info-title')}>
      <Label x={16} y={66} word="obs.draw-password" />
      <rect className="obs-field" x={16} y={76} width={170} height={22} rx={3} />
      <text className="obs-value" x={24} y={91}>
        {PASSWORD}
      </text>
      <DialogButton x={196} y={76} word="obs.draw-copy" />
      <Spot x={193} y={73} width={76} height={28} number={1} />
    </Window>
  );
}

interface RowProps {
  readonly y: number;
  readonly word: PageKey;
  readonly value: string;
}

/** A name, and what stands in its short field. */
function ValueRow({ y, word, value }: RowProps) {
  return (
    <g transform={`translate(0 ${y})`}>
      <Label x={162} y={15} word={word} end />
      <rect className="obs-field" x={170} y={0} width={94} height={22} rx={3} />
      <text className="obs-value" x={178} y={15}>
        {value}
      </text>
    </g>
  );
}

function Centered({
  x,
  y,
  word,
}: {
  readonly x: number;
  readonly y: number;
  readonly word: PageKey;
}) {
  const { t } = useWords();
  return (
    <text className="obs-text" x={x} y={y} textAnchor="middle">
      {t(word)}
    </text>
  );
}
