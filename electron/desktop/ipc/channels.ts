/**
 * To main: the page has taken one batch of frames. What carries IPC says nothing of its own about
 * how far a page has read; this is how the main process knows when to stop sending.
 */
export const TAKEN_CHANNEL = 'stagelight:taken';
