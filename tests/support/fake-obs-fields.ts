import {
  type FakeData,
  type FakeInput,
  type FakeItem,
  type FakeModel,
  type FakeScene,
  Refusal,
  SOUNDING,
} from './fake-obs-model.ts';

export interface FakeContext {
  readonly model: FakeModel;
  /** What came with the request. */
  readonly data: FakeData;
  readonly emit: (event: string, data: FakeData) => void;
  /** Frees the name of a removed source a moment later, as OBS does. */
  readonly freeLater: (name: string) => void;
  /** What `GetSourceScreenshot` answers (a data address). */
  readonly screenshot: (data: FakeData) => string;
}

function field(data: FakeData, name: string, type: string): unknown {
  const value = data[name];
  if (value === undefined || value === null) {
    throw new Refusal(300, `Your request is missing the \`${name}\` field.`);
  }
  if (typeof value !== type)
    throw new Refusal(401, `The field value of \`${name}\` must be ${type}.`);
  return value;
}

export function text(data: FakeData, name: string): string {
  const value = String(field(data, name, 'string'));
  if (value === '') throw new Refusal(403, `The field value of \`${name}\` must not be empty.`);
  return value;
}

export const number = (data: FakeData, name: string) => Number(field(data, name, 'number'));
export const flag = (data: FakeData, name: string) => field(data, name, 'boolean') === true;
export const record = (data: FakeData, name: string) => field(data, name, 'object') as FakeData;

export function inputOf({ model, data }: FakeContext): FakeInput {
  const name = text(data, 'inputName');
  const input = model.inputs.get(name);
  if (input) return input;
  if (model.scenes.has(name)) throw new Refusal(602, 'The specified source is not an input.');
  throw new Refusal(600, `No source was found by the name of \`${name}\`.`);
}

export function soundingOf(context: FakeContext): FakeInput {
  const input = inputOf(context);
  if (!SOUNDING.has(input.kind)) {
    throw new Refusal(604, 'The specified input does not support audio.');
  }
  return input;
}

/** Items of groups are spoken to with the group's name as the scene's. */
export function sceneOf(
  { model, data }: FakeContext,
  mayBe: 'scene' | 'group' | 'both',
): FakeScene {
  const name = text(data, 'sceneName');
  const scene = model.scenes.get(name);
  if (!scene) throw new Refusal(600, `No source was found by the name of \`${name}\`.`);
  if (mayBe === 'scene' && scene.isGroup)
    throw new Refusal(602, 'The specified source is not a scene. (Is group)');
  if (mayBe === 'group' && !scene.isGroup)
    throw new Refusal(602, 'The specified source is not a group. (Is scene)');
  return scene;
}

export function itemOf(context: FakeContext): {
  readonly scene: FakeScene;
  readonly item: FakeItem;
} {
  const scene = sceneOf(context, 'both');
  const id = number(context.data, 'sceneItemId');
  const item = scene.items.find((each) => each.id === id);
  if (!item)
    throw new Refusal(
      600,
      `No scene items were found in scene \`${scene.name}\` with the ID \`${id}\`.`,
    );
  return { scene, item };
}
