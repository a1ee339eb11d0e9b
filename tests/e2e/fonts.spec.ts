import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';

const BUILT = join(import.meta.dirname, '../../dist/overlay/assets');
const PAGE = 'http://fonts.example';

test('a page loads the everyday letters of a weight; the first rare one brings the whole font', async ({
  page,
}) => {
  const asked: string[] = [];
  const sheets = readdirSync(BUILT).filter((name) => name.endsWith('.css'));
  await page.route(`${PAGE}/**`, (route) => {
    const name = new URL(route.request().url()).pathname.slice(1);
    if (name.endsWith('.woff2')) asked.push(name.replace(/-[\w-]{8}\.woff2$/, ''));
    if (name)
      return route.fulfill({ body: readFileSync(join(BUILT, name)), path: join(BUILT, name) });
    const links = sheets.map((sheet) => `<link rel="stylesheet" href="/${sheet}">`).join('');
    const body = `${links}<p style="font: 400 20px Pretendard"></p>`;
    return route.fulfill({ contentType: 'text/html; charset=utf-8', body });
  });
  await page.goto(PAGE);
  /** All fonts that a text asks for are there when it answers. */
  const write = (text: string) =>
    page.locator('p').evaluate(async (line, words) => {
      line.textContent = words;
      line.getBoundingClientRect();
      await document.fonts.ready;
      line.getBoundingClientRect();
      await document.fonts.ready;
    }, text);

  await write('앜ㅋㅋ 오늘도 12,345원! “고마워요” ★ 🎉 漢字 ไทย é');
  expect(asked).toEqual(['everyday-400']);
  await write('뷁 똠방각하');
  expect(asked).toEqual(['everyday-400', 'pretendard-latin-400-normal']);
  await write('펲시 Привет');
  expect(asked).toHaveLength(2);
});
