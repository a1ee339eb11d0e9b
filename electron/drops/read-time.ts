const HAS_ZONE = /(?:Z|[+-]\d{2}:?\d{2})$/i;

/** A time of the platform as epoch milliseconds; null: none, or not to be read. No zone means UTC. */
export function readTime(text: string | null): number | null {
  if (text === null || text.trim() === '') return null;
  const trimmed = text.trim();
  const isWhole = trimmed.includes('T') && !HAS_ZONE.test(trimmed);
  const parsed = Date.parse(isWhole ? `${trimmed}Z` : trimmed);
  return Number.isNaN(parsed) ? null : parsed;
}
