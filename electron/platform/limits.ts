const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/**
 * The table "Limits" of the specification, and the recommended PING interval. Durations are in
 * milliseconds; the refresh token's six months are calendar months and stay a count.
 */
export const SPEC_LIMITS = {
  applicationNameMin: 2,
  applicationNameMax: 20,
  authorizationCodeMs: 10 * MINUTE,
  accessTokenMs: 86_400 * SECOND,
  refreshTokenMonths: 6,
  firstPage: 0,
  campaignsSizeDefault: 20,
  campaignsSizeMax: 100,
  claimsSizeDefault: 20,
  claimsSizeMax: 1000,
  claimIdsInFilterMax: 100,
  claimIdsInChangeMax: 100,
  sessionsSizeDefault: 20,
  sessionsSizeMin: 1,
  sessionsSizeMax: 50,
  userSessionsMax: 3,
  clientSessionsMax: 10,
  subscriptionsMax: 30,
  sessionValidityMs: 12 * HOUR,
  connectionsPerSession: 1,
  connectionLifetimeMs: 2 * HOUR,
  idleTimeoutMs: 10 * MINUTE,
  pingIntervalMs: MINUTE,
  /** Korea Standard Time is UTC+9 all year; the drops quota starts anew at its midnight. */
  quotaZoneOffsetMs: 9 * HOUR,
} as const;
