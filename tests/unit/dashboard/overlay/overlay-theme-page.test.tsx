import { fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { THEME_IDS } from '../../../../shared/overlay/names.ts';
import { DEFAULT_OVERLAY } from '../../../../shared/overlay/overlay-settings.ts';
import { sayDesktop } from '../desktop/app-fixtures.ts';
import { asked, button, changes, drawOverlay, taken } from './overlay-support.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the theme', () => {
  it('is one of six', async () => {
    const page = await drawOverlay();
    expect(document.querySelectorAll('.themes input[type="radio"]')).toHaveLength(THEME_IDS.length);
    fireEvent.click(screen.getByLabelText(/^네온/));
    expect(asked(page).theme.base).toBe('neon');
  });

  it('leaves changed colours behind and keeps own rules', async () => {
    const theme = { base: 'clean', tokens: { '--ov-accent': '#123456' }, css: 'a {}' } as const;
    const page = await drawOverlay({ overlay: { theme } });
    fireEvent.click(screen.getByLabelText(/^페이퍼/));
    expect(changes(page).at(-1)?.theme).toEqual({ base: 'paper', tokens: {}, css: 'a {}' });
  });

  it('takes another colour and gives it back', async () => {
    const page = await drawOverlay();
    fireEvent.input(screen.getByLabelText('강조색'), { target: { value: '#ff0044' } });
    await taken(page);
    expect(asked(page).theme.tokens).toEqual({ '--ov-accent': '#ff0044' });
    expect(screen.getByText('바꾼 값 1개')).toBeInTheDocument();
    fireEvent.click(button('기본 색으로: 강조색'));
    await taken(page);
    expect(changes(page).at(-1)?.theme?.tokens).toEqual({});
  });

  it('keeps own rules in the draft as soon as they are right', async () => {
    const page = await drawOverlay();
    const field = screen.getByLabelText('CSS 규칙');
    const css = '.sl-chat-name { font-style: italic; }';
    fireEvent.change(field, { target: { value: css.slice(0, -1) } });
    expect(changes(page)).toEqual([]);
    fireEvent.change(field, { target: { value: css } });
    expect(asked(page).theme.css).toBe(css);
  });

  it.each([
    ['@import "x.css";', '다른 스타일시트'],
    ['a { background: url(https://evil.example/x.png) }', '인터넷에서 불러올 수 없어요'],
  ])('refuses %s with its line and reason', async (css, reason) => {
    const page = await drawOverlay();
    fireEvent.change(screen.getByLabelText('CSS 규칙'), { target: { value: `\n${css}` } });
    expect(screen.getByText('2번째 줄').parentElement).toHaveTextContent(reason);
    expect(changes(page)).toEqual([]);
  });
});

describe('a theme file', () => {
  const FILE = JSON.stringify({
    stagelight: 'theme',
    version: 1,
    name: '<b>밤바다</b>',
    base: 'neon',
    tokens: { '--ov-accent': '#00ffaa' },
    css: '',
  });
  const paste = (text: string) => {
    fireEvent.change(screen.getByLabelText(/붙여넣기/), { target: { value: text } });
    fireEvent.click(button('이 테마 쓰기'));
  };

  it('is taken from pasted text, and can be undone', async () => {
    const page = await drawOverlay();
    paste(FILE);
    expect(screen.getByText('<b>밤바다</b>')).toBeInTheDocument();
    await taken(page);
    expect(asked(page).theme).toMatchObject({ base: 'neon', tokens: { '--ov-accent': '#00ffaa' } });
    fireEvent.click(button('되돌리기'));
    expect(changes(page).at(-1)?.theme).toEqual(DEFAULT_OVERLAY.theme);
  });

  it.each([
    ['{', '내용을 읽을 수 없어요'],
    ['{"stagelight":"layout"}', '테마 파일이 아니에요'],
    [FILE.replace('"version":1', '"version":7'), '버전 7'],
    [FILE.replace('"neon"', '"vapor"'), '이 앱에 없는 테마를 바탕으로 만들었어요: vapor'],
    [FILE.replace('"css":""', '"css":"@import url(x);"'), '다른 스타일시트'],
  ])('that cannot be used is refused with the reason (%#)', async (text, reason) => {
    const page = await drawOverlay();
    paste(text);
    const refusal = screen.getByText('이 테마는 쓸 수 없어요').closest('.callout');
    expect(refusal).toHaveTextContent(reason);
    expect(changes(page)).toEqual([]);
  });

  it('is copied in the desktop app, which saves no downloads', async () => {
    const page = await drawOverlay();
    await page.core((bridge) => sayDesktop(bridge, {}));
    expect(screen.queryByText('파일로 저장')).toBeNull();
    fireEvent.change(screen.getByLabelText('테마 이름'), { target: { value: '내 테마' } });
    await page.core(() => fireEvent.click(button('테마 복사')));
    expect(JSON.parse(page.host.copied[0] ?? '')).toMatchObject({ name: '내 테마', base: 'clean' });
  });

  it('that cannot be copied is shown to be copied by hand', async () => {
    const page = await drawOverlay();
    await page.core((bridge) => sayDesktop(bridge, {}));
    page.host.clipboard = false;
    await page.core(() => fireEvent.click(button('테마 복사')));
    expect(screen.getByLabelText<HTMLTextAreaElement>(/직접 복사/).value).toContain('"stagelight"');
  });
});
