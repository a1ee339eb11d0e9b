import { type DeckLink, linkText } from '../decks/deck-link.ts';
import {
  type Choice,
  choicesOf,
  type DeckField,
  type DeckRow,
  type DeckState,
  textOf,
  type Values,
} from '../decks/deck-row.ts';
import type { Say } from '../decks/deck-words.ts';

/** What the page of a key's settings draws. It gets texts ready to show, and never the API's key. */
export interface InspectorForm {
  readonly title: string;
  readonly fields: readonly InspectorField[];
  readonly connection: {
    readonly title: string;
    readonly said: string;
    readonly address: { readonly label: string; readonly value: string };
    readonly key: { readonly label: string; readonly kept: string };
    readonly save: string;
  };
}

type InspectorField = {
  readonly id: string;
  readonly label: string;
  readonly value: string;
  /** null: it is entered. */
  readonly choices: readonly Choice[] | null;
  readonly number: { readonly least: number; readonly most: number } | null;
  readonly most: number | null;
};

/** What is chosen may be gone: it stays in the list, so that looking at it changes nothing. */
function withChosen(choices: readonly Choice[], value: string): readonly Choice[] {
  const isThere = value === '' || choices.some(({ id }) => id === value);
  return isThere ? choices : [...choices, { id: value, label: value }];
}

function listChoices(
  field: Extract<DeckField, { kind: 'list' }>,
  state: DeckState,
  value: string,
  say: Say,
): readonly Choice[] {
  const first = field.of === 'layouts' ? 'decks.field.layout.first' : 'decks.field.choose';
  return [{ id: '', label: say(first) }, ...withChosen(choicesOf(field.of, state), value)];
}

function fieldOf(field: DeckField, values: Values, state: DeckState, say: Say): InspectorField {
  const label = say(`decks.field.${field.id}`);
  const value = textOf(values, field.id);
  const plain = { id: field.id, label, value, choices: null, number: null, most: null };
  switch (field.kind) {
    case 'choice':
      return {
        ...plain,
        value: value || (field.options[0] ?? ''),
        choices: field.options.map((id) => ({ id, label: say(`decks.field.${field.id}.${id}`) })),
      };
    case 'number':
      return { ...plain, value: value || String(field.first), number: field };
    case 'text':
      return { ...plain, most: field.most };
    case 'list':
      return { ...plain, choices: listChoices(field, state, value, say) };
  }
}

interface FormParts {
  readonly row: DeckRow;
  readonly values: Values;
  readonly link: Pick<DeckLink, 'link' | 'state'>;
  readonly address: string;
  readonly hasKey: boolean;
  readonly say: Say;
}

export function formOf({ row, values, link, address, hasKey, say }: FormParts): InspectorForm {
  return {
    title: say(`decks.${row.id}.help`),
    fields: row.fields.map((field) => fieldOf(field, values, link.state, say)),
    connection: {
      title: say('decks.connect.title'),
      said: linkText(link.link, 'say', say),
      address: { label: say('decks.connect.address'), value: address },
      key: { label: say('decks.connect.key'), kept: hasKey ? say('decks.connect.kept') : '' },
      save: say('decks.connect.save'),
    },
  };
}
