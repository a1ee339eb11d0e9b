/** What was set at the platform, and by whom. */
export const STREAM_STEP = 'SELECT 1;';
