import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useId, useRef } from 'react';

interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon: LucideIcon;
  /** What wants a look there. */
  readonly mark?: ReactNode;
}

interface TabsProps<T extends string> {
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly present: T;
  readonly onShow: (tab: T) => void;
  readonly className?: string;
  readonly children: ReactNode;
}

/** A row of tabs over the panel of the present one: one stop of the keyboard, arrows move. */
export function Tabs<T extends string>(props: TabsProps<T>) {
  const { label, tabs, present, onShow, className = 'stack roomy', children } = props;
  const id = useId();
  const bar = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const next = tabAt(
      tabs.map(({ value }) => value),
      present,
      event.key,
    );
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    bar.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}${next}`)}`)?.focus();
  };
  return (
    <>
      <div ref={bar} className="tabs" role="tablist" aria-label={label}>
        {tabs.map(({ value, label: name, icon: Icon, mark }) => (
          <button
            key={value}
            type="button"
            role="tab"
            id={`${id}${value}`}
            className="tab"
            aria-selected={value === present}
            aria-controls={`${id}panel`}
            tabIndex={value === present ? 0 : -1}
            onClick={() => onShow(value)}
            onKeyDown={go}
          >
            <Icon size={14} aria-hidden />
            <span>{name}</span>
            {mark}
          </button>
        ))}
      </div>
      <div
        id={`${id}panel`}
        className={className}
        role="tabpanel"
        aria-labelledby={`${id}${present}`}
      >
        {children}
      </div>
    </>
  );
}

/** The tab a key leads to, around the ends. */
function tabAt<T extends string>(tabs: readonly T[], present: T, key: string): T | undefined {
  const from = tabs.indexOf(present);
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    Home: 0,
    End: -1,
  };
  const to = steps[key];
  return to === undefined ? undefined : tabs.at(to % tabs.length);
}
