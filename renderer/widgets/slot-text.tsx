import { Fragment, type ReactNode } from 'react';

/** Stands for a part of a sentence that is drawn in its own way. A private-use character: no word of ours has it. */
export const SLOT = '\uE000';

export interface SlotTextProps {
  /** A sentence that was translated with `SLOT` in the place of the part. */
  readonly sentence: string;
  /** What stands in that place: it keeps its own style, direction and cut. */
  readonly children: ReactNode;
}

/**
 * A translated sentence with one part (a name, an amount) drawn by an element. The language decides
 * where the part stands; what a viewer typed never goes through the translation.
 */
export function SlotText({ sentence, children }: SlotTextProps): ReactNode {
  const at = sentence.indexOf(SLOT);
  if (at < 0) return sentence;
  const before = sentence.slice(0, at);
  const after = sentence.slice(at + SLOT.length);
  return (
    <Fragment>
      {before === '' ? null : <span className="sl-slot-rest">{before}</span>}
      {children}
      {after === '' ? null : <span className="sl-slot-rest">{after}</span>}
    </Fragment>
  );
}
