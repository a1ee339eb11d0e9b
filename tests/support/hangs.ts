/** By then a state that a test waits for does not come any more, also on a machine with much else to do. */
export const HANGS_MS = 40_000;

/** The same of a whole test. */
export const TEST_HANGS_MS = 240_000;
