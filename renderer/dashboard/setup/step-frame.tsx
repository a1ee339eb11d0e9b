import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { Button } from '../../ui/button.tsx';
import { ActionProblem } from '../action-problem.tsx';
import { useDashboard, useWords } from '../context.ts';
import type { ShownStep } from './steps.ts';

interface StepFrameProps {
  readonly title: string;
  readonly text: string;
  /** null: there is nothing before this step. */
  readonly before: ShownStep | null;
  /** The buttons that go on. */
  readonly onwards?: ReactNode;
  readonly children: ReactNode;
}

/** One step: its heading, which takes the focus as the step begins, its content, back and on. */
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
