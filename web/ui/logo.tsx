import { styled } from "goober";

const Lockup = styled("span")`
  display: inline-flex;
  color: var(--text);
`;

/** The symbol: a candle cut by a river. At 16 px it is a version on the pixel grid. */
export function Mark({ size }: { size: 16 | 24 | 28 | 32 }) {
  return (
    <svg
      width={size}
      height={size}
      viewBox={size === 16 ? "0 0 16 16" : "0 0 24 24"}
      fill="var(--accent)"
      aria-hidden="true"
    >
      {size === 16 ? (
        <path d="M7 .5h2V3h2a3 3 0 0 1 3 3v.4C11.7 4.7 9.7 5.3 8.1 6.8 6.5 8.3 4.5 9.2 2 7.7V6a3 3 0 0 1 3-3h2zM9 15.5H7V13H5a3 3 0 0 1-3-3v-.4c2.3 1.7 4.3 1.1 5.9-.4 1.6-1.5 3.6-2.4 6.1-.9V10a3 3 0 0 1-3 3H9z" />
      ) : (
        <>
          <path d="M10.8 1.7a1.2 1.2 0 0 1 2.4 0V4H16a4 4 0 0 1 4 4v.3C16.7 6.1 14.1 7.3 11.9 9.5 9.8 11.7 7.5 13.3 4 11.4V8a4 4 0 0 1 4-4h2.8z" />
          <path d="M13.2 22.3a1.2 1.2 0 0 1-2.4 0V20H8a4 4 0 0 1-4-4v-.3c3.3 2.2 5.9 1 8.1-1.2 2.1-2.2 4.4-3.8 7.9-1.9V16a4 4 0 0 1-4 4h-2.8z" />
        </>
      )}
    </svg>
  );
}

/** Symbol and wordmark. The symbol has the accent colour, the word the text colour; it is never boxed. */
export function Logo({ height = 24 }: { height?: 24 | 28 | 32 }) {
  return (
    <Lockup>
      <svg width={(height / 24) * 79.4} height={height} viewBox="4 0 79.4 24" role="img" aria-label="Tonle">
        <g fill="var(--accent)">
          <path d="M10.8 1.7a1.2 1.2 0 0 1 2.4 0V4H16a4 4 0 0 1 4 4v.3C16.7 6.1 14.1 7.3 11.9 9.5 9.8 11.7 7.5 13.3 4 11.4V8a4 4 0 0 1 4-4h2.8z" />
          <path d="M13.2 22.3a1.2 1.2 0 0 1-2.4 0V20H8a4 4 0 0 1-4-4v-.3c3.3 2.2 5.9 1 8.1-1.2 2.1-2.2 4.4-3.8 7.9-1.9V16a4 4 0 0 1-4 4h-2.8z" />
        </g>
        <g transform="translate(28.5 0)" fill="none" stroke="currentColor" strokeWidth="2.3">
          <path d="M.8 5.75h12M6.8 5.75V18.7" />
          <circle cx="18.3" cy="13.55" r="4.05" />
          <path d="M27.2 18.7V8.4M27.2 13.2c0-2.3 1.5-3.7 3.6-3.7 2.3 0 3.5 1.4 3.5 3.75v5.45M39.7 3.9v14.8" />
          <path d="M45.1 13.5h8.25c0-2.4-1.7-4-4.1-4a4.05 4.05 0 0 0-4.1 4.05c0 2.4 1.75 4.05 4.2 4.05 1.6 0 2.8-.6 3.6-1.75" />
        </g>
      </svg>
    </Lockup>
  );
}
