import type { ReactNode, Ref } from 'react';

interface WidgetPanelProps {
  readonly className: string;
  readonly title: string;
  /** Smaller words at the title's other end. */
  readonly aside?: ReactNode;
  /** The plate itself. */
  readonly panel?: Ref<HTMLElement>;
  readonly children: ReactNode;
}

/** The plate of quiet widgets, with their title. */
export function WidgetPanel(props: WidgetPanelProps): ReactNode {
  const { className, title, aside, panel, children } = props;
  return (
    <section ref={panel} className={`sl-panel ${className}`} aria-label={title}>
      <header className="sl-panel-head">
        <h2 className="sl-panel-title" dir="auto">
          {title}
        </h2>
        {aside ? <span className="sl-panel-aside">{aside}</span> : null}
      </header>
      {children}
    </section>
  );
}
