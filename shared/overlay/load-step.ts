/**
 * How much the overlay spares the streamer's computer. 0: nothing is left out; 1: no particles and
 * no blur; 2: chat without movement, at most 30 times a second; 3: chat in batches and short lines,
 * alerts plain. At every step each alert is shown, and each receipt sent.
 */
export const LOAD_STEPS = [0, 1, 2, 3] as const;
export type LoadStep = (typeof LOAD_STEPS)[number];

export const isLoadStep = (value: unknown): value is LoadStep =>
  LOAD_STEPS.some((step) => step === value);
