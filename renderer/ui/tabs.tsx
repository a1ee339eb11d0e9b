import type { LucideIcon } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';

interface Tab<T extends string> {
  readonly value: T;
  readonly label: string;
  readonly icon?: LucideIcon;
  /** Stands behind the label. */
  readonly sign?: ReactNode;
}

interface TabsProps<T extends string> {
  /** Of the row; see `tabPanel`. */
  readonly id: string;
  readonly label: string;
  readonly tabs: readonly Tab<T>[];
  readonly present: T;
  readonly onShow: (value: T) => void;
}

/** A row of tabs: one stop for Tab, arrows between them. */
export function Tabs<T extends string>({ id, label, tabs, present, onShow }: TabsProps<T>) {
  const row = useRef<HTMLDivElement>(null);
  const go = (event: KeyboardEvent) => {
    const at = tabs.findIndex(({ value }) => value === present);
    const to = tabAt(at, event.key);
    const next = to === null ? undefined : tabs.at(to % tabs.length)?.value;
    if (next === undefined) return;
    event.preventDefault();
    onShow(next);
    row.current?.querySelector<HTMLElement>(`#${CSS.escape(`${id}${next}`)}`)?.focus();
  };
  return (
    <div ref={row} className="tabs" role="tablist" aria-label={label}>
      {tabs.map(({ value, label: name, icon: Icon, sign }) => (
        <button
          key={value}
          type="button"
          role="tab"
          id={`${id}${value}`}
          className="tab"
          data-tab={value}
          aria-selected={value === present}
          aria-controls={`${id}panel`}
          tabIndex={value === present ? 0 : -1}
          onClick={() => onShow(value)}
          onKeyDown={go}
        >
          {Icon ? <Icon size={14} aria-hidden /> : null}
          <span>{name}</span>
          {sign}
        </button>
      ))}
    </div>
  );
}

/** What the tab `present` of the row `id` shows: the attributes of its element. */
export function tabPanel(id: string, present: string) {
  return {
    id: `${id}panel`,
    role: 'tabpanel',
    'aria-labelledby': `${id}${present}`,
  } as const;
}

/** The place a key leads to, to be taken around the ends; null for other keys. */
function tabAt(from: number, key: string): number | null {
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: from + 1,
    ArrowLeft: from - 1,
    Home: 0,
    End: -1,
  };
  return steps[key] ?? null;
}
