import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual';
import { Check, Copy } from 'lucide-react';
import {
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useId,
  useMemo,
  useRef,
  useState,
} from 'react';
import type { DropsClaim, DropsState } from '../../../shared/contract/drops.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { IconButton } from '../../ui/button.tsx';
import { rowOfKey } from '../../ui/row-keys.ts';
import { useNow, usePage, useWords } from '../context.ts';
import { useViewerName } from '../people/use-people.ts';
import { isPastDeadline, stateName, titlesOf } from './drops-words.ts';
import type { Selection } from './selection-bar.tsx';

/** Rows rendered beyond the visible ones, so fast scrolling shows no gap. */
const BEYOND = 12;
const ROW_PX = 52;
const HEADS = ['claim', 'reward', 'viewer', 'state', 'claimed', 'updated'] as const;

interface ClaimsTableProps {
  readonly claims: readonly DropsClaim[];
  /** Viewers' nicknames by channel id; others are looked up when their row is in sight. */
  readonly names: Readonly<Record<string, string>>;
  readonly drops: Pick<DropsState, 'campaigns' | 'platformAheadMs'>;
  readonly selection: Selection;
}

/** A page of claims; only visible rows are rendered. */
export function ClaimsTable({ names, drops, selection, ...props }: ClaimsTableProps) {
  const { t } = useWords();
  const now = useNow(60_000);
  const claims = useMemo(() => inOrder(props.claims, drops, now), [props.claims, drops, now]);
  const frame = useRef<HTMLElement>(null);
  const keys = useRowKeys(claims, frame);
  const hintId = useId();
  const rows = useVirtualizer({
    count: claims.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW_PX,
    overscan: BEYOND,
    getItemKey: (index) => claims[index]?.claimId ?? index,
    rangeExtractor(range) {
      const inSight = defaultRangeExtractor(range);
      const { at } = keys;
      return inSight.includes(at) ? inSight : [...inSight, at].sort((a, b) => a - b);
    },
  });
  const isAll = claims.length > 0 && claims.every(({ claimId }) => selection.chosen.has(claimId));
  return (
    <section
      ref={frame}
      className="drops-table scrolls"
      aria-label={t('drops.claims-list')}
      aria-describedby={hintId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached with the keyboard
      tabIndex={0}
    >
      <p id={hintId} className="only-heard">
        {t('drops.claims-hint')}
      </p>
      <table aria-rowcount={claims.length + 1}>
        <thead className="drops-table-head">
          <tr aria-rowindex={1} className="drops-table-row">
            <th scope="col" className="drops-check">
              <input
                type="checkbox"
                aria-label={t('drops.select-page')}
                checked={isAll}
                onChange={() => (isAll ? selection.drop(claims) : selection.pick(claims))}
              />
            </th>
            {HEADS.map((head) => (
              <th key={head} scope="col" className={`drops-col-${head}`}>
                {t(`drops.col-${head}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          className="drops-table-body"
          style={{ height: rows.getTotalSize() }}
          onKeyDown={keys.onKeyDown}
        >
          {rows.getVirtualItems().map(({ index, key, start }) => {
            const claim = claims[index];
            if (!claim) return null;
            return (
              <tr
                key={key}
                aria-rowindex={index + 2}
                className="drops-table-row"
                data-chosen={selection.chosen.has(claim.claimId)}
                data-claim={claim.claimId}
                onFocus={() => keys.came(claim.claimId)}
                style={{ transform: `translateY(${start}px)` }}
              >
                <ClaimCells
                  claim={claim}
                  name={names[claim.channelId]}
                  drops={drops}
                  selection={selection}
                  now={now}
                  isStop={index === keys.at}
                />
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}

/** What can still be changed comes first; apart from that as given. */
function inOrder(
  claims: readonly DropsClaim[],
  { campaigns, platformAheadMs }: ClaimsTableProps['drops'],
  now: number,
): readonly DropsClaim[] {
  const isLate = (claim: DropsClaim) => isPastDeadline(campaigns, claim, now + platformAheadMs);
  return [...claims.filter((claim) => !isLate(claim)), ...claims.filter(isLate)];
}

const STATE_TONES: Readonly<Record<string, Tone>> = { CLAIMED: 'warn', FULFILLED: 'live' };

interface ClaimCellsProps extends Pick<ClaimsTableProps, 'drops' | 'selection'> {
  readonly claim: DropsClaim;
  /** The viewer's; undefined if not known. */
  readonly name: string | undefined;
  readonly now: number;
  /** Whether Tab reaches it. */
  readonly isStop: boolean;
}

function ClaimCells({ claim, name, drops, selection, now, isStop }: ClaimCellsProps) {
  const { t, moment, dateTime } = useWords();
  const { claimId, claimedAt, updatedAt, fulfillmentState } = claim;
  const { campaigns, platformAheadMs } = drops;
  const { campaign, reward } = titlesOf(campaigns, claim);
  const state = stateName('claim', fulfillmentState, t);
  const time = (at: number | null) =>
    at === null ? t('drops.none-known') : <span title={dateTime(at)}>{moment(at, now)}</span>;
  return (
    <>
      <td className="drops-check">
        <input
          type="checkbox"
          aria-label={t('drops.select-one', { id: claimId })}
          checked={selection.chosen.has(claimId)}
          tabIndex={isStop ? 0 : -1}
          onChange={(event) => selection.toggle(claim, event.currentTarget.checked)}
        />
      </td>
      <td className="drops-col-claim">
        <code>{claimId}</code>
      </td>
      <td className="drops-col-reward">
        <bdi className="cut" title={reward}>
          {reward}
        </bdi>
        <span className="drops-origin card-note">
          <bdi className="cut" title={campaign}>
            {campaign}
          </bdi>
          <bdi className="cut">{claim.categoryName || claim.categoryId}</bdi>
        </span>
      </td>
      <td className="drops-col-viewer">
        <ViewerName channelId={claim.channelId} known={name} />
      </td>
      <td className="drops-col-state">
        {isPastDeadline(campaigns, claim, now + platformAheadMs) ? (
          <Badge title={state}>{t('drops.claim-late')}</Badge>
        ) : (
          <Badge tone={STATE_TONES[fulfillmentState] ?? 'neutral'}>{state}</Badge>
        )}
      </td>
      <td className="drops-col-claimed">{time(claimedAt)}</td>
      <td className="drops-col-updated">{time(updatedAt)}</td>
    </>
  );
}

/** Characters of an id that tell viewers of the same name apart. */
const ID_SHOWN = 8;
const COPIED_MS = 2_000;

interface ViewerNameProps {
  readonly channelId: string;
  readonly known: string | undefined;
}

/** The viewer's nickname and the beginning of the id, which can be copied. */
function ViewerName({ channelId, known }: ViewerNameProps) {
  const { t } = useWords();
  const { host } = usePage();
  const name = useViewerName(channelId, known);
  const [isCopied, setCopied] = useState(false);
  useEffect(
    () => (isCopied ? host.clock.after(COPIED_MS, () => setCopied(false)) : undefined),
    [isCopied, host],
  );
  return (
    <span className="drops-viewer">
      <span className="words">
        {name === null ? null : (
          <bdi className="cut" title={name}>
            {name}
          </bdi>
        )}
        <code className="cut" title={channelId}>
          {name === null ? channelId : channelId.slice(0, ID_SHOWN)}
        </code>
      </span>
      <IconButton
        icon={isCopied ? Check : Copy}
        size={14}
        label={t(isCopied ? 'drops.id-copied' : 'drops.copy-id', { name: name ?? channelId })}
        // The right arrow leads here: the table is one Tab stop.
        tabIndex={-1}
        onPress={() => void host.copyText(channelId).then(setCopied)}
      />
    </span>
  );
}

const PAGE_ROWS = 8;

/**
 * One Tab stop for the table: arrow keys, Page Up and Down, Home and End move between rows, right
 * and left within one. Rows are found by `data-claim`; their control is their first field.
 */
function useRowKeys(claims: readonly DropsClaim[], frame: RefObject<HTMLElement | null>) {
  const [current, setCurrent] = useState<string | null>(null);
  const isComing = useRef(false);
  const at = Math.max(
    0,
    claims.findIndex(({ claimId }) => claimId === current),
  );
  useEffect(() => {
    if (!isComing.current || current === null) return;
    isComing.current = false;
    const row = `[data-claim="${CSS.escape(current)}"] input`;
    frame.current?.querySelector<HTMLElement>(row)?.focus();
  }, [current, frame]);
  return {
    /** The row Tab reaches; it is rendered even when scrolled out of view. */
    at,
    came: setCurrent,
    onKeyDown(event: KeyboardEvent) {
      if (stepInRow(event)) return;
      const row = rowOfKey(event.key, at, claims.length - 1, PAGE_ROWS);
      const next = row === null ? undefined : claims[row];
      if (!next || event.altKey || event.ctrlKey || event.metaKey) return;
      event.preventDefault();
      isComing.current = next.claimId !== current;
      setCurrent(next.claimId);
    },
  };
}

/** Moves between a row's controls; returns whether the key was for that. */
function stepInRow(event: KeyboardEvent): boolean {
  const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
  const { target } = event;
  const row = target instanceof HTMLElement ? target.closest('tr') : null;
  if (step === undefined || row === null) return false;
  const controls = [...row.querySelectorAll<HTMLElement>('input, button')];
  const at = controls.indexOf(target as HTMLElement);
  controls[at + step]?.focus();
  event.preventDefault();
  return true;
}
