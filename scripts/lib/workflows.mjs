import { readdirSync, readFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { inRoot } from './paths.mjs';
import { say } from './process.mjs';

/** The linter imports JSON without an import attribute, which Node rejects. */
const isBareJson = (url, { importAttributes }) =>
  /\/node_modules\/@actions\/.*\.json$/.test(url) && !importAttributes?.type;

async function loadLinter() {
  const hooks = registerHooks({
    load: (url, context, next) =>
      next(
        url,
        isBareJson(url, context) ? { ...context, importAttributes: { type: 'json' } } : context,
      ),
  });
  try {
    const { validate } = await import('@actions/languageservice');
    const { TextDocument } = await import('vscode-languageserver-textdocument');
    return (uri, text) => validate(TextDocument.create(uri, 'yaml', 1, text), {});
  } finally {
    hooks.deregister();
  }
}

const PINNED = /^uses: (?:\.\/|[\w./-]+@[0-9a-f]{40} # v\d)/;

/** Actions referenced by a tag or branch, which their owner can move to other code. */
function movableActions(text) {
  return text.split('\n').flatMap((line, index) => {
    const step = line.replace(/^[\s-]+/, '');
    const isMovable = step.startsWith('uses:') && !PINNED.test(step);
    return isMovable ? [`${index + 1}: pin this action to a full commit: ${step}`] : [];
  });
}

/** The linter caches by file name, so each text gets a unique one. */
let texts = 0;

/** Faults of a GitHub workflow, as `line: message`. */
export async function workflowFaults(name, text) {
  const lint = await loadLinter();
  texts += 1;
  const found = await lint(`file:///${texts}/.github/workflows/${name}`, text);
  const faults = found.map(({ range, message }) => `${range.start.line + 1}: ${message}`);
  return [...faults, ...movableActions(text)];
}

async function main([folder = inRoot('.github/workflows')]) {
  const names = readdirSync(folder).filter((name) => /\.ya?ml$/.test(name));
  const faults = [];
  for (const name of names) {
    const text = readFileSync(`${folder}/${name}`, 'utf8');
    for (const fault of await workflowFaults(name, text)) faults.push(`${name}:${fault}`);
  }
  for (const fault of faults) say(fault);
  return names.length > 0 && faults.length === 0 ? 0 : 1;
}

if (import.meta.main) process.exitCode = await main(process.argv.slice(2));
