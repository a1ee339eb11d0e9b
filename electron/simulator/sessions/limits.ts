/** Limits of sessions and connections (specification, "Limits"), times in milliseconds. */
export const SESSION_LIMITS = {
  userSessionsPerUser: 3,
  clientSessionsPerApplication: 10,
  subscriptionsPerSession: 30,
  validityMs: 12 * 60 * 60 * 1000,
  connectionLifetimeMs: 2 * 60 * 60 * 1000,
  idleTimeoutMs: 10 * 60 * 1000,
  listSizeMin: 1,
  listSizeMax: 50,
  listSizeDefault: 20,
} as const;

/**
 * What happens to a session over the count limit. The specification speaks of the removal of a
 * session and does not show which; refusing is here for clients that want to be ready for that too.
 */
export type CountPolicy = 'remove-oldest' | 'refuse';
