import type {
  CompanionActionDefinition,
  CompanionActionDefinitions,
  CompanionFeedbackDefinition,
  CompanionFeedbackDefinitions,
  CompanionPresetDefinitions,
  CompanionPresetSection,
  SomeCompanionFeedbackInputField,
} from '@companion-module/base';
import {
  choicesOf,
  DECK_GROUPS,
  type DeckField,
  type DeckRow,
  type DeckState,
  type Face,
  type Tone,
  type Values,
} from '../decks/deck-row.ts';
import { DECK_ROWS } from '../decks/deck-table.ts';
import type { Say } from '../decks/deck-words.ts';
import { titleOf } from '../decks/key-picture.ts';

/** What Companion is told of the keys, made from their table. */

const GROUND: Readonly<Record<Tone, number>> = {
  plain: 0x1d2233,
  on: 0x27379c,
  warn: 0x8a3f00,
  off: 0x16181f,
};
const WHITE = 0xffffff;
const GREY = 0xc3c7d2;

export const faceId = ({ id }: DeckRow): string => `${id}-face`;
export const onId = ({ id }: DeckRow): string => `${id}-on`;

/** A field of a button's action. What is on a list now can be chosen, and anything else entered. */
function inputOf(field: DeckField, state: DeckState, say: Say): SomeCompanionFeedbackInputField {
  const { id } = field;
  const label = say(`decks.field.${id}`);
  switch (field.kind) {
    case 'choice': {
      const choices = field.options.map((option) => ({
        id: option,
        label: say(`decks.field.${id}.${option}`),
      }));
      return { type: 'dropdown', id, label, choices, default: field.options[0] ?? '' };
    }
    case 'number': {
      const { least: min, most: max, first } = field;
      return { type: 'number', id, label, min, max, default: first, asInteger: true };
    }
    case 'text':
      return { type: 'textinput', id, label, default: '', useVariables: true };
    case 'list': {
      const first = field.of === 'layouts' ? 'decks.field.layout.first' : 'decks.field.choose';
      const choices = [{ id: '', label: say(first) }, ...choicesOf(field.of, state)];
      return { type: 'dropdown', id, label, choices, default: '', allowCustom: true };
    }
  }
}

interface Parts {
  readonly state: DeckState;
  readonly say: Say;
  readonly press: (row: DeckRow, values: Values) => Promise<void>;
  readonly face: (row: DeckRow, values: Values) => Face;
  readonly isOn: (row: DeckRow, values: Values) => boolean;
}

export function actionsOf({ state, say, press }: Parts): CompanionActionDefinitions {
  const actions = DECK_ROWS.map((row): [string, CompanionActionDefinition] => [
    row.id,
    {
      name: say(`decks.${row.id}.name`),
      description: say(`decks.${row.id}.help`),
      options: row.fields.map((field) => inputOf(field, state, say)),
      callback: ({ options }) => press(row, options),
    },
  ]);
  return Object.fromEntries(actions);
}

function feedbacksOfRow(row: DeckRow, { state, say, face, isOn }: Parts) {
  const name = say(`decks.${row.id}.name`);
  const options = row.fields.map((field) => inputOf(field, state, say));
  const drawn: CompanionFeedbackDefinition = {
    type: 'advanced',
    name: say('decks.feedback.face', { name }),
    options,
    callback: (feedback) => {
      const { text, tone } = face(row, feedback.options);
      return {
        text: titleOf(text),
        color: tone === 'off' ? GREY : WHITE,
        bgcolor: GROUND[tone],
        size: '14',
      };
    },
  };
  const switched: CompanionFeedbackDefinition = {
    type: 'boolean',
    name: say('decks.feedback.on', { name }),
    options,
    defaultStyle: { color: WHITE, bgcolor: GROUND.on },
    callback: (feedback) => isOn(row, feedback.options),
  };
  return row.isOn
    ? [
        [faceId(row), drawn],
        [onId(row), switched],
      ]
    : [[faceId(row), drawn]];
}

export function feedbacksOf(parts: Parts): CompanionFeedbackDefinitions {
  return Object.fromEntries(DECK_ROWS.flatMap((row) => feedbacksOfRow(row, parts)));
}

/** What a field has before anybody chooses. */
function firstValue(field: DeckField): string | number {
  if (field.kind === 'choice') return field.options[0] ?? '';
  return field.kind === 'number' ? field.first : '';
}

interface Made {
  readonly id: string;
  readonly row: DeckRow;
  readonly name: string;
  readonly options: Readonly<Record<string, string | number>>;
}

/** A button for each row, and one for each layout, scene, and counter of now. */
function buttonsOf(row: DeckRow, state: DeckState, say: Say): Made[] {
  const name = say(`decks.${row.id}.name`);
  const options = Object.fromEntries(row.fields.map((field) => [field.id, firstValue(field)]));
  const list = row.fields.find((field) => field.kind === 'list');
  const chosen = list ? choicesOf(list.of, state) : [];
  return [
    { id: row.id, row, name, options },
    ...chosen.map(({ id, label }) => ({
      id: `${row.id}:${id}`,
      row,
      name: `${name}: ${label}`,
      options: { ...options, [list?.id ?? '']: id },
    })),
  ];
}

/** What turning a rotary button does. */
function turnsOf({ id, dial }: DeckRow, options: Made['options']) {
  if (!dial?.click) return {};
  const { field, by } = dial.click;
  const turned = (step: number) => [{ actionId: id, options: { ...options, [field]: step } }];
  return { rotate_left: turned(-by), rotate_right: turned(by) };
}

export function presetsOf({ state, say }: Pick<Parts, 'state' | 'say'>) {
  const made = DECK_ROWS.flatMap((row) => buttonsOf(row, state, say));
  const presets: CompanionPresetDefinitions = Object.fromEntries(
    made.map(({ id, row, name, options }) => [
      id,
      {
        type: 'simple',
        name,
        style: { text: name, size: '14', color: WHITE, bgcolor: GROUND.plain },
        steps: [{ down: [{ actionId: row.id, options }], up: [], ...turnsOf(row, options) }],
        feedbacks: [{ feedbackId: faceId(row), options }],
      },
    ]),
  );
  const sections: CompanionPresetSection[] = DECK_GROUPS.map((group) => ({
    id: group,
    name: say(`decks.group.${group}`),
    definitions: made.filter(({ row }) => row.group === group).map(({ id }) => id),
  }));
  return { presets, sections };
}
