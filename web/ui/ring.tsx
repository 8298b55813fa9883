type RingProps = {
  /** The remaining share, 0 to 1; the ring empties clockwise from twelve o'clock. */
  fraction: number;
  size: number;
  strokeWidth: number;
  tone?: "accent" | "warn" | "up" | "muted";
};

/** A partially drawn ring. Decorative: the figure beside it has the value. */
export function Ring({ fraction, size, strokeWidth, tone = "accent" }: RingProps) {
  const radius = (size - strokeWidth) / 2;
  const length = 2 * Math.PI * radius;
  const left = Math.min(Math.max(fraction, 0), 1);
  return (
    <svg width={size} height={size} viewBox={`0 0 ${size} ${size}`} fill="none" aria-hidden="true">
      <circle cx={size / 2} cy={size / 2} r={radius} stroke="var(--line)" strokeWidth={strokeWidth} />
      {left > 0 && (
        <circle
          cx={size / 2}
          cy={size / 2}
          r={radius}
          stroke={`var(--${tone})`}
          strokeWidth={strokeWidth}
          strokeLinecap="round"
          strokeDasharray={length}
          strokeDashoffset={length * (left - 1)}
          transform={`rotate(-90 ${size / 2} ${size / 2})`}
        />
      )}
    </svg>
  );
}
