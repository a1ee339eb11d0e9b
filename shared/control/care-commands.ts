/** What a dashboard may ask of this part of the control room. */
export const CARE_COMMANDS = {} as const;
