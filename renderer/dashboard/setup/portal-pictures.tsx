import type { PageKey } from '../../../shared/locales/index.ts';
import { useWords } from '../context.ts';
import { DialogButton, FIELD_WIDTH, FIELD_X, FormRow, Label, Spot, Window } from './sketch.tsx';

/* What to look for in the developer portal. The sentences beside them hold the content. */

const HEIGHT = 124;
/** Where their marks stand. */
const PERMISSIONS = [0, 26, 52, 78, 104, 130];
const BUTTON_X = 196;
const COPY_WIDTH = 88;

/** A name is given, and every permission stays on. */
export function CreatePicture() {
  const { t } = useWords();
  return (
    <Window title={t('portal.title')} height={HEIGHT}>
      <FormRow y={36} word="portal.name" value="Stagelight" />
      <Label x={FIELD_X - 10} y={79} word="portal.permissions" end />
      {PERMISSIONS.map((x) => (
        <g key={x} className="obs-mark" transform={`translate(${FIELD_X + x} 69)`}>
          <rect width={13} height={13} rx={3} />
          <path d="M3 6.5l3 3 5-6" />
        </g>
      ))}
      <DialogButton x={BUTTON_X} y={92} word="portal.create" />
      <Spot x={FIELD_X - 3} y={33} width={FIELD_WIDTH + 6} height={28} number={1} />
      <Spot x={BUTTON_X - 3} y={89} width={76} height={28} number={2} />
    </Window>
  );
}

export function RedirectPicture() {
  const { t } = useWords();
  return (
    <Window title={t('portal.title')} height={HEIGHT - 24}>
      <FormRow y={36} word="portal.redirect" value="http://127.0.0.1:…" />
      <DialogButton x={BUTTON_X} y={68} word="portal.add" />
      <Spot x={FIELD_X - 3} y={33} width={FIELD_WIDTH + 6} height={28} number={1} />
      <Spot x={BUTTON_X - 3} y={65} width={76} height={28} number={2} />
    </Window>
  );
}

export function KeysPicture() {
  const { t } = useWords();
  return (
    <Window title={t('portal.title')} height={HEIGHT - 24}>
      <KeyRow y={36} word="connect.clientId" number={1} />
      <KeyRow y={68} word="connect.clientSecret" number={2} />
    </Window>
  );
}

interface KeyRowProps {
  readonly y: number;
  readonly word: PageKey;
  readonly number: number;
}

function KeyRow({ y, word, number }: KeyRowProps) {
  return (
    <>
      <FormRow y={y} word={word} value="••••••••••" width={COPY_WIDTH} />
      <DialogButton x={BUTTON_X} y={y} word="portal.copy" />
      <Spot x={BUTTON_X - 3} y={y - 3} width={76} height={28} number={number} />
    </>
  );
}
