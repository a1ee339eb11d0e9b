import { type FakeContext, record, text } from './fake-obs-fields.ts';
import { type FakeDeed, Refusal } from './fake-obs-model.ts';

/** Settings of the same kind of service are merged; no other key is taken while it streams. */
function setService({ model, data }: FakeContext): FakeDeed {
  const type = text(data, 'streamServiceType');
  const wanted = record(data, 'streamServiceSettings');
  if (Object.keys(wanted).length === 0) {
    throw new Refusal(403, 'The field value of `streamServiceSettings` must not be empty.');
  }
  if (model.streaming) {
    throw new Refusal(500, 'You cannot change stream service settings while streaming.');
  }
  return {
    effect() {
      const kept = model.stream.type === type ? model.stream.settings : {};
      model.stream = { type, settings: { ...kept, ...wanted } };
    },
  };
}

/** What OBS streams to. */
export const FAKE_STREAM_REQUESTS = {
  GetStreamServiceSettings: ({ model: { stream } }: FakeContext): FakeDeed => ({
    data: { streamServiceSettings: { ...stream.settings }, streamServiceType: stream.type },
  }),
  SetStreamServiceSettings: setService,
};
