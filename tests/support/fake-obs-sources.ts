import { type FakeContext, inputOf, itemOf, number, soundingOf, text } from './fake-obs-fields.ts';
import { type FakeDeed, type FakeFilter, type FakeInput, Refusal } from './fake-obs-model.ts';

type Answerer = (context: FakeContext) => FakeDeed;

/** The filters of an input; scenes have none here. */
function filtersOf({ model, data }: FakeContext): FakeFilter[] {
  const name = text(data, 'sourceName');
  const filters = model.inputs.get(name)?.filters;
  if (filters) return filters;
  if (model.scenes.has(name)) return [];
  throw new Refusal(600, `No source was found by the name of \`${name}\`.`);
}

function filterOf(context: FakeContext): FakeFilter {
  const name = text(context.data, 'filterName');
  const filter = filtersOf(context).find((each) => each.filterName === name);
  if (filter) return filter;
  throw new Refusal(600, `No filter was found by the name of \`${name}\`.`);
}

function createFilter(context: FakeContext): FakeDeed {
  const filters = filtersOf(context);
  const [filterName, filterKind] = [
    text(context.data, 'filterName'),
    text(context.data, 'filterKind'),
  ];
  if (filters.some((each) => each.filterName === filterName)) {
    throw new Refusal(601, 'A filter already exists by that name.');
  }
  const filterSettings = { ...(context.data['filterSettings'] as object | undefined) };
  return {
    effect() {
      filters.push({ filterName, filterKind, filterSettings, filterEnabled: true });
    },
  };
}

function rename(context: FakeContext): FakeDeed {
  const { model, data, emit } = context;
  const input = inputOf(context);
  const name = text(data, 'newInputName');
  if (model.isTaken(name))
    throw new Refusal(601, 'A source already exists by that new input name.');
  return {
    effect() {
      model.inputs.delete(input.name);
      model.inputs.set(name, { ...input, name });
      for (const scene of model.scenes.values()) {
        scene.items = scene.items.map((item) =>
          item.source === input.name ? { ...item, source: name } : item,
        );
      }
      emit('InputNameChanged', { oldInputName: input.name, inputName: name });
    },
  };
}

const soundSetter =
  (set: (input: FakeInput, context: FakeContext) => void): Answerer =>
  (context) => {
    const input = soundingOf(context);
    return { effect: () => set(input, context) };
  };

/** Names, filters, blending, and the sound of sources. */
export const SOURCE_REQUESTS: Readonly<Record<string, Answerer>> = {
  SetInputName: rename,
  GetInputVolume: (context) => {
    const { volumeMul } = soundingOf(context);
    return { data: { inputVolumeMul: volumeMul, inputVolumeDb: 20 * Math.log10(volumeMul) } };
  },
  SetInputVolume: soundSetter((input, { data }) => {
    input.volumeMul = number(data, 'inputVolumeMul');
  }),
  GetInputAudioBalance: (context) => ({ data: { inputAudioBalance: soundingOf(context).balance } }),
  SetInputAudioBalance: soundSetter((input, { data }) => {
    input.balance = number(data, 'inputAudioBalance');
  }),
  GetInputAudioSyncOffset: (context) => ({
    data: { inputAudioSyncOffset: soundingOf(context).syncOffset },
  }),
  SetInputAudioSyncOffset: soundSetter((input, { data }) => {
    input.syncOffset = number(data, 'inputAudioSyncOffset');
  }),
  GetSourceFilterList: (context) => ({
    data: {
      filters: filtersOf(context).map((filter, filterIndex) => ({ ...filter, filterIndex })),
    },
  }),
  CreateSourceFilter: createFilter,
  SetSourceFilterIndex: (context) => {
    const filter = filterOf(context);
    const index = number(context.data, 'filterIndex');
    return {
      effect() {
        const filters = filtersOf(context);
        filters.splice(filters.indexOf(filter), 1);
        filters.splice(index, 0, filter);
      },
    };
  },
  SetSourceFilterEnabled: (context) => {
    const filter = filterOf(context);
    return {
      effect() {
        filter.filterEnabled = context.data['filterEnabled'] === true;
      },
    };
  },
  GetSceneItemBlendMode: (context) => ({
    data: { sceneItemBlendMode: itemOf(context).item.blend },
  }),
  SetSceneItemBlendMode: (context) => {
    const { item } = itemOf(context);
    const blend = text(context.data, 'sceneItemBlendMode');
    return {
      effect() {
        item.blend = blend;
      },
    };
  },
};
