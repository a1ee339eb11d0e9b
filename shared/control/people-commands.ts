/** What a dashboard may ask of this part of the control room. */
export const PEOPLE_COMMANDS = {} as const;
