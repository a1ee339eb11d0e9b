import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../storage/support.ts';
import { ALL, openReceiver, SinksWorld } from './sinks-world.ts';

const MANUAL = readFileSync(new URL('../../../docs/sinks.md', import.meta.url), 'utf8');
const hasPython = spawnSync('python3', ['--version'], { stdio: 'ignore' }).status === 0;
const LATE_S = 301;

type Headers = Readonly<Record<string, string>>;
type Asked = readonly [secret: string, headers: Headers, body: string];
/** What the manual’s program says of requests, at a moment. */
type Program = (asked: readonly Asked[], nowS: number) => Promise<boolean[]>;

function sampleIn(language: string): string {
  const found = new RegExp(`^\`\`\`${language}\n([^]*?)^\`\`\`$`, 'm').exec(MANUAL);
  if (!found?.[1]) throw new TypeError(`The manual has no sample in ${language}.`);
  return found[1];
}

const node: Program = async (asked, nowS) => {
  const file = join(temporaryFolder(), 'sample.mjs');
  writeFileSync(file, sampleIn('js'));
  const { isOurs } = (await import(pathToFileURL(file).href)) as {
    readonly isOurs: (...each: Asked) => boolean;
  };
  vi.spyOn(Date, 'now').mockReturnValue(nowS * 1_000);
  return asked.map((each) => isOurs(...each));
};

const DRIVER = `
import email.message, json, sys
time.time = lambda: given["now"]
def headers_of(pairs):
    message = email.message.Message()
    for name, value in pairs.items():
        message[name] = value
    return message
given = json.load(sys.stdin)
print(json.dumps([is_ours(s, headers_of(h), b.encode()) for s, h, b in given["asked"]]))
`;

const python: Program = async (asked, now) => {
  const program = `${sampleIn('python')}${DRIVER}`;
  const { stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: JSON.stringify({ asked, now }),
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout) as boolean[];
};

let ours: Asked;
let sentS = 0;

async function sent(): Promise<void> {
  const [world, receiver] = [await SinksWorld.start(), await openReceiver()];
  const { secret } = await world.sinks.commands['sinks.add']({
    kind: 'webhook',
    name: 'a bot',
    address: receiver.address,
    nearby: false,
    filter: ALL,
  });
  await world.happen('DONATION', 1, { donationText: '응원해요 ☕' });
  await world.until(() => receiver.got.length === 1);
  const [request] = receiver.got;
  const texts = Object.entries(request?.headers ?? {}).map(([name, value]) => [
    name,
    String(value),
  ]);
  ours = [String(secret), Object.fromEntries(texts), request?.text ?? ''];
  sentS = Math.floor(world.clock.now() / 1_000);
}

describe.each([
  ['Node', node, true],
  ['Python', python, hasPython],
] as const)('the manual’s sample in %s', (_, program, isHere) => {
  afterEach(() => vi.restoreAllMocks());

  it.skipIf(!isHere)('takes what Stagelight sent, and nothing else', async () => {
    await sent();
    const [secret, headers, body] = ours;
    const without = (name: string) =>
      Object.fromEntries(Object.entries(headers).filter(([each]) => each !== name));
    const changed = (name: string, value: string) => ({ ...headers, [name]: value });
    const signature = headers['x-stagelight-signature'] ?? '';
    const answers = await program(
      [
        ours,
        [`${secret}x`, headers, body],
        [secret, headers, `${body} `],
        [secret, changed('x-stagelight-time', String(sentS + 1)), body],
        [secret, changed('x-stagelight-time', 'soon'), body],
        [secret, changed('x-stagelight-signature', ''), body],
        [secret, changed('x-stagelight-signature', `é${signature.slice(1)}`), body],
        [secret, without('x-stagelight-signature'), body],
        [secret, without('x-stagelight-time'), body],
      ],
      sentS + LATE_S - 2,
    );
    expect(answers).toEqual([true, ...Array.from({ length: 8 }, () => false)]);
    expect(await program([ours], sentS + LATE_S)).toEqual([false]);
  });
});
