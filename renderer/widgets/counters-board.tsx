import { Check } from 'lucide-react';
import { type CSSProperties, type ReactNode, useRef } from 'react';
import type { ShowViews } from '../../shared/overlay/show-views.ts';
import type { Widget } from '../../shared/overlay/widgets.ts';
import { OneLine } from './alert-parts.tsx';
import { useFittedSize } from './fitted-size.ts';
import { useWords } from './widget-words.tsx';

type CountersView = NonNullable<ShowViews['counters']>;

interface CountersBoardProps {
  readonly counters: CountersView;
  readonly settings: Widget<'counters'>['settings'];
}

/** Largest first. */
const SIZES = ['full', 'tight', 'short', 'line'] as const;

/** Numbers with their names, and a bar for each that has a goal. */
export function CountersBoard({ counters, settings }: CountersBoardProps): ReactNode {
  const { t } = useWords();
  const panel = useRef<HTMLElement>(null);
  useFittedSize(panel, SIZES);
  const only = sameName(settings.only);
  const shown = counters.counters.filter(({ name }) => only === '' || sameName(name) === only);
  if (shown.length === 0) return null;
  return (
    <section
      ref={panel}
      className="sl-panel sl-counters"
      data-count={shown.length === 1 ? 'one' : undefined}
      aria-label={t('counters.title')}
    >
      <ul className="sl-counters-list">
        {shown.map((counter) => (
          <Counter counter={counter} key={counter.id} />
        ))}
      </ul>
    </section>
  );
}

function sameName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase();
}

interface CounterProps {
  readonly counter: CountersView['counters'][number];
}

function Counter({ counter: { name, value, target } }: CounterProps): ReactNode {
  const { t, number } = useWords();
  const reached = target !== null && value >= target;
  return (
    <li className="sl-counter" data-reached={reached || undefined}>
      <OneLine text={name} className="sl-counter-name" />
      {reached ? <Check className="sl-counter-check" aria-label={t('counters.reached')} /> : null}
      <span className="sl-counter-sum">
        <strong className="sl-counter-value" key={value}>
          {number(value)}
        </strong>
        {target === null ? null : (
          <span className="sl-counter-target">{t('counters.of', { n: number(target) })}</span>
        )}
      </span>
      {target === null ? null : <Bar share={value / target} />}
    </li>
  );
}

function Bar({ share }: { readonly share: number }) {
  const style = { '--ov-share': Math.max(0, Math.min(1, share)) } as CSSProperties;
  return (
    <span className="sl-counter-bar">
      <span className="sl-counter-fill" style={style} />
    </span>
  );
}
