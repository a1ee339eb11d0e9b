import { ChevronRight } from 'lucide-react';
import type { ComponentProps, ReactNode } from 'react';

interface FoldProps extends Omit<ComponentProps<'details'>, 'title'> {
  readonly title: ReactNode;
}

/** Details that open below their title. */
export function Fold({ title, className = '', children, ...details }: FoldProps) {
  return (
    <details className={`how ${className}`} {...details}>
      <summary>
        <ChevronRight size={14} aria-hidden />
        {title}
      </summary>
      {children}
    </details>
  );
}
