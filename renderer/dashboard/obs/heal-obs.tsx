import { CircleX, HeartPulse, Hourglass, LoaderCircle } from 'lucide-react';
import type { ObsAilment, ObsHeal, ObsState } from '../../../shared/contract/obs.ts';
import { Badge } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { CoreButton } from '../action-button.tsx';
import { useDashboard, useNow, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { useWhen } from '../times.tsx';

/** Healing by itself: what is broken and what is done about it, what was done last, and its switches. */
export function HealObs({ obs: { heal } }: { readonly obs: ObsState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { on, replays, ailments, last } = heal;
  return (
    <Card icon={HeartPulse} title={t('obs.heal-title')} aside={<HealBadge on={on} />}>
      {ailments.map((ailment) => (
        <Ailment key={ailment.source} ailment={ailment} />
      ))}
      {last && ailments.length === 0 ? <Last last={last} /> : null}
      <Switch
        label={t('obs.heal-on')}
        text={t('obs.heal-on-text')}
        on={on}
        onChange={(wanted) => void dashboard.ask('obs.set-heal', { on: wanted })}
      />
      <Switch
        label={t('obs.heal-replays')}
        text={t('obs.heal-replays-text')}
        on={replays}
        disabled={!on}
        onChange={(wanted) => void dashboard.ask('obs.set-heal', { replays: wanted })}
      />
      <ActionProblem action="obs.set-heal" />
    </Card>
  );
}

function HealBadge({ on }: Pick<ObsHeal, 'on'>) {
  const { t } = useWords();
  return (
    <Badge tone={on ? 'live' : 'neutral'} icon={HeartPulse}>
      {t(on ? 'obs.heal-watching' : 'obs.heal-off')}
    </Badge>
  );
}

function Ailment({ ailment }: { readonly ailment: ObsAilment }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const { source, stage, triesLeft } = ailment;
  const left = t('obs.heal-left', { count: triesLeft });
  switch (stage.state) {
    case 'healing':
      return (
        <Callout
          tone="warn"
          icon={LoaderCircle}
          spinning
          role="status"
          title={t(`obs.heal-step-${stage.step}`, { source })}
          text={t(`obs.found-${ailment.code}`)}
        />
      );
    case 'alert':
      return (
        <Callout
          tone="warn"
          icon={Hourglass}
          role="status"
          title={t('obs.heal-alert', { source })}
          text={left}
        />
      );
    case 'pause':
      return (
        <Callout
          tone="warn"
          icon={Hourglass}
          role="status"
          title={t('obs.heal-pause', { source })}
          text={
            <>
              {left} · <NextTry at={stage.until} />
            </>
          }
        />
      );
    case 'given-up':
      return (
        <Callout
          tone="error"
          icon={CircleX}
          role="alert"
          title={t('obs.heal-given-up', { source })}
          text={t('obs.heal-given-up-text')}
        >
          <div className="card-row answers">
            <CoreButton action="obs.heal" onPress={() => void dashboard.ask('obs.heal', {})}>
              {t('obs.heal-again')}
            </CoreButton>
          </div>
          <ActionProblem action="obs.heal" />
        </Callout>
      );
  }
}

const SECOND = 1_000;

function NextTry({ at }: { readonly at: number }) {
  const { t, duration } = useWords();
  const left = Math.max(SECOND, at - useNow(SECOND));
  return t('obs.heal-next', { duration: duration(Math.ceil(left / SECOND) * SECOND) });
}

function Last({ last }: { readonly last: NonNullable<ObsHeal['last']> }) {
  const { t, stretch } = useWords();
  const { ago } = useWhen(useNow(SECOND));
  const { source, at, healed, tookMs, replayed } = last;
  const values = { source, when: ago(at), duration: stretch(tookMs) };
  return (
    <p className="card-note" role="status">
      {t(healed ? 'obs.heal-last-healed' : 'obs.heal-last-failed', values)}
      {replayed > 0 ? ` ${t('obs.heal-replayed', { count: replayed })}` : null}
    </p>
  );
}
