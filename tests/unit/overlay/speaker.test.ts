import { describe, expect, it } from 'vitest';
import { Speaker, type Speech } from '../../../renderer/speech/speaker.ts';
import { FakeSpeech, SAM, YUNA } from './fake-speech.ts';

const speech = (text: string, over: Partial<Speech> = {}): Speech => ({
  text,
  voice: null,
  rate: 1,
  volume: 0.8,
  ...over,
});

function openSpeaker(engine: FakeSpeech | null = new FakeSpeech()) {
  const ready: boolean[] = [];
  const speaker = new Speaker(engine, () => ready.push(speaker.ready));
  return { speaker, ready };
}

describe('a speaker', () => {
  it('says a text in its language, with the voice, speed and volume that are set', () => {
    const engine = new FakeSpeech();
    const { speaker } = openSpeaker(engine);
    speaker.open();
    speaker.say(speech('안녕하세요', { rate: 1.3, volume: 0.4 }));
    speaker.say(speech('hello there'));
    expect(engine.spoken).toMatchObject([
      { text: '안녕하세요', lang: 'ko-KR', voice: YUNA, rate: 1.3, volume: 0.4 },
      { text: 'hello there', lang: 'en-US', voice: SAM, rate: 1, volume: 0.8 },
    ]);
  });

  it('touches the speech of the browser only when it is opened', () => {
    const engine = new FakeSpeech();
    const { speaker, ready } = openSpeaker(engine);
    speaker.say(speech('too early'));
    expect([engine.heard, engine.listeners, speaker.ready]).toEqual([[], 0, false]);
    speaker.open();
    speaker.open();
    expect([engine.listeners, ready]).toEqual([1, [true]]);
  });

  it('is ready when voices come late, and not any more when they go', () => {
    const engine = new FakeSpeech([]);
    const { speaker, ready } = openSpeaker(engine);
    speaker.open();
    engine.setVoices([]);
    engine.setVoices([YUNA]);
    engine.setVoices([YUNA, SAM]);
    engine.setVoices([]);
    expect(ready).toEqual([true, false]);
  });

  it('is never ready where there is no speech, and says nothing', () => {
    const { speaker, ready } = openSpeaker(null);
    speaker.open();
    speaker.say(speech('nobody hears'));
    speaker.hush();
    speaker.close();
    expect([speaker.ready, ready]).toEqual([false, []]);
  });

  it('breaks off what it says, and nothing else', () => {
    const engine = new FakeSpeech();
    const { speaker } = openSpeaker(engine);
    speaker.open();
    speaker.hush();
    speaker.say(speech('one'));
    speaker.say(speech('two'));
    engine.finish();
    speaker.hush();
    expect(engine.heard).toEqual(['one', '-', 'two']);
  });

  it('does not take the late end of an earlier text for the end of this one', () => {
    const engine = new FakeSpeech();
    const { speaker } = openSpeaker(engine);
    speaker.open();
    speaker.say(speech('one'));
    const one = engine.last;
    const ended = one?.onend;
    speaker.say(speech('two'));
    ended?.call(one as SpeechSynthesisUtterance, {} as SpeechSynthesisEvent);
    speaker.hush();
    expect(engine.heard).toEqual(['one', '-', 'two', '-']);
  });

  it('is not ready after the browser refused, until somebody touches the page', () => {
    const engine = new FakeSpeech();
    const { speaker, ready } = openSpeaker(engine);
    speaker.open();
    speaker.say(speech('one'));
    engine.fail('not-allowed');
    speaker.say(speech('two'));
    expect([engine.heard, ready]).toEqual([['one'], [true, false]]);
    engine.touch();
    speaker.say(speech('three'));
    expect([engine.heard, ready]).toEqual([
      ['one', 'three'],
      [true, false, true],
    ]);
  });

  it('goes on after any other failure', () => {
    const engine = new FakeSpeech();
    const { speaker, ready } = openSpeaker(engine);
    speaker.open();
    speaker.say(speech('one'));
    engine.fail('synthesis-failed');
    speaker.say(speech('two'));
    expect([engine.heard, ready]).toEqual([['one', 'two'], [true]]);
  });

  it('leaves nothing behind when it is closed', () => {
    const engine = new FakeSpeech();
    const { speaker } = openSpeaker(engine);
    speaker.open();
    speaker.say(speech('one'));
    engine.fail('not-allowed');
    speaker.close();
    expect([engine.listeners, speaker.ready]).toEqual([0, false]);
  });
});
