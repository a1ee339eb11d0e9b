import { ArrowLeft, LoaderCircle } from 'lucide-react';
import { type ComponentProps, type ReactNode, useEffect, useRef } from 'react';
import type { DesktopState, SetupStep } from '../../../shared/desktop.ts';
import { Button } from '../../ui/button.tsx';
import { Callout } from '../../ui/callout.tsx';
import { AddressField } from '../address-field.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import type { ShownStep } from './steps.ts';

export interface StepProps {
  readonly desktop: DesktopState;
}

export function useGo(): (step: SetupStep) => void {
  const dashboard = useDashboard();
  return (step) => void dashboard.desktop('setup.go', { step });
}

interface StepFrameProps {
  readonly title: string;
  readonly text: string;
  /** null if this is the first step. */
  readonly before: ShownStep | null;
  readonly onwards?: ReactNode;
  readonly children: ReactNode;
}

/** One step: its heading, focused when the step begins, content, and navigation. */
export function StepFrame({ title, text, before, onwards, children }: StepFrameProps) {
  const { t } = useWords();
  const go = useGo();
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
        <div className="ends foot">
          {before ? (
            <Button variant="ghost" icon={ArrowLeft} onPress={() => go(before)}>
              {t('setup.back')}
            </Button>
          ) : null}
          <div className="step-onwards">{onwards}</div>
        </div>
      ) : null}
    </>
  );
}

/** A condition that is awaited: animated until it is met. */
export function Awaited(words: { readonly title: string; readonly text?: string }) {
  return <Callout tone="neutral" icon={LoaderCircle} spinning role="status" {...words} />;
}

export function ShortAddress(props: ComponentProps<typeof AddressField>) {
  return (
    <div className="short-address">
      <AddressField {...props} wanted={false} />
    </div>
  );
}
