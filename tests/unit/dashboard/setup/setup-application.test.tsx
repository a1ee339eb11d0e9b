import { fireEvent, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { PROBLEM_TEXT } from '../support.ts';
import { APPLICATION, desktopWith, NO_APPLICATION } from './setup-fixtures.ts';
import { drawSetup } from './setup-support.ts';

const step = (connect = NO_APPLICATION) => desktopWith({ step: 'application', connect });
const field = (name: string) => {
  const input = screen
    .getAllByLabelText<HTMLInputElement>(name)
    .find((element) => element.tagName === 'INPUT');
  if (!input) throw new Error(`There is no field ${name}`);
  return input;
};
const type = (name: string, value: string) => fireEvent.change(field(name), { target: { value } });
const submit = () => fireEvent.click(screen.getByRole('button', { name: '연결하기' }));
const wordsOf = (name: string) =>
  document.getElementById(field(name).getAttribute('aria-describedby') ?? '')?.textContent;

/** Whether the page left it to the browser. */
const paste = (target: Element, text: string) =>
  fireEvent.paste(target, { clipboardData: { getData: () => text } });

describe('the application', () => {
  it('opens the portal and copies the redirect URI', async () => {
    const page = await drawSetup({ desktop: step() });
    fireEvent.click(screen.getByRole('button', { name: '개발자 포털 열기' }));
    expect(page.asked()).toEqual([['app.open', { address: 'https://developers.ci.me' }]]);
    fireEvent.click(screen.getByRole('button', { name: 'Redirect URI 복사' }));
    await page.pass(0);
    expect(page.host.copied).toEqual([NO_APPLICATION.redirectUri]);
  });

  it('sends everything as it is meant, and shows that it does', async () => {
    const page = await drawSetup({ desktop: step() });
    type('Client ID', ' my-id ');
    type('Client Secret', 'my-secret\n');
    submit();
    expect(page.asked()).toEqual([
      [
        'setup.connect',
        {
          clientId: 'my-id',
          clientSecret: 'my-secret',
          baseUrl: 'https://ci.me',
          authUrl: 'https://ci.me',
          redirectUri: 'http://127.0.0.1:17817/callback',
        },
      ],
    ]);
    expect(screen.getByRole('button', { name: '연결하는 중' })).toHaveAttribute(
      'aria-busy',
      'true',
    );
    await page.core((bridge) => bridge.last.refuse());
    expect(screen.getByRole('alert')).toHaveTextContent(PROBLEM_TEXT.cure.ko);
    expect(field('Client Secret')).toHaveValue('my-secret');
  });

  it.each([
    ['both', 'Client ID a1b2c3d4 Client Secret s3cret-xyz', ['a1b2c3d4', 's3cret-xyz']],
    ['Client ID를', 'client_id: a1b2c3d4', ['a1b2c3d4', '']],
    ['Client Secret을', 'client_secret: s3cret-xyz', ['', 's3cret-xyz']],
  ])('takes what is pasted anywhere to its field, and says so: %s', async (what, text, values) => {
    await drawSetup({ desktop: step() });
    paste(document.body, text);
    expect([field('Client ID').value, field('Client Secret').value]).toEqual(values);
    const said = what === 'both' ? 'Client ID와 Client Secret을 칸에 넣었어요.' : `${what} 칸에`;
    expect(screen.getByText(new RegExp(said))).toBeVisible();
  });

  it.each([
    ['a text that says not what it is', 'Client ID', 'a1b2c3d4'],
    ['what is pasted into another field', 'API 주소', 'client_id: a1b2c3d4'],
  ])('leaves alone %s', async (_what, name, text) => {
    await drawSetup({ desktop: step() });
    expect(paste(field(name), text)).toBe(true);
    expect(field('Client ID')).toHaveValue('');
  });

  it('is sent by Enter in any of its fields', async () => {
    await drawSetup({ desktop: step() });
    expect(field('Client ID').form).not.toBeNull();
    expect(field('Client ID').form?.querySelectorAll('[type="submit"]')).toHaveLength(1);
    expect(field('API 주소').form).toBe(field('Client ID').form);
  });

  it('asks nothing of the app while a field is wrong, and puts the focus on the first', async () => {
    const page = await drawSetup({ desktop: step() });
    type('Client ID', 'my-id');
    submit();
    expect(page.asked()).toEqual([]);
    expect(document.activeElement).toBe(field('Client Secret'));
    expect(field('Client Secret')).toHaveAttribute('aria-invalid', 'true');
    expect(wordsOf('Client Secret')).toContain('붙여 넣어 주세요');
  });

  it('says at once that a key cannot be right, and nothing of what is still empty', async () => {
    await drawSetup({ desktop: step() });
    expect(field('Client ID')).toHaveAttribute('aria-invalid', 'false');
    type('Client ID', 'two words');
    expect(wordsOf('Client ID')).toContain('다시 복사해서');
    type('Client ID', '');
    expect(field('Client ID')).toHaveAttribute('aria-invalid', 'false');
  });

  it('says of an address what is wrong when its field is left', async () => {
    await drawSetup({ desktop: step() });
    type('Redirect URI', 'https://127.0.0.1/x');
    expect(field('Redirect URI')).toHaveAttribute('aria-invalid', 'false');
    fireEvent.blur(field('Redirect URI'));
    expect(wordsOf('Redirect URI')).toContain('http://로 시작해야');
  });

  it('opens the fold when what is wrong is in it', async () => {
    await drawSetup({ desktop: step(APPLICATION) });
    type('API 주소', 'nowhere');
    submit();
    expect(field('API 주소').closest('details')).toHaveAttribute('open');
    expect(document.activeElement).toBe(field('API 주소'));
  });

  it('keeps the kept secret when none is typed, and never shows one', async () => {
    const page = await drawSetup({ desktop: step(APPLICATION) });
    expect(field('Client Secret')).toHaveAttribute('type', 'password');
    expect(field('Client Secret')).toHaveValue('');
    submit();
    expect(page.bridge.last.args).toMatchObject({ clientId: 'client-1', clientSecret: null });
  });

  it('shows a secret that is being typed only when asked', async () => {
    await drawSetup({ desktop: step() });
    type('Client Secret', 'my-secret');
    expect(field('Client Secret')).toHaveAttribute('type', 'password');
    fireEvent.click(screen.getByRole('button', { name: 'Secret 보기' }));
    expect(field('Client Secret')).toHaveAttribute('type', 'text');
    fireEvent.click(screen.getByRole('button', { name: 'Secret 가리기' }));
    expect(field('Client Secret')).toHaveAttribute('type', 'password');
  });

  it('shows the redirect URI to register as it is typed, while it can be used', async () => {
    const page = await drawSetup({ desktop: step() });
    type('Redirect URI', 'http://127.0.0.1:9000/back');
    expect(page.container.querySelector('textarea')).toHaveValue('http://127.0.0.1:9000/back');
    type('Redirect URI', 'http://example.com');
    expect(page.container.querySelector('textarea')).toHaveValue(NO_APPLICATION.redirectUri);
  });

  it('asks first whether logins may be kept where nothing encrypts them', async () => {
    const vault = { protection: 'weak', allowWeak: null } as const;
    const page = await drawSetup({ desktop: { ...step(), vault } });
    fireEvent.click(screen.getByRole('button', { name: '저장하지 않기' }));
    expect(page.asked()).toEqual([['vault.allow-weak', { allow: false }]]);
    await page.desktop({ ...step(), vault: { protection: 'weak', allowWeak: false } });
    expect(screen.queryByRole('button', { name: '저장하지 않기' })).toBeNull();
  });
});
