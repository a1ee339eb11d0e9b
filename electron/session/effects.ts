/** A function for each effect of a machine: one that is missing does not compile. */
export type EffectHandlers<E extends { readonly type: string }> = {
  readonly [T in E['type']]: (effect: Extract<E, { readonly type: T }>) => void;
};

export function carryOutAll<E extends { readonly type: string }>(
  handlers: EffectHandlers<E>,
  effects: readonly E[],
): void {
  for (const effect of effects) {
    const carryOut = handlers[effect.type as E['type']] as (effect: E) => void;
    carryOut(effect);
  }
}
