import { RotateCcw, Trash2, TriangleAlert } from 'lucide-react';
import { useState } from 'react';
import type { WidgetRow } from '../../../shared/contract/widgets.ts';
import { Callout } from '../../ui/callout.tsx';
import { ActionDialog, CoreButton, CoreIconButton } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';

/** Why it was paused, and how it goes on. */
export function WidgetState({ row }: { readonly row: WidgetRow }) {
  const { t, pick } = useWords();
  const dashboard = useDashboard();
  const { id, name, paused } = row;
  if (!paused) return null;
  return (
    <Callout
      tone="warn"
      icon={TriangleAlert}
      role="alert"
      title={pick({ key: 'problem.widgets-paused.what', values: { name } })}
      text={t(`widgets.fault-${paused.fault}`)}
    >
      <CoreButton
        icon={RotateCcw}
        action={`widgets.start#${id}`}
        onPress={() => void dashboard.ask('widgets.start', { id }, id)}
      >
        {t('widgets.start')}
      </CoreButton>
      <ActionProblem action={`widgets.start#${id}`} />
    </Callout>
  );
}

export function RemoveWidget({ row }: { readonly row: WidgetRow }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [asking, setAsking] = useState(false);
  const { id, name } = row;
  const remove = async () => {
    if (await dashboard.ask('widgets.remove', { id }, id)) setAsking(false);
  };
  return (
    <>
      <CoreIconButton
        icon={Trash2}
        label={`${t('widgets.remove')}: ${name}`}
        onPress={() => setAsking(true)}
      />
      {asking ? (
        <ActionDialog
          action={`widgets.remove#${id}`}
          title={t('widgets.remove-title', { name })}
          text={t('widgets.remove-text')}
          confirm={t('widgets.remove')}
          cancel={t('widgets.keep')}
          onConfirm={() => void remove()}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </>
  );
}
