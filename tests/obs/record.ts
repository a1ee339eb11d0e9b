import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { startRealObs, USUAL_RATE } from '../support/obs-kit.ts';
import { GROUPS_AT_FIRST, SCENES_AT_FIRST } from '../support/obs-scenario.ts';
import { conversationWith } from './conversation.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FILE = resolve(ROOT, 'tests/fixtures/obs-29.json');

/** A picture tells nothing about the protocol. */
const short = (_: string, value: unknown): unknown =>
  typeof value === 'string' && value.startsWith('data:') ? value.slice(0, 40) : value;

const obs = await startRealObs({
  scenes: SCENES_AT_FIRST,
  groups: GROUPS_AT_FIRST,
  profile: USUAL_RATE,
});
try {
  writeFileSync(FILE, JSON.stringify(await conversationWith(obs), short, 2));
} finally {
  await obs.stop();
}
spawnSync(process.execPath, ['node_modules/@biomejs/biome/bin/biome', 'format', '--write', FILE], {
  cwd: ROOT,
  stdio: 'inherit',
});
