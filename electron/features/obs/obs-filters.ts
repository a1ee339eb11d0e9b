import type { ObsCalls, ObsRequest } from './obs-calls.ts';

/** By source, scene or group: the names of its filters that are on and may hide what it shows. */
export type ObsFilters = ReadonlyMap<string, readonly string[]>;

/** They change the sound, or nothing that could hide a picture. Of plugins nothing is known. */
const HIDES_NOTHING =
  /^(gain|noise_|compressor|expander|upward_compressor|limiter|invert_polarity|basic_eq|vst_|async_delay|gpu_delay|sharpness|scale_filter|clut_filter|hdr_tonemap)/;

/** With one message. What OBS does not tell has none. */
export async function filtersOn(
  calls: Pick<ObsCalls, 'batch'>,
  sources: readonly string[],
): Promise<ObsFilters> {
  if (sources.length === 0) return new Map();
  const results = await calls.batch(
    sources.map((sourceName): ObsRequest => {
      return { requestType: 'GetSourceFilterList', requestData: { sourceName } };
    }),
  );
  const entries = sources.map((source, index) => {
    const result = results[index];
    const rows = result?.ok ? result.data['filters'] : [];
    return [source, (Array.isArray(rows) ? rows : []).flatMap(hiding)] as const;
  });
  return new Map(entries);
}

function hiding(row: unknown): readonly string[] {
  if (typeof row !== 'object' || row === null) return [];
  const { filterName, filterKind, filterEnabled, filterSettings } = row as Record<string, unknown>;
  if (typeof filterName !== 'string' || filterEnabled === false) return [];
  const kind = String(filterKind);
  const isHarmless = HIDES_NOTHING.test(kind) || isPlainColor(kind, filterSettings);
  return isHarmless ? [] : [filterName];
}

/** A correction of colors that leaves the picture as opaque as it was. */
function isPlainColor(kind: string, settings: unknown): boolean {
  if (!/^color_filter/.test(kind)) return false;
  const { opacity } = (settings ?? {}) as { readonly opacity?: unknown };
  // The first version counts in percent.
  return opacity === undefined || opacity === (kind === 'color_filter' ? 100 : 1);
}
