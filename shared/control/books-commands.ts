/** What a dashboard may ask of this part of the control room. */
export const BOOKS_COMMANDS = {} as const;
