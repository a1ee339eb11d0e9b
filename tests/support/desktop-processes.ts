import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

const runFile = promisify(execFile);

interface Running {
  readonly pid: number;
  readonly parent: number;
  readonly words: string;
}

/** Every process of the machine, as `ps` knows them; none where there is no `ps`. */
async function allProcesses(): Promise<readonly Running[]> {
  if (process.platform === 'win32') return [];
  const { stdout } = await runFile('ps', ['-A', '-ww', '-o', 'pid=,ppid=,stat=,args='], {
    maxBuffer: 16 * 1024 * 1024,
  });
  return stdout.split('\n').flatMap((line) => {
    const found = /^\s*(\d+)\s+(\d+)\s+(\S+)\s+(.*)$/.exec(line);
    if (!found) return [];
    const [, pid, parent, state = '', words = ''] = found;
    // One that has ended and was not asked for its exit code is no process any more.
    return state.startsWith('Z') ? [] : [{ pid: Number(pid), parent: Number(parent), words }];
  });
}

/** The process and everything that it and its children have started. */
export async function processTree(root: number): Promise<ReadonlySet<number>> {
  const all = await allProcesses();
  const tree = new Set([root]);
  for (let grown = 0; grown !== tree.size; ) {
    grown = tree.size;
    for (const { pid, parent } of all) if (tree.has(parent)) tree.add(pid);
  }
  return tree;
}

/** What is left of these processes, and of any other that was started for `folder`. */
export async function leftOver(tree: ReadonlySet<number>, folder: string): Promise<string[]> {
  const all = await allProcesses();
  return all
    .filter(({ pid, words }) => pid !== process.pid && (tree.has(pid) || words.includes(folder)))
    .map(({ pid, words }) => `${pid} ${words.slice(0, 200)}`);
}
