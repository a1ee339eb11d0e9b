import { Pencil, Send, Trash2 } from 'lucide-react';
import { useState } from 'react';
import type { SinkRow, SinkState } from '../../../shared/contract/sinks.ts';
import { whatOf } from '../../../shared/problem.ts';
import { actionOf, selectSinks } from '../../stores/dashboard-store.ts';
import { Badge, type Tone } from '../../ui/badge.tsx';
import { Callout } from '../../ui/callout.tsx';
import { Card } from '../../ui/card.tsx';
import { Switch } from '../../ui/choices.tsx';
import { ActionDialog, CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useNow, useSelect, useWords } from '../context.ts';
import { ActionProblem, ProblemCallout } from '../problems.tsx';
import { useWhen } from '../times.tsx';
import { DeadLetters } from './dead-letters.tsx';
import { type Secret, SecretCard, SinkForm } from './sink-form.tsx';
import './sinks.css';

/** Where events go by themselves, how each of them stands, and a form for another. */
export function SinksCards() {
  const { t } = useWords();
  const state = useSelect(selectSinks);
  const [secret, setSecret] = useState<Secret | null>(null);
  if (!state) return null;
  const { sinks } = state;
  return (
    <>
      <Card icon={Send} title={t('sinks.title')}>
        <p className="card-text">{t(sinks.length > 0 ? 'sinks.text' : 'sinks.none')}</p>
        {sinks.length > 0 ? (
          <ul className="sinks">
            {sinks.map((sink) => (
              <li key={sink.id}>
                <Sink row={sink} onSecret={setSecret} />
              </li>
            ))}
          </ul>
        ) : null}
      </Card>
      {secret ? (
        <SecretCard secret={secret} onClose={() => setSecret(null)} />
      ) : (
        <SinkForm row={null} onSecret={setSecret} onClose={() => undefined} />
      )}
    </>
  );
}

interface SinkProps {
  readonly row: SinkRow;
  readonly onSecret: (secret: Secret) => void;
}

function Sink({ row, onSecret }: SinkProps) {
  const { t } = useWords();
  const [open, setOpen] = useState<'nothing' | 'form' | 'letters'>('nothing');
  const { id, name, kind, target, state, deadLetters } = row;
  const dashboard = useDashboard();
  return (
    <div className="sink">
      <div className="sink-head">
        <Switch
          label={t('sinks.on', { name })}
          text={target === '' ? t(`sinks.kind-${kind}`) : `${t(`sinks.kind-${kind}`)} · ${target}`}
          on={state.kind !== 'off'}
          onChange={(on) => void dashboard.ask('sinks.switch', { id, on }, id)}
        />
        <CoreIconButton
          icon={Pencil}
          label={t('sinks.edit-of', { name })}
          onPress={() => setOpen(open === 'form' ? 'nothing' : 'form')}
        />
        <RemoveButton row={row} />
      </div>
      <ActionProblem action={`sinks.switch#${id}`} />
      <Standing row={row} />
      <div className="card-row">
        <TestButton row={row} />
        {kind === 'webhook' ? <RenewButton row={row} onSecret={onSecret} /> : null}
        {deadLetters > 0 ? (
          <CoreButton
            label={t('sinks.look', { name, count: deadLetters })}
            onPress={() => setOpen(open === 'letters' ? 'nothing' : 'letters')}
          >
            {t('sinks.letters', { count: deadLetters })}
          </CoreButton>
        ) : null}
      </div>
      <TestOutcome row={row} />
      <ActionProblem action={`sinks.renew-secret#${id}`} />
      {open === 'letters' ? <DeadLetters row={row} onClose={() => setOpen('nothing')} /> : null}
      {open === 'form' ? (
        <SinkForm row={row} onSecret={onSecret} onClose={() => setOpen('nothing')} />
      ) : null}
    </div>
  );
}

const TONES: Readonly<Record<SinkState['kind'], Tone>> = {
  off: 'neutral',
  delivering: 'live',
  waiting: 'warn',
};

const EVERY_SECOND_MS = 1_000;

/** How it stands, and why it does not deliver. */
function Standing({ row: { state, deliveredAt, dropped } }: { readonly row: SinkRow }) {
  const { t, pick } = useWords();
  const { past, future } = useWhen(useNow(EVERY_SECOND_MS));
  return (
    <>
      <p className="card-note sink-state">
        <Badge tone={TONES[state.kind]}>{t(`sinks.state-${state.kind}`)}</Badge>
        {deliveredAt === null ? null : t('sinks.last', { when: past(deliveredAt) })}
        {dropped > 0 ? t('sinks.dropped', { count: dropped }) : null}
      </p>
      {state.kind === 'off' && state.problem ? <ProblemCallout problem={state.problem} /> : null}
      {state.kind === 'waiting' ? (
        <Callout
          tone="warn"
          title={pick(whatOf(state.problem))}
          text={t('sinks.waiting-since', { when: past(state.since), next: future(state.nextAt) })}
        />
      ) : null}
    </>
  );
}

function TestButton({ row: { id, name } }: { readonly row: SinkRow }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  return (
    <CoreButton
      action={`sinks.test#${id}`}
      icon={Send}
      label={t('sinks.test-of', { name })}
      onPress={() => void dashboard.ask('sinks.test', { id }, id)}
    >
      {t('sinks.test')}
    </CoreButton>
  );
}

function TestOutcome({ row: { id } }: { readonly row: SinkRow }) {
  const { t } = useWords();
  const { phase } = useSelect(actionOf(`sinks.test#${id}`));
  if (phase === 'done') return <Callout tone="live" role="status" title={t('sinks.tested')} />;
  return <ActionProblem action={`sinks.test#${id}`} />;
}

function RenewButton({ row: { id, name }, onSecret }: SinkProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const renew = async () => {
    const answer = await dashboard.ask('sinks.renew-secret', { id }, id);
    if (answer) onSecret({ name, secret: answer.secret });
  };
  return (
    <CoreButton
      action={`sinks.renew-secret#${id}`}
      label={t('sinks.renew-of', { name })}
      onPress={() => void renew()}
    >
      {t('sinks.renew')}
    </CoreButton>
  );
}

function RemoveButton({ row: { id, name } }: { readonly row: SinkRow }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <CoreIconButton
        icon={Trash2}
        label={t('sinks.remove', { name })}
        onPress={() => setAsking(true)}
      />
      {asking ? (
        <ActionDialog
          action="sinks.remove"
          title={t('sinks.remove-title', { name })}
          text={t('sinks.remove-text')}
          confirm={t('sinks.remove-do')}
          cancel={t('sinks.keep')}
          onConfirm={() => void dashboard.ask('sinks.remove', { id })}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
