import { Check, FlaskConical, Play } from 'lucide-react';
import { type ReactNode, useMemo, useState } from 'react';
import { EVENT_KINDS, type EventKind } from '../../../shared/events.ts';
import { actionOf, selectOverlay } from '../../stores/dashboard-store.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { ChoiceList } from '../../ui/choices.tsx';
import { AlertPreview } from '../alerts/alert-preview.tsx';
import { previewOf } from '../alerts/rule-test.ts';
import { useDashboard, useSelect, useWords } from '../context.ts';
import { ActionProblem } from '../problems.tsx';
import { FieldOf } from './test-field.tsx';
import {
  HOSTILE_NAMES,
  type HostileName,
  hostileDraft,
  hostileExample,
  playOf,
  sampleDraft,
  TEST_FIELDS,
  type TestDraft,
} from './test-fields.ts';

/** A test event of any kind with custom values. */
export function TestFormCard(): ReactNode {
  const { t, language } = useWords();
  const [kind, setKind] = useState<EventKind>('DONATION');
  const [written, setWritten] = useState<TestDraft | null>(null);
  const sample = useMemo(() => sampleDraft(kind, language), [kind, language]);
  const draft = written ?? sample;
  return (
    <Card icon={FlaskConical} title={t('test-form.title')} className="test-form">
      <ChoiceList
        label={t('test-form.kind')}
        choices={EVENT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
        chosen={kind}
        onChoose={(chosen) => {
          setKind(chosen);
          setWritten(null);
        }}
      />
      <Examples
        onSample={() => setWritten(null)}
        onHostile={(name) => setWritten(hostileDraft(kind, hostileExample(name), language))}
      />
      <div className="test-fields">
        {TEST_FIELDS[kind].map((field) => (
          <FieldOf
            // Keyed by kind, so half-typed numbers do not move to another kind.
            key={`${kind}${field.name}`}
            field={field}
            value={draft[field.name] ?? null}
            onChange={(value) => setWritten({ ...draft, [field.name]: value })}
          />
        ))}
      </div>
      <FormPreview kind={kind} draft={draft} />
      <PlayRow kind={kind} draft={draft} />
    </Card>
  );
}

interface ExamplesProps {
  readonly onSample: () => void;
  readonly onHostile: (name: HostileName) => void;
}

function Examples({ onSample, onHostile }: ExamplesProps) {
  const { t } = useWords();
  return (
    <fieldset className="chips" aria-label={t('test-form.fill')}>
      <button type="button" className="chip" onClick={onSample}>
        {t('test-form.sample')}
      </button>
      {HOSTILE_NAMES.map((name) => (
        <button key={name} type="button" className="chip" onClick={() => onHostile(name)}>
          {t(`hostile.${name}`)}
        </button>
      ))}
    </fieldset>
  );
}

/** The alert's preview, using the first variant of the rule that takes it. */
function FormPreview({ kind, draft }: PlayRowProps) {
  const { language } = useWords();
  const rules = useSelect(selectOverlay)?.rules;
  const shown = useMemo(() => {
    const play = playOf(kind, draft);
    return play && previewOf(play, rules ?? [], language);
  }, [kind, draft, rules, language]);
  return shown ? <AlertPreview {...shown} /> : null;
}

interface PlayRowProps {
  readonly kind: EventKind;
  readonly draft: TestDraft;
}

function PlayRow({ kind, draft }: PlayRowProps) {
  const { t } = useWords();
  const dashboard = useDashboard();
  const action = useSelect(actionOf(`test:${kind}`));
  const [asked, setAsked] = useState<EventKind | null>(null);
  const play = playOf(kind, draft);
  const mine = asked === kind;
  const sent = mine && action.phase === 'done';
  return (
    <>
      <div className="rule-test card-row">
        <Button
          variant="primary"
          icon={sent ? Check : Play}
          busy={mine && action.phase === 'pending'}
          disabled={play === null}
          onPress={() => {
            if (!play) return;
            setAsked(kind);
            void dashboard.playTest(play);
          }}
        >
          {t(sent ? 'tests.sent' : 'test-form.play')}
        </Button>
        <p className="entry-note">{t('test-form.text')}</p>
      </div>
      {mine ? <ActionProblem action={`test:${kind}`} /> : null}
    </>
  );
}
