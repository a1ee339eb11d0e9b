import {
  FIELD_TYPES,
  type FieldType,
  type FieldValue,
  WIDGET_LIMITS,
  type WidgetField,
} from '../../../shared/contract/widgets.ts';
import { isJsonObject, type JsonObject } from '../../../shared/json.ts';

/** Other names of the same types. Everything else that a browser's form has is a text. */
const ALIASES: Readonly<Record<string, FieldType>> = {
  'audio-input': 'sound-input',
  range: 'slider',
  color: 'colorpicker',
  select: 'dropdown',
  font: 'googleFont',
  googlefont: 'googleFont',
};
/** Where people's tools put the fields, if not at the top. */
const WRAPPERS = ['fields', 'customFields', 'settings'];
const EMPTY: Partial<Record<FieldType, FieldValue>> = { checkbox: false };

/** The fields of a `fields.json`, with the values of a `data.json` for those that it names. */
export function readFields(fields: unknown, data: unknown): readonly WidgetField[] {
  const given = dataOf(data);
  const known = Object.entries(fieldsOf(fields))
    .slice(0, WIDGET_LIMITS.fields)
    .flatMap(([name, field]) => (isJsonObject(field) ? [readField(name, field)] : []))
    .map((field) => {
      const value = given[field.name];
      return value === undefined ? field : { ...field, value: valueFor(field.type, value) };
    });
  const names = new Set(known.map(({ name }) => name));
  // What only the data names has no control, and is there all the same.
  const others = Object.entries(given)
    .filter(([name, value]) => !names.has(name) && !isJsonObject(value))
    .slice(0, WIDGET_LIMITS.fields - known.length)
    .map(([name, value]) => readField(name, { type: 'hidden', value }));
  return [...known, ...others];
}

function fieldsOf(root: unknown): JsonObject {
  if (!isJsonObject(root)) return {};
  if (Object.values(root).some(isField)) return root;
  const inner = WRAPPERS.map((name) => root[name]).find(
    (value) => isJsonObject(value) && Object.values(value).some(isField),
  );
  return isJsonObject(inner) ? inner : {};
}

/** Whether it has fields, or a wrapper that has some. */
export function hasFields(root: unknown): boolean {
  return Object.keys(fieldsOf(root)).length > 0;
}

function isField(value: unknown): boolean {
  return isJsonObject(value) && typeof value['type'] === 'string';
}

function dataOf(root: unknown): JsonObject {
  if (!isJsonObject(root)) return {};
  const inner = root['fieldData'] ?? root['data'];
  return isJsonObject(inner) ? inner : root;
}

function readField(name: string, field: JsonObject): WidgetField {
  const type = typeOf(field['type']);
  const options = optionsOf(field['options']);
  const value = field['value'] ?? (type === 'dropdown' ? options[0]?.value : undefined);
  return {
    name: name.slice(0, 100),
    type,
    label: textOf(field['label'] ?? name),
    group: textOf(field['group'] ?? ''),
    value: valueFor(type, value),
    min: numberOf(field['min']),
    max: numberOf(field['max']),
    step: numberOf(field['step'] ?? field['steps']),
    options,
    multiple: field['multiple'] === true,
  };
}

function typeOf(given: unknown): FieldType {
  const type = String(given);
  const alias = Object.entries(ALIASES).find(([name]) => name === type.toLowerCase());
  return FIELD_TYPES.find((known) => known === type) ?? alias?.[1] ?? 'text';
}

function optionsOf(given: unknown): WidgetField['options'] {
  if (Array.isArray(given)) {
    return given.slice(0, 500).map((each) => ({ value: textOf(each), label: textOf(each) }));
  }
  if (!isJsonObject(given)) return [];
  const pairs = Object.entries(given).slice(0, 500);
  return pairs.map(([value, label]) => ({ value: textOf(value), label: textOf(label) }));
}

/** A value of the kind that the type has. */
export function valueFor(type: FieldType, given: unknown): FieldValue {
  if (given === undefined || given === null) return EMPTY[type] ?? '';
  if (type === 'number' || type === 'slider') return numberOf(given) ?? '';
  if (type === 'checkbox') return given === true || given === 'true' || given === 1;
  if (Array.isArray(given)) return given.slice(0, 50).map((each) => String(each).slice(0, 2_048));
  if (typeof given === 'number' || typeof given === 'boolean') return given;
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  return text.slice(0, WIDGET_LIMITS.valueChars);
}

function numberOf(given: unknown): number | null {
  const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function textOf(given: unknown): string {
  return (typeof given === 'string' ? given : String(given ?? '')).slice(0, 500);
}
