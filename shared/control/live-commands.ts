/** What a dashboard may ask of this part of the control room. */
export const LIVE_COMMANDS = {} as const;
