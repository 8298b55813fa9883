/** The red of the payment scheme's own mark, outside the themes. */
export const KHQR_RED = "#e1232e";
