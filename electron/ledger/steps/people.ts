/** What is kept of people. */
export const PEOPLE_STEP = 'SELECT 1;';
