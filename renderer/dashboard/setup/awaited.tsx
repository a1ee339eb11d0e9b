import { LoaderCircle } from 'lucide-react';

interface AwaitedProps {
  readonly title: string;
  readonly text?: string;
}

/** Something that comes by itself: it moves until it is there. */
export function Awaited({ title, text }: AwaitedProps) {
  return (
    <div className="callout tone-neutral" role="status">
      <LoaderCircle size={16} aria-hidden className="callout-icon spinning" />
      <div className="callout-body">
        <p className="callout-title">{title}</p>
        {text ? <p className="callout-text">{text}</p> : null}
      </div>
    </div>
  );
}
