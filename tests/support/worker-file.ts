import { join } from 'node:path';

/** The threads for what may take long, as their source is: Node runs it as it stands. */
export const WORKER_FILE = join(import.meta.dirname, '../../electron/worker.ts');
