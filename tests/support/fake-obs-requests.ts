import {
  type FakeContext,
  flag,
  inputOf,
  itemOf,
  number,
  record,
  sceneOf,
  text,
} from './fake-obs-fields.ts';
import {
  BOUNDS_TYPES,
  type FakeData,
  type FakeDeed,
  type FakeInput,
  type FakeItem,
  type FakeModel,
  KIND_DEFAULTS,
  newInput,
  Refusal,
  TRANSFORM_RANGES,
} from './fake-obs-model.ts';
import { FAKE_OUTPUTS } from './fake-obs-outputs.ts';
import { SOUND_REQUESTS } from './fake-obs-sound.ts';
import { SOURCE_REQUESTS } from './fake-obs-sources.ts';
import { FAKE_STREAM_REQUESTS } from './fake-obs-stream.ts';

export type Answerer = (context: FakeContext) => FakeDeed;

function itemRow(model: FakeModel, item: FakeItem, index: number): FakeData {
  const scene = model.scenes.get(item.source);
  return {
    inputKind: (item.removed ?? model.inputs.get(item.source))?.kind ?? null,
    isGroup: scene ? scene.isGroup : null,
    sceneItemBlendMode: item.blend,
    sceneItemEnabled: item.enabled,
    sceneItemId: item.id,
    sceneItemIndex: index,
    sceneItemLocked: item.locked,
    sceneItemTransform: model.transformOf(item),
    sourceName: item.source,
    sourceType: scene ? 'OBS_SOURCE_TYPE_SCENE' : 'OBS_SOURCE_TYPE_INPUT',
  };
}

const itemList = (context: FakeContext, kind: 'scene' | 'group'): FakeDeed => {
  const { model } = context;
  const rows = sceneOf(context, kind).items.map((item, index) => itemRow(model, item, index));
  return { data: { sceneItems: rows } };
};

const inputRow = ({ name, kind }: FakeInput): FakeData => ({
  inputKind: kind,
  inputName: name,
  unversionedInputKind: kind.replace(/_v\d+$/, ''),
});

function checkedTransform(wanted: FakeData): FakeData {
  if (Object.keys(wanted).length === 0) {
    throw new Refusal(403, 'The field value of `sceneItemTransform` must not be empty.');
  }
  const taken: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(wanted)) {
    if (name === 'boundsType') {
      if (!BOUNDS_TYPES.has(value))
        throw new Refusal(400, 'The field `boundsType` has an invalid value.');
      taken[name] = value;
    }
    const range = TRANSFORM_RANGES[name];
    if (!range) continue;
    if (typeof value !== 'number')
      throw new Refusal(401, `The field value of \`${name}\` must be number.`);
    if (value < range[0])
      throw new Refusal(
        402,
        `The field value of \`${name}\` is below the minimum of \`${range[0]}.000000\``,
      );
    if (value > range[1])
      throw new Refusal(
        402,
        `The field value of \`${name}\` is above the maximum of \`${range[1]}.000000\``,
      );
    taken[name] = value;
  }
  if (Object.keys(taken).length === 0) {
    throw new Refusal(703, 'You have not provided any valid transform changes.');
  }
  return taken;
}

function createInput(context: FakeContext): FakeDeed {
  const { model, data, emit } = context;
  const scene = sceneOf(context, 'scene');
  const [name, kind] = [text(data, 'inputName'), text(data, 'inputKind')];
  if (model.isTaken(name)) throw new Refusal(601, 'A source already exists by that input name.');
  if (!model.kinds.has(kind))
    throw new Refusal(605, 'Your specified input kind is not supported by OBS.');
  const { inputSettings, sceneItemEnabled } = data;
  const settings = { ...(inputSettings as FakeData | undefined) };
  const id = scene.nextId;
  return {
    data: { sceneItemId: id },
    effect() {
      model.inputs.set(name, newInput(name, kind, settings));
      model.addItem(scene, name, sceneItemEnabled !== false);
      emit('InputCreated', { ...inputRow(newInput(name, kind, {})), inputSettings: settings });
      emit('SceneItemCreated', { sceneName: scene.name, sourceName: name, sceneItemId: id });
    },
  };
}

function createSceneItem(context: FakeContext): FakeDeed {
  const { model, data, emit } = context;
  const scene = sceneOf(context, 'scene');
  const { sceneItemEnabled } = data;
  const source = text(data, 'sourceName');
  if (!model.inputs.has(source) && !model.scenes.has(source)) {
    throw new Refusal(600, `No source was found by the name of \`${source}\`.`);
  }
  if (source === scene.name) {
    throw new Refusal(703, 'You cannot create scene item of a scene within itself.');
  }
  if (model.scenes.has(source) && model.shows(source, scene.name)) {
    throw new Refusal(700, 'Failed to create the scene item.');
  }
  const id = scene.nextId;
  return {
    data: { sceneItemId: id },
    effect() {
      model.addItem(scene, source, sceneItemEnabled !== false);
      emit('SceneItemCreated', { sceneName: scene.name, sourceName: source, sceneItemId: id });
    },
  };
}

/** OBS lets a source go with its last item. */
function letGo({ model, emit, freeLater }: FakeContext, source: string): void {
  if (!model.inputs.has(source) || model.isShownAnywhere(source)) return;
  model.inputs.delete(source);
  emit('InputRemoved', { inputName: source });
  freeLater(source);
}

function removeSceneItem(context: FakeContext): FakeDeed {
  const { scene, item } = itemOf(context);
  return {
    effect() {
      scene.items = scene.items.filter((each) => each !== item);
      const named = { sceneName: scene.name, sourceName: item.source, sceneItemId: item.id };
      context.emit('SceneItemRemoved', named);
      letGo(context, item.source);
    },
  };
}

function removeInput(context: FakeContext): FakeDeed {
  const input = inputOf(context);
  return {
    effect() {
      context.model.removeInput(input);
      letGo(context, input.name);
    },
  };
}

function setIndex(context: FakeContext): FakeDeed {
  const { scene, item } = itemOf(context);
  const index = number(context.data, 'sceneItemIndex');
  if (index < 0)
    throw new Refusal(402, 'The field value of `sceneItemIndex` is below the minimum.');
  return {
    effect() {
      const others = scene.items.filter((each) => each !== item);
      scene.items = others.toSpliced(Math.min(index, others.length), 0, item);
      context.emit('SceneItemListReindexed', { sceneName: scene.name });
    },
  };
}

function setSettings(context: FakeContext): FakeDeed {
  const input = inputOf(context);
  const wanted = record(context.data, 'inputSettings');
  const { overlay } = context.data;
  return {
    effect() {
      input.settings = overlay !== false ? { ...input.settings, ...wanted } : { ...wanted };
    },
  };
}

const sceneList = ({ model }: FakeContext): FakeDeed => {
  // As OBS does it, the last one of its own list comes first.
  const names = [...model.scenes.values()].filter(({ isGroup }) => !isGroup).toReversed();
  return {
    data: {
      currentPreviewSceneName: null,
      currentProgramSceneName: model.programScene,
      scenes: names.map(({ name }, sceneIndex) => ({ sceneIndex, sceneName: name })),
    },
  };
};

const PICTURES = ['bmp', 'cur', 'ico', 'jpeg', 'jpg', 'pbm', 'pgm', 'png', 'ppm', 'xbm', 'xpm'];

/** What each request answers and does. Others answer 204, as OBS does. */
export const FAKE_REQUESTS: Readonly<Record<string, Answerer>> = {
  ...SOURCE_REQUESTS,
  GetVersion: () => ({
    data: {
      obsVersion: '29.0.2',
      obsWebSocketVersion: '5.1.0',
      rpcVersion: 1,
      availableRequests: Object.keys(FAKE_REQUESTS),
      platform: 'linux',
      platformDescription: 'Linux',
      supportedImageFormats: PICTURES,
    },
  }),
  GetVideoSettings: ({ model }) => ({ data: { ...model.video } }),
  ...FAKE_OUTPUTS,
  GetSceneCollectionList: ({ model: { collection } }) => ({
    data: { currentSceneCollectionName: collection, sceneCollections: [collection] },
  }),
  GetSceneList: sceneList,
  GetGroupList: ({ model }) => ({
    data: { groups: [...model.scenes.values()].filter((s) => s.isGroup).map((s) => s.name) },
  }),
  GetCurrentProgramScene: ({ model }) => ({
    data: { currentProgramSceneName: model.programScene },
  }),
  SetCurrentProgramScene: (context) => {
    const { name } = sceneOf(context, 'scene');
    return {
      effect() {
        context.model.programScene = name;
        context.model.sweep();
        context.emit('CurrentProgramSceneChanged', { sceneName: name });
      },
    };
  },
  CreateScene: ({ model, data, emit }) => {
    const name = text(data, 'sceneName');
    if (model.isTaken(name)) throw new Refusal(601, 'A source already exists by that scene name.');
    return {
      effect() {
        model.addScene(name);
        emit('SceneCreated', { sceneName: name, isGroup: false });
      },
    };
  },
  GetInputList: ({ model, data: { inputKind } }) => {
    const inputs = [...model.inputs.values()].filter(
      ({ kind }) => !inputKind || kind === inputKind,
    );
    return { data: { inputs: inputs.map(inputRow) } };
  },
  GetInputKindList: ({ model }) => ({ data: { inputKinds: [...model.kinds] } }),
  GetInputDefaultSettings: ({ model, data }) => {
    const kind = text(data, 'inputKind');
    if (!model.kinds.has(kind))
      throw new Refusal(605, 'Your specified input kind is not supported by OBS.');
    return { data: { defaultInputSettings: { ...KIND_DEFAULTS[kind] } } };
  },
  GetInputSettings: (context) => {
    const { kind, settings } = inputOf(context);
    return { data: { inputKind: kind, inputSettings: { ...settings } } };
  },
  SetInputSettings: setSettings,
  CreateInput: createInput,
  RemoveInput: removeInput,
  ...SOUND_REQUESTS,
  /** Always accepted where the button is there; what it does is the page's. */
  PressInputPropertiesButton: (context) => {
    const { name } = inputOf(context);
    const property = text(context.data, 'propertyName');
    if (property !== 'refreshnocache')
      throw new Refusal(600, `Unable to find a property by that name.`);
    return { effect: () => context.emit('test:refreshed', { inputName: name }) };
  },
  GetSceneItemList: (context) => itemList(context, 'scene'),
  GetGroupSceneItemList: (context) => itemList(context, 'group'),
  GetSceneItemId: (context) => {
    const source = text(context.data, 'sourceName');
    const item = sceneOf(context, 'both').items.find((each) => each.source === source);
    if (!item)
      throw new Refusal(
        600,
        'No scene items were found in the specified scene by that name or offset.',
      );
    return { data: { sceneItemId: item.id } };
  },
  CreateSceneItem: createSceneItem,
  RemoveSceneItem: removeSceneItem,
  GetSceneItemTransform: (context) => ({
    data: { sceneItemTransform: context.model.transformOf(itemOf(context).item) },
  }),
  SetSceneItemTransform: (context) => {
    const { item } = itemOf(context);
    const wanted = checkedTransform(record(context.data, 'sceneItemTransform'));
    return {
      effect() {
        item.transform = { ...item.transform, ...wanted };
      },
    };
  },
  GetSceneItemEnabled: (context) => ({ data: { sceneItemEnabled: itemOf(context).item.enabled } }),
  SetSceneItemEnabled: (context) => {
    const { scene, item } = itemOf(context);
    const enabled = flag(context.data, 'sceneItemEnabled');
    return {
      effect() {
        item.enabled = enabled;
        const told = { sceneName: scene.name, sceneItemId: item.id, sceneItemEnabled: enabled };
        context.emit('SceneItemEnableStateChanged', told);
      },
    };
  },
  GetSceneItemLocked: (context) => ({ data: { sceneItemLocked: itemOf(context).item.locked } }),
  SetSceneItemLocked: (context) => {
    const { item } = itemOf(context);
    const locked = flag(context.data, 'sceneItemLocked');
    return {
      effect() {
        item.locked = locked;
      },
    };
  },
  GetSceneItemIndex: (context) => {
    const { scene, item } = itemOf(context);
    return { data: { sceneItemIndex: scene.items.indexOf(item) } };
  },
  SetSceneItemIndex: setIndex,
  ...FAKE_STREAM_REQUESTS,
  GetSourceScreenshot: ({ model, data, screenshot }) => {
    const name = text(data, 'sourceName');
    if (!model.inputs.has(name) && !model.scenes.has(name)) {
      throw new Refusal(600, `No source was found by the name of \`${name}\`.`);
    }
    if (!PICTURES.includes(text(data, 'imageFormat'))) {
      throw new Refusal(400, 'Your specified image format is invalid or not supported.');
    }
    return { data: { imageData: screenshot(data) } };
  },
};
