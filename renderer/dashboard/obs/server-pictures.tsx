import type { PageKey } from '../../../shared/locales/index.ts';
import { useWords } from '../context.ts';
import { DialogButton, Label, Spot, WIDTH, Window } from '../setup/sketch.tsx';

/*
 * Drawn after OBS: its menu, the settings of its WebSocket server, and the password. The sentences
 * below hold the content; screen readers skip the pictures.
 */
const ROW = 24;
const MENU: readonly PageKey[] = ['obs.draw-scripts', 'obs.draw-server'];
const MENU_AT = { x: 84, y: 54, width: 182 };
const CHOSEN = { x: MENU_AT.x + 4, y: MENU_AT.y + 4 + ROW, width: MENU_AT.width - 8, height: ROW };

export function ToolsPicture() {
  return (
    <Window title="OBS">
      <path className="obs-mark obs-line" d={`M1 52.5H${WIDTH - 1}`} />
      <rect className="obs-field" x={80} y={29} width={60} height={21} rx={3} />
      <Label x={92} y={44} word="obs.draw-tools" />
      <Label x={156} y={44} word="obs.draw-help" />
      <rect className="obs-menu" {...MENU_AT} height={MENU.length * ROW + 8} rx={4} />
      <rect className="obs-chosen" {...CHOSEN} rx={3} />
      {MENU.map((word, index) => (
        <Label key={word} x={MENU_AT.x + 14} y={MENU_AT.y + 20 + index * ROW} word={word} />
      ))}
      <Spot x={78} y={28} width={64} height={23} number={1} />
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
      <rect className="obs-button" x={72} y={136} width={136} height={22} rx={3} />
      <Centered x={140} y={151} word="obs.draw-info" />
      <Spot x={10} y={34} width={176} height={24} number={1} />
      <Spot x={69} y={133} width={142} height={28} number={2} />
    </Window>
  );
}

export function PasswordPicture() {
  const { t } = useWords();
  return (
    <Window title={t('obs.draw-info-title')}>
      <ValueRow y={48} word="obs.draw-port" value="4455" />
      <ValueRow y={84} word="obs.draw-password" value="k3Vb…9xQe" />
      <DialogButton x={196} y={84} word="obs.draw-copy" />
      <Spot x={193} y={81} width={76} height={28} number={1} />
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
      <Label x={102} y={15} word={word} end />
      <rect className="obs-field" x={110} y={0} width={78} height={22} rx={3} />
      <text className="obs-value" x={118} y={15}>
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
