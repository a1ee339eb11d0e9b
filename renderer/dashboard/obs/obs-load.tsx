import { Gauge } from 'lucide-react';
import {
  OBS_LOAD_MODES,
  type ObsLoad,
  type ObsLoadReason,
  type ObsState,
} from '../../../shared/contract/obs.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { SelectField } from '../../ui/choices.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

const TONES: Readonly<Record<ObsLoadReason, Tone>> = {
  idle: 'neutral',
  calm: 'live',
  render: 'warn',
  encode: 'warn',
  network: 'warn',
  recovering: 'live',
  'not-overlay': 'warn',
};

const MODES = OBS_LOAD_MODES.map(String);

/** Whether OBS keeps up, what the overlay leaves out for it, and the streamer's say in it. */
export function ObsLoadCard({ obs: { load } }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { step, mode, reason } = load;
  return (
    <Card
      icon={Gauge}
      title={t('obs.governor-title')}
      aside={
        <Badge tone={step === 0 ? 'neutral' : 'warn'} icon={Gauge}>
          {t(`obs.governor-step-${step}`)}
        </Badge>
      }
    >
      <Callout
        tone={TONES[reason]}
        role="status"
        title={t(`obs.governor-${reason}`)}
        text={<Words load={load} />}
      />
      <SelectField
        label={t('obs.governor-mode')}
        choices={OBS_LOAD_MODES.map((value) => ({
          value: String(value),
          label: t(`obs.governor-mode-${value}`),
        }))}
        chosen={String(mode)}
        note={t('obs.governor-mode-note')}
        onChoose={(value) => {
          const next = OBS_LOAD_MODES[MODES.indexOf(value)];
          if (next !== undefined) void dashboard.ask('obs.load', { mode: next });
        }}
      />
      <ActionProblem action="obs.load" />
    </Card>
  );
}

function Words({ load: { reason, lostPercent, mode, step } }: { readonly load: ObsLoad }) {
  const { t } = useWords();
  const isLosing = reason === 'render' || reason === 'encode' || reason === 'network';
  return (
    <>
      {isLosing ? `${t('obs.governor-lost', { percent: lostPercent })} ` : null}
      {mode === 'auto' || reason === 'network'
        ? t(`obs.governor-${reason}-text`)
        : t('obs.governor-fixed', { step: t(`obs.governor-mode-${step}`) })}
    </>
  );
}
