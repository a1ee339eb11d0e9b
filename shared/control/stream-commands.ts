/** What a dashboard may ask of this part of the control room. */
export const STREAM_COMMANDS = {} as const;
