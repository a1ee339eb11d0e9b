import type { CDPSession } from '@playwright/test';

/** The compositor's own account of each frame, of all processes that draw. */
const FRAMES = 'disabled-by-default-devtools.timeline.frame';
const ACCOUNT = 'PipelineReporter';

interface Account {
  readonly state: string;
  /** Something was moving, so that a viewer sees what is missing. */
  readonly affects_smoothness: boolean;
}

interface TraceEvent {
  readonly name: string;
  readonly args: { readonly frame_reporter?: Account };
}

export interface DrawnFrames {
  /** Frames that had something new to show. */
  readonly due: number;
  /** Those of them that did not reach the screen while something moved. */
  readonly dropped: number;
}

/** Lets the browser say what became of each frame while `work` runs. */
export async function countDrawnFrames(
  devtools: CDPSession,
  work: () => Promise<void>,
): Promise<DrawnFrames> {
  const accounts: Account[] = [];
  const collect = ({ value }: { readonly value: readonly object[] }): void => {
    for (const { name, args } of value as readonly TraceEvent[]) {
      if (name === ACCOUNT && args.frame_reporter) accounts.push(args.frame_reporter);
    }
  };
  devtools.on('Tracing.dataCollected', collect);
  await devtools.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: [FRAMES], excludedCategories: ['*'] },
  });
  await work();
  const complete = new Promise((resolve) => devtools.once('Tracing.tracingComplete', resolve));
  await devtools.send('Tracing.end');
  await complete;
  devtools.off('Tracing.dataCollected', collect);
  const due = accounts.filter(({ state }) => state !== 'STATE_NO_UPDATE_DESIRED');
  const dropped = due.filter((one) => one.state === 'STATE_DROPPED' && one.affects_smoothness);
  return { due: due.length, dropped: dropped.length };
}
