import { useId, useRef } from 'react';
import type { StageEvent, ValuedKind } from '../../../shared/events.ts';
import {
  fillTemplate,
  KIND_VARIABLES,
  VARIABLES,
  type Variable,
} from '../../../shared/overlay/template.ts';
import { Entry } from '../../ui/fields.tsx';
import { useWords } from '../context.ts';
import { HEADLINE_MOST } from './rule-edits.ts';

interface TemplateFieldProps {
  readonly value: string;
  /** Alerts that the words can be about. */
  readonly examples: readonly StageEvent<ValuedKind>[];
  readonly onChange: (value: string) => void;
}

/** The streamer's words, variables to put into them, and how they read. */
export function TemplateField({ value, examples, onChange }: TemplateFieldProps) {
  const { t } = useWords();
  const id = useId();
  const field = useRef<HTMLInputElement>(null);
  const insert = (variable: Variable) => {
    const element = field.current;
    const start = element?.selectionStart ?? value.length;
    const end = element?.selectionEnd ?? start;
    const put = `{${variable}}`;
    const next = value.slice(0, start) + put + value.slice(end);
    if (next.length > HEADLINE_MOST || !element) return;
    onChange(next);
    element.focus();
    // The field has the new words when the page has been drawn.
    requestAnimationFrame(() => element.setSelectionRange(start + put.length, start + put.length));
  };
  return (
    <div className="template">
      <Entry id={id} label={t('variant.headline')} note={t('variant.headline-note')}>
        <input
          ref={field}
          id={id}
          type="text"
          className="entry-field"
          value={value}
          maxLength={HEADLINE_MOST}
          autoComplete="off"
          aria-describedby={`${id}note`}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      </Entry>
      <fieldset className="chips" aria-label={t('variant.variables')}>
        {variablesFor(examples).map((variable) => (
          <button
            key={variable}
            type="button"
            className="chip"
            aria-label={t('variant.insert', { name: t(`variable.${variable}`) })}
            title={`{${variable}}`}
            onClick={() => insert(variable)}
          >
            {t(`variable.${variable}`)}
          </button>
        ))}
      </fieldset>
      <Filled template={value} examples={examples} />
    </div>
  );
}

function variablesFor(examples: TemplateFieldProps['examples']): readonly Variable[] {
  return VARIABLES.filter((variable) =>
    examples.some(({ kind }) => KIND_VARIABLES[kind].includes(variable)),
  );
}

interface FilledProps {
  readonly template: string;
  readonly examples: TemplateFieldProps['examples'];
}

/** How the words read for a sample of each kind. */
function Filled({ template, examples }: FilledProps) {
  const { t, language } = useWords();
  if (examples.length === 0) return null;
  return (
    <dl className="filled" aria-label={t('variant.preview')}>
      {examples.map((event) => {
        const text = fillTemplate(template, event, { language, tally: null });
        const own = template.trim() === '' ? 'variant.own-words' : 'variant.own-words-hole';
        return (
          <div key={event.kind} className="filled-line">
            <dt>{t(`kind.${event.kind}`)}</dt>
            <dd data-own={text === null}>{text === null ? t(own) : <bdi>{text}</bdi>}</dd>
          </div>
        );
      })}
    </dl>
  );
}
