/** Query parameters in the order they are sent; those that are not given are left out. */
export type Query = Readonly<Record<string, string | number | undefined>>;

/**
 * `base` + `path` + query. Values are percent-encoded, spaces as %20, so that every server reads
 * them alike; `{name}` in the path is replaced from `parts`.
 */
export function buildAddress(
  base: string,
  path: string,
  query: Query = {},
  parts: Readonly<Record<string, string>> = {},
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => {
    return encodeURIComponent((parts[name] ?? '').toWellFormed());
  });
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(String(value).toWellFormed())}`],
  );
  const search = pairs.length === 0 ? '' : `?${pairs.join('&')}`;
  return `${base.replace(/\/+$/, '')}${filled}${search}`;
}
