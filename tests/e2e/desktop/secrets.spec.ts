import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { COMMANDS, type CommandName, isCommandName } from '../../../shared/contract/index.ts';
import {
  command,
  commandDone,
  connectForm,
  connectLive,
  readSettings,
  recordOpened,
  settingsFor,
  showOverlay,
} from '../../support/desktop-deeds.ts';
import type { LaunchedApp } from '../../support/desktop-launch.ts';
import { recordSent } from '../../support/desktop-sent.ts';
import { keyring, Standin } from '../../support/desktop-standin.ts';
import { simEvents } from '../../support/sim-events.ts';
import { text } from '../../support/texts.ts';
import { expect, test } from './fixtures.ts';

/** Arguments that can be carried out; the other commands are asked without any. */
const ARGUMENTS: Readonly<Partial<Record<CommandName, object>>> = {
  'test-event.play': { kind: 'DONATION' },
  'settings.set-language': { language: 'ko' },
  'notice.dismiss': { id: 'none' },
  'alerts.pause': { paused: false },
  'overlay.set': { muted: false },
  'setup.go': { step: 'done' },
  'setup.set-mode': { mode: 'connect' },
  'overlay-window.set': { zoom: 1 },
  'hotkey.set': { action: 'alerts-skip', accelerator: null },
  'hotkey.recording': { on: false },
  'app.set': { checkForUpdates: false },
  'app.copy': { text: 'text' },
  'app.open': { address: 'https://example.org/' },
  'vault.allow-weak': { allow: false },
};
/** These end what the others talk about. */
const LAST: readonly CommandName[] = ['sign-in.sign-out', 'setup.set-mode'];

/** That which takes the secret has been carried out before; the other one ends the app at once. */
const LEFT_OUT: readonly CommandName[] = ['setup.connect', 'maintenance.restart'];

/** Every command of the contract. */
function everyCommand(): CommandName[] {
  const names = Object.keys(COMMANDS).filter(isCommandName);
  const others = names.filter((name) => !LEFT_OUT.includes(name) && !LAST.includes(name));
  return [...others, ...LAST];
}

/** Every text file that the app has written, by name; Chromium's own are not ours. */
async function writtenFiles({ place }: LaunchedApp): Promise<Record<string, string>> {
  const files = await readdir(place.userData, { recursive: true, withFileTypes: true });
  const own = files.filter(
    (file) =>
      file.isFile() &&
      /\.(json|log|sqlite|sqlite-wal|tmp)$|^[^.]*$/.test(file.name) &&
      !/standin|Cache|Local State|IndexedDB/.test(file.parentPath),
  );
  const texts = await Promise.all(
    own.map(async (file) => {
      const path = join(file.parentPath, file.name);
      return [path.slice(place.userData.length), await readFile(path, 'latin1')] as const;
    }),
  );
  return Object.fromEntries(texts);
}

/** Where any of the secrets stands. */
function findSecrets(
  secrets: Readonly<Record<string, string>>,
  texts: Readonly<Record<string, string>>,
): string[] {
  return Object.entries(texts).flatMap(([where, text]) =>
    Object.entries(secrets)
      .filter(([, secret]) => text.includes(secret))
      .map(([name]) => `${name} in ${where}`),
  );
}

test('no secret is in any feed, answer, window, log, setting or file', async ({
  launch,
  stage,
}) => {
  const launched = await launch({
    settings: settingsFor(stage),
    environment: { STAGELIGHT_LOG: 'console' },
  });
  const { simulator } = stage;
  const tokens: string[] = [];
  const { authorizations } = simulator.world;
  const issuePair = authorizations.issuePair.bind(authorizations);
  authorizations.issuePair = (...args) => {
    const pair = issuePair(...args);
    tokens.push(pair.access.token, pair.refresh.token);
    return pair;
  };
  await launched.dashboard();
  const sent = await recordSent(launched);
  const page = await connectLive(launched, stage);
  const overlay = await showOverlay(launched);
  simulator.publish(simEvents(simulator).donation);
  await expect(overlay.locator('.sl-alert').first()).toBeVisible();
  const session = simulator.sessions.all[0]?.key ?? '';
  const answers: Record<string, string> = {};
  for (const name of everyCommand()) {
    const answer = await command(page, name, ARGUMENTS[name] ?? {});
    answers[`the answer to ${name}`] = JSON.stringify(answer);
  }
  expect(Object.keys(answers).length).toBe(Object.keys(COMMANDS).length - LEFT_OUT.length);
  const windows = {
    'the dashboard': await page.content(),
    'the overlay': await overlay.content(),
    'the storage of the dashboard': await page.evaluate(() =>
      JSON.stringify([localStorage, sessionStorage]),
    ),
  };
  const feeds = JSON.stringify(await sent());
  await launched.quit();
  const files = await writtenFiles(launched);
  expect(Object.keys(files).sort()).toEqual(
    expect.arrayContaining(['/ledger.sqlite', '/settings.json', '/vault-desktop.json']),
  );
  expect(Object.keys(files).some((name) => name.startsWith('/logs/'))).toBe(true);
  expect(launched.said).toContain('the application was entered');
  const everything = {
    ...answers,
    ...windows,
    ...files,
    'what the app printed': launched.said,
  };
  expect(tokens.length).toBeGreaterThanOrEqual(2);
  expect(session.length).toBeGreaterThan(8);
  const secrets = {
    'the client secret': simulator.clientSecret,
    ...Object.fromEntries(tokens.map((token, at) => [`token ${at + 1}`, token])),
    'the session key': session,
  };
  expect(findSecrets(secrets, { ...everything, 'the feeds': feeds })).toEqual([]);
  // The pages' keys stand where the streamer copies them from, and nowhere that is kept in the open.
  const [, key = ''] = /http:\/\/127\.0\.0\.1:\d+\/overlay\/([\w-]{20,})/.exec(feeds) ?? [];
  expect(key).not.toBe('');
  expect(findSecrets({ 'the page key': key }, everything)).toEqual([]);
});

test('where the system cannot encrypt, nothing is kept until that is allowed', {
  tag: '@standin',
}, async ({ launch, stage }) => {
  const launched = await launch({
    settings: settingsFor(stage),
    environment: keyring('basic_text'),
  });
  await Standin.of(launched);
  const { simulator } = stage;
  const vaultText = () =>
    readFile(join(launched.place.userData, 'vault-desktop.json'), 'utf8').catch(() => '');
  const keptNames = async () => {
    const text = await vaultText();
    return text === '' ? [] : Object.keys(JSON.parse(text).secrets);
  };
  const page = await connectLive(launched, stage);
  await expect(page.getByText(text('vault.ask'))).toBeVisible();
  expect(await keptNames()).toEqual([]);
  expect(JSON.stringify(await writtenFiles(launched))).not.toContain(simulator.clientSecret);
  await page.getByRole('button', { name: text('vault.allow'), exact: true }).click();
  await expect
    .poll(keptNames)
    .toEqual(expect.arrayContaining(['client-secret', 'grant', 'overlay-key']));
  expect((await readSettings(launched)).desktop.allowWeakVault).toBe(true);
  await commandDone(page, 'vault.allow-weak', { allow: false });
  expect(await keptNames()).toEqual([]);
});

test('a secret that was entered is never given back to the form', async ({ launch, stage }) => {
  const launched = await launch({ settings: settingsFor(stage) });
  await recordOpened(launched);
  const page = await launched.dashboard();
  await commandDone(page, 'setup.connect', connectForm(stage));
  await commandDone(page, 'setup.go', { step: 'application' });
  const field = page.getByLabel(text('connect.clientSecret'), { exact: true });
  await expect(field).toHaveValue('');
  await expect(field).toHaveAttribute('placeholder', text('application.secret-kept'));
  await expect(field).toHaveAttribute('type', 'password');
});
