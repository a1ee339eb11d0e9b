import { describe, expect, it } from 'vitest';
import { pastedKeys } from '../../../../renderer/dashboard/setup/pasted-keys.ts';

const ID = 'a1b2c3d4-e5f6-7890';
const SECRET = 's3cr3t_Zx81.kQ~w-90Lm';
const BOTH = { clientId: ID, clientSecret: SECRET };

describe('keys that are pasted', () => {
  it.each([
    ['both with their names', `Client ID: ${ID}\nClient Secret: ${SECRET}`, BOTH],
    ['both in another order', `Client Secret\n${SECRET}\nClient ID\n${ID}`, BOTH],
    ['names in Korean', `클라이언트 아이디 ${ID} 클라이언트 시크릿 ${SECRET}`, BOTH],
    ['a data file', `{"client_id":"${ID}","client_secret":"${SECRET}"}`, BOTH],
    ['both without names', `  ${ID}\n${SECRET}\n`, BOTH],
    [
      'a whole page with its buttons',
      `내 애플리케이션\n이름 달빛\nClient ID\n${ID}\n복사 Duplicate\nClient Secret\nRegenerate\n${SECRET}\nRedirect URI\nhttp://127.0.0.1:17817/callback`,
      BOTH,
    ],
    ['one with its name', `CLIENT_SECRET=${SECRET}`, { clientSecret: SECRET }],
    [
      'a page that hides its secret',
      `Client ID\n${ID}\nClient Secret\n••••••••\nRedirect URI\nhttp://127.0.0.1:17817/callback`,
      { clientId: ID },
    ],
    ['a key without its name', ID, null],
    ['words', 'Copy the Client ID of your application', null],
    ['nothing', '', null],
  ])('are found in %s', (_what, text, expected) => {
    expect(pastedKeys(text)).toEqual(expected);
  });
});
