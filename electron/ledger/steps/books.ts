/** What the books need to be searched and added up. */
export const BOOKS_STEP = 'SELECT 1;';
