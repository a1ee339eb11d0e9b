import { Check, Pencil, Plus, SlidersVertical, Trash2 } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import {
  PRESET_LIMITS,
  STREAM_FIELDS,
  type StreamFieldName,
  type StreamFieldValue,
  type StreamPreset,
  type StreamState,
} from '../../../shared/contract/stream.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ActionButton, ActionDialog } from '../action-button.tsx';
import { useDashboard, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { type ChangeEnd, Outcome } from './change-outcome.tsx';
import { knownOf, valueText } from './field-words.tsx';

import { EXAMPLES, type PresetDraft, PresetForm } from './preset-form.tsx';
import { useHindrance } from './use-writing.ts';

export function PresetCard({ stream }: { readonly stream: StreamState }) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const [draft, setDraft] = useState<PresetDraft | null>(null);
  /** The preset applied last, and what became of it. */
  const [applied, setApplied] = useState<Applied | null>(null);
  const apply = async ({ id, change }: StreamPreset) => {
    setApplied(null);
    const basedOn = knownOf(stream, Object.keys(change) as StreamFieldName[]);
    const outcome = await dashboard.ask('stream.preset-apply', { id, basedOn }, id);
    setApplied(outcome && { id, end: { outcome, change } });
  };
  const isFull = stream.presets.length >= PRESET_LIMITS.most;
  return (
    <Card
      icon={SlidersVertical}
      title={t('stream.presets')}
      aside={
        draft || isFull ? null : (
          <Button
            variant="ghost"
            icon={Plus}
            onPress={() => setDraft({ id: null, name: '', change: {} })}
          >
            {t('stream.preset-new')}
          </Button>
        )
      }
    >
      {stream.presets.length === 0 && !draft ? (
        <>
          <p className="card-text">{t('stream.presets-empty')}</p>
          <div className="card-row">
            {EXAMPLES.map(({ word, change }) => (
              <Button
                key={word}
                icon={Plus}
                onPress={() => setDraft({ id: null, name: t(word), change })}
              >
                {t(word)}
              </Button>
            ))}
          </div>
        </>
      ) : null}
      {stream.presets.length > 0 ? (
        <ul className="lined-rows">
          {stream.presets.map((preset) => (
            <PresetRow key={preset.id} preset={preset} onApply={apply} onEdit={setDraft}>
              {applied?.id === preset.id ? (
                <Outcome
                  end={applied.end}
                  onChange={(end) => setApplied(end && { id: preset.id, end })}
                />
              ) : null}
            </PresetRow>
          ))}
        </ul>
      ) : null}
      {draft ? (
        <PresetForm
          key={draft.id ?? draft.name}
          start={draft}
          stream={stream}
          onClose={() => setDraft(null)}
        />
      ) : null}
    </Card>
  );
}

interface Applied {
  readonly id: string;
  readonly end: ChangeEnd;
}

interface PresetRowProps {
  readonly preset: StreamPreset;
  readonly onApply: (preset: StreamPreset) => Promise<void>;
  readonly onEdit: (draft: PresetDraft) => void;
  /** What became of applying it. */
  readonly children: ReactNode;
}

function PresetRow({ preset, onApply, onEdit, children }: PresetRowProps) {
  const words = useWords();
  const { t } = words;
  const { id, name, change } = preset;
  const forLive = useHindrance('WRITE:LIVE_STREAM_SETTINGS');
  const forChat = useHindrance('WRITE:LIVE_CHAT_SETTINGS');
  const [asking, setAsking] = useState(false);
  const fields = STREAM_FIELDS.filter((field) => change[field] !== undefined);
  return (
    <li className="stream-preset card-row">
      <div className="stream-preset-words stack">
        <bdi className="stream-preset-name cut" title={name}>
          {name}
        </bdi>
        <span className="stream-preset-what card-note clamp">
          {fields
            .map((field) =>
              t('stream.field-value', {
                field: t(`stream.field.${field}`),
                value: valueText(words, field, change[field] as StreamFieldValue),
              }),
            )
            .join(' · ')}
        </span>
      </div>
      <div className="stream-preset-deeds">
        <ActionButton
          action={`stream.preset-apply#${id}`}
          icon={Check}
          label={t('stream.preset-apply', { name })}
          disabled={forLive !== null && forChat !== null}
          onPress={() => void onApply(preset)}
        >
          {t('stream.apply')}
        </ActionButton>
        <IconButton
          icon={Pencil}
          label={t('stream.preset-edit-name', { name })}
          onPress={() => onEdit({ id, name, change })}
        />
        <IconButton
          icon={Trash2}
          label={t('stream.preset-remove-name', { name })}
          onPress={() => setAsking(true)}
        />
      </div>
      <ActionProblem
        action={`stream.preset-apply#${id}`}
        // Not only asked for again: what becomes of its parts is told here.
        repeat={() => void onApply(preset)}
      />
      {children}
      {asking ? <RemoveDialog id={id} name={name} onClose={() => setAsking(false)} /> : null}
    </li>
  );
}

interface RemoveDialogProps extends Pick<StreamPreset, 'id' | 'name'> {
  readonly onClose: () => void;
}

function RemoveDialog({ id, name, onClose }: RemoveDialogProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const remove = async () => {
    if ((await dashboard.ask('stream.preset-remove', { id }, id)) !== null) onClose();
  };
  return (
    <ActionDialog
      action={`stream.preset-remove#${id}`}
      title={t('stream.preset-remove-ask')}
      name={name}
      text={t('stream.preset-remove-text')}
      confirm={t('stream.preset-remove')}
      cancel={t('stream.cancel')}
      icon={Trash2}
      onConfirm={() => void remove()}
      onClose={onClose}
    />
  );
}
