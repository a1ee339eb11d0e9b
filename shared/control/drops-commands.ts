/** What a dashboard may ask of this part of the control room. */
export const DROPS_COMMANDS = {} as const;
