interface AgeBarProps {
  readonly ageMs: number;
  readonly limitMs: number;
  /** The age at which something is planned; null: nothing is. */
  readonly markMs: number | null;
}

/** An age on its way to its limit, drawn. The words beside it say the same. */
export function AgeBar({ ageMs, limitMs, markMs }: AgeBarProps) {
  const share = (ms: number) => `${Math.min(100, Math.max(0, (ms / limitMs) * 100)).toFixed(2)}%`;
  return (
    <dd className="age-bar" aria-hidden>
      <span className="age-fill" style={{ width: share(ageMs) }} />
      {markMs === null ? null : (
        <span className="age-mark" style={{ insetInlineStart: share(markMs) }} />
      )}
    </dd>
  );
}
