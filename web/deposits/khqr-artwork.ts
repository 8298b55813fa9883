/**
 * Measures and colours of the card around a payment code, on the screen and in the saved image. The colours are the
 * payment scheme's, the same in every theme; sizes are px at the card's own scale.
 */
export const KHQR_CARD = {
  red: "#E1232E",
  paper: "#FFFFFF",
  ink: "#0A0A0A",
  dash: "#C8C8CC",
  radius: 12,
  headHeight: 44,
  /** The folded corner below the head: the side of its triangle. */
  fold: 18,
  infoHeight: 78,
  infoLeft: 24,
  /** The coin in the middle of the code: its radius, and the radius of the white area around it. */
  coinRadius: 17,
  coinClearing: 21,
} as const;

/** The KHQR wordmark as one path in a box of 74 by 17; fill it with the even-odd rule. */
export const KHQR_WORDMARK = {
  width: 74,
  height: 17,
  path:
    "M0 0h4v6.4h.6L11.2 0h5.9L8.6 8l8.5 8h-5.9L4.6 9.6H4V16H0z" +
    "M20 0h4v6.2h8.4V0h4v16h-4V9.6H24V16h-4z" +
    "M41.5 0h11.8a2 2 0 0 1 2 2v15.4L49.6 12l.1-2.8 2.4 2V3.2h-8.8v9.6h4.2l2 3.2h-8a2 2 0 0 1-2-2V2a2 2 0 0 1 2-2z" +
    "M58.9 0h13a2 2 0 0 1 2 2v6.4a2 2 0 0 1-2 2h-2.4L74 16h-5.2l-4.4-5.6h-1.5V16h-4zM62.9 3.2v4.2h7V3.2z",
} as const;

/** The dollar sign of the coin, centred on 0, 0; stroke width 2.4. */
export const DOLLAR_PATH =
  "M5 -5.2C4.2 -6.8 2.4 -7.6 .2 -7.6C-2.8 -7.6 -5 -6.2 -5 -3.9C-5 -1.4 -2.6 -.6 .1 0C2.9 .6 5.2 1.5 5.2 4C5.2 6.3 2.9 7.6 0 7.6C-2.6 7.6 -4.6 6.6 -5.3 4.8M0 -10.4V10.4";
