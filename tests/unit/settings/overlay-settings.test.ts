import { describe, expect, it, onTestFinished } from 'vitest';
import { Emitter } from '../../../electron/base/emitter.ts';
import { StagelightError } from '../../../electron/base/errors.ts';
import { silentLogger } from '../../../electron/base/log.ts';
import { SerialQueue } from '../../../electron/base/serial-queue.ts';
import { OverlaySettingsSource } from '../../../electron/settings/overlay-settings.ts';
import type { SettingsChange, SettingsKeeper } from '../../../electron/settings/ports.ts';
import { patchSettings } from '../../../electron/settings/settings-file.ts';
import type { OverlaySettings, PageConfig } from '../../../shared/overlay/overlay-settings.ts';
import { DEFAULT_SETTINGS, type Settings } from '../../../shared/settings.ts';
import { settle } from '../../support/virtual-clock.ts';

/** Settings whose disk answers when the test wants it to. */
class SlowSettings implements SettingsKeeper {
  #settings: Settings = DEFAULT_SETTINGS;
  readonly #queue = new SerialQueue();
  readonly #changes = new Emitter<Settings>((failure) => {
    throw failure;
  });
  readonly onChange = this.#changes.on;
  /** Lets the write that waits succeed or fail. */
  answers: ((worked: boolean) => void)[] = [];

  get(): Settings {
    return this.#settings;
  }

  update(change: SettingsChange): Promise<Settings> {
    return this.#queue.run(async () => {
      const next = patchSettings(this.#settings, change);
      const worked = await new Promise<boolean>((resolve) => this.answers.push(resolve));
      if (!worked) throw new StagelightError({ code: 'settings-not-saved' });
      this.#settings = next;
      this.#changes.fire(next);
      return next;
    });
  }

  /** Answers `count` writes, one after the other. */
  async write(count = 1): Promise<void> {
    for (let written = 0; written < count; written += 1) {
      await settle();
      this.answers.shift()?.(true);
    }
    await settle();
  }
}

function setUp() {
  const settings = new SlowSettings();
  const source = new OverlaySettingsSource(settings, silentLogger);
  onTestFinished(() => source.dispose());
  const told: OverlaySettings[] = [];
  const pages: PageConfig[] = [];
  source.onChange((overlay) => told.push(overlay));
  source.onPageConfig((config) => pages.push(config));
  return { settings, source, told, pages };
}

describe('a change of what viewers see', () => {
  it('applies and is told when it is on the disk, not before', async () => {
    const { settings, source, told } = setUp();
    const done = source.set({ muted: true });
    await settle();
    expect([source.get().muted, told.length]).toEqual([false, 0]);
    await settings.write();
    await done;
    expect([source.get().muted, told.length]).toEqual([true, 1]);
    expect(told[0]).toBe(source.get());
  });

  it('that the disk refuses changes nothing', async () => {
    const { settings, source, told } = setUp();
    const before = source.get();
    const done = source.set({ muted: true });
    await settle();
    settings.answers.shift()?.(false);
    await expect(done).rejects.toMatchObject({
      problem: { code: 'settings-not-saved' },
    });
    expect([source.get(), told]).toEqual([before, []]);
  });

  it('from two dashboards at once keeps both, field by field', async () => {
    const { settings, source } = setUp();
    const both = [
      source.set({ queue: { holdS: 5 } }),
      source.set({ queue: { approve: true }, theme: { base: 'paper' } }),
      source.set({ theme: { css: '.a{}' } }),
    ];
    await settings.write(3);
    await Promise.all(both);
    expect(source.get().queue).toMatchObject({ holdS: 5, approve: true });
    expect(source.get().theme).toMatchObject({ base: 'paper', css: '.a{}' });
  });

  it('leaves all that stayed equal the same objects', async () => {
    const { settings, source } = setUp();
    const before = source.get();
    void source.set({ layout: before.layout.slice(1), queue: { holdS: 5 } });
    await settings.write();
    const { layout, queue, ...rest } = source.get();
    expect([layout.length, queue.holdS]).toEqual([before.layout.length - 1, 5]);
    for (const [name, part] of Object.entries(rest)) expect(part).toBe(Reflect.get(before, name));
  });

  it('that makes no sense is refused with its fields, also past the bridge', async () => {
    const { source } = setUp();
    const refused = await source.set({ queue: { holdS: -1 } }).catch((failure: unknown) => failure);
    expect(refused).toMatchObject({
      problem: { code: 'settings-invalid', values: { fields: ['overlay.queue.holdS'] } },
    });
  });

  it('is told to pages only where it is theirs', async () => {
    const { settings, source, told, pages } = setUp();
    const config = source.pageConfig();
    void source.set({ queue: { holdS: 5 }, speech: { blockedWords: ['unwanted-word'] } });
    await settings.write();
    expect([told.length, pages.length]).toEqual([1, 0]);
    expect(source.pageConfig()).toBe(config);
    void source.set({ speech: { rate: 2 } });
    await settings.write();
    expect(pages).toHaveLength(1);
    expect(pages[0]).toBe(source.pageConfig());
    expect(JSON.stringify(pages)).not.toContain('unwanted-word');
  });

  it('that changes nothing is told to nobody; nor is a change of other settings', async () => {
    const { settings, source, told } = setUp();
    const before = source.get();
    void source.set({ muted: false });
    void settings.update({ language: 'en' });
    await settings.write(2);
    expect(settings.get().language).toBe('en');
    expect(told).toEqual([]);
    expect(source.get()).toBe(before);
  });

  it('is heard of no more after the end', async () => {
    const { settings, source, told } = setUp();
    source.dispose();
    void settings.update({ overlay: { ...DEFAULT_SETTINGS.overlay, muted: true } });
    await settings.write();
    expect(told).toEqual([]);
  });
});
