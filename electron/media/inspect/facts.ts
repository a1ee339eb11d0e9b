/** What the headers of a media file say. A field that is missing is not said. */
export interface Facts {
  readonly width?: number;
  readonly height?: number;
  /** Pictures of an animation. */
  readonly frames?: number;
  readonly seconds?: number;
  /** Of a film's pictures, as its container calls it: `avc1`, `V_VP9`. */
  readonly codec?: string;
}

/**
 * Looks at the structure of a whole file. null: it is damaged. Reading behind the end throws a
 * RangeError, which means the same.
 */
export type Inspect = (bytes: Buffer) => Facts | null;
