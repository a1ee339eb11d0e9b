import { ArrowLeft, LoaderCircle } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import type { ShownStep } from './steps.ts';

interface StepFrameProps {
  readonly title: string;
  readonly text: string;
  /** null if this is the first step. */
  readonly before: ShownStep | null;
  /** The buttons that continue. */
  readonly onwards?: ReactNode;
  readonly children: ReactNode;
}

/** One step: its heading, focused when the step begins, content, and navigation. */
export function StepFrame({ title, text, before, onwards, children }: StepFrameProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <>
      <div className="step-head">
        <h2 ref={heading} tabIndex={-1}>
          {title}
        </h2>
        <p>{text}</p>
      </div>
      {children}
      <ActionProblem action="setup.go" />
      {before || onwards ? (
        <div className="step-foot">
          {before ? (
            <Button
              variant="ghost"
              icon={ArrowLeft}
              onPress={() => void dashboard.desktop('setup.go', { step: before })}
            >
              {t('setup.back')}
            </Button>
          ) : null}
          <div className="step-onwards">{onwards}</div>
        </div>
      ) : null}
    </>
  );
}

interface AwaitedProps {
  readonly title: string;
  readonly text?: string;
}

/** A condition that is awaited: animated until it is met. */
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

interface ShortAddressProps {
  readonly label: string;
  readonly address: string;
  readonly copyLabel: string;
}

/** A one-line address to copy exactly. */
export function ShortAddress(props: ShortAddressProps) {
  return (
    <div className="short-address">
      <AddressField {...props} masked={null} wanted={false} />
    </div>
  );
}
