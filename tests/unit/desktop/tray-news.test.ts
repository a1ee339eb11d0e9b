import { describe, expect, it } from 'vitest';
import { type Logger, silentLogger } from '../../../electron/base/log.ts';
import { trayNews } from '../../../electron/desktop/controls/tray.ts';
import { LANGUAGES, type Language } from '../../../shared/locales/index.ts';
import { settle } from '../../support/virtual-clock.ts';
import { KeptSettings } from './hotkeys-world.ts';

interface Shown {
  readonly title: string;
  readonly text: string;
  readonly click: () => void;
}

function newsWith(settings = new KeptSettings(), current: Language = 'en') {
  const shown: Shown[] = [];
  const logged: unknown[] = [];
  const opened = { times: 0 };
  const log: Logger = {
    ...silentLogger,
    warn: (_, fields) => void logged.push(fields?.['failure']),
  };
  const hidden = trayNews({
    settings,
    log,
    language: { current },
    notify: (title, text, click) => void shown.push({ title, text, click }),
    showDashboard: () => {
      opened.times += 1;
    },
  });
  return { news: { hidden }, shown, logged, opened, settings };
}

describe('what is said when the window is closed and the app goes on', () => {
  it('is said once, also when the window is closed again before that is noted', async () => {
    const { news, shown, settings } = newsWith();
    news.hidden();
    news.hidden();
    await settle();
    news.hidden();
    expect(shown).toHaveLength(1);
    expect(settings.get().desktop.toldAboutTray).toBe(true);
  });

  it('is not said again after a restart', async () => {
    const first = newsWith();
    first.news.hidden();
    await settle();
    const second = newsWith(first.settings);
    second.news.hidden();
    expect(second.shown).toEqual([]);
  });

  it('opens the dashboard when it is pressed, and not before', () => {
    const { news, shown, opened } = newsWith();
    news.hidden();
    expect(opened.times).toBe(0);
    shown[0]?.click();
    expect(opened.times).toBe(1);
  });

  it.each(LANGUAGES)('is said in %s', (language) => {
    const { news, shown } = newsWith(new KeptSettings(), language);
    news.hidden();
    const { title, text } = shown[0] ?? { title: '', text: '' };
    expect(/[가-힣]/.test(title)).toBe(language === 'ko');
    expect(/[가-힣]/.test(text)).toBe(language === 'ko');
  });

  it('leaves the other settings as they are', async () => {
    const { news, settings } = newsWith();
    const off = settings.update(({ desktop }) => ({ desktop: { ...desktop, closeToTray: false } }));
    news.hidden();
    await off;
    await settle();
    expect(settings.get().desktop).toMatchObject({ closeToTray: false, toldAboutTray: true });
  });

  it('is said all the same when it cannot be noted, and the log says why', async () => {
    const { news, shown, settings, logged } = newsWith();
    settings.failure = new Error('the disk is full');
    news.hidden();
    await settle();
    expect(shown).toHaveLength(1);
    expect(logged).toEqual([settings.failure]);
  });
});
