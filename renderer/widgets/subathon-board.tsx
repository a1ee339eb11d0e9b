import { type ReactNode, useRef } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import { OneLine, orElse } from './alert-parts.tsx';
import { clockText, useSecondsLeft } from './countdown.ts';
import { useFittedSize } from './fitted-size.ts';
import { cutWhole } from './rich-text.tsx';
import { addedText, useSubathonLeft } from './subathon-left.ts';
import { WidgetPanel } from './widget-panel.tsx';
import { useWords } from './widget-words.tsx';

interface SubathonBoardProps {
  readonly subathon: NonNullable<ShowViews['subathon']>;
  /** How far this page's clock is ahead of the core's, milliseconds. */
  readonly ahead: number;
  /** Whether it is visible: nothing ticks while it is hidden. */
  readonly visible: boolean;
}

const TITLE_MAX = 40;
const RECENT_MAX = 3;
const LAST_SECONDS = 60;

/** Largest first. */
const SIZES = ['full', 'two', 'one', 'short', 'narrow', 'small', 'line', 'tiny'] as const;

/** The time that is left, large, and what was added to it last. */
export function SubathonBoard({ subathon, ahead, visible }: SubathonBoardProps): ReactNode {
  const { t } = useWords();
  const panel = useRef<HTMLElement>(null);
  const { title, time, recent, endedAt } = subathon;
  useFittedSize(panel, SIZES, true);
  const left = useSubathonLeft(time, ahead, visible);
  const stands = time.paused || endedAt !== null;
  return (
    <WidgetPanel
      panel={panel}
      className="sl-subathon"
      title={cutWhole(orElse(title, t('subathon.title')), TITLE_MAX)}
      aside={<Aside subathon={subathon} isOut={left === 0} ahead={ahead} visible={visible} />}
    >
      <p
        className="sl-subathon-time"
        role="timer"
        data-stands={stands || undefined}
        data-last={left <= LAST_SECONDS || undefined}
      >
        {clockText(left)}
      </p>
      {recent.length === 0 ? null : (
        <ol className="sl-subathon-recent">
          {recent.slice(0, RECENT_MAX).map(({ seq, by, name, ms }) => (
            <li key={seq} data-tone={by}>
              <strong className="sl-subathon-added">{addedText(ms)}</strong>
              <OneLine
                text={by === 'hand' ? t('subathon.by-hand') : orElse(name, t('anonymous'))}
                className="sl-subathon-name"
              />
              <span className="sl-subathon-by">{by === 'hand' ? null : t(`subathon.${by}`)}</span>
            </li>
          ))}
        </ol>
      )}
    </WidgetPanel>
  );
}

function Aside(props: SubathonBoardProps & { readonly isOut: boolean }): ReactNode {
  const { t, number } = useWords();
  const { subathon, isOut, ahead, visible } = props;
  const { time, happy, endedAt } = subathon;
  const happyLeft = useSecondsLeft(happy && endedAt === null ? happy.until + ahead : null, visible);
  if (endedAt !== null) return t('subathon.ended');
  if (isOut) return t('subathon.out');
  if (time.paused) return t('subathon.paused');
  if (happy && happyLeft !== null && happyLeft > 0) {
    return (
      <span className="sl-subathon-happy">
        {t('subathon.happy', { factor: number(happy.factor / 100) })} {clockText(happyLeft)}
      </span>
    );
  }
  return time.speed === 100 ? null : t('subathon.speed', { factor: number(time.speed / 100) });
}
