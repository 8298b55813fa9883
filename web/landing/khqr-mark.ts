/** The red of the payment scheme's own mark, outside of the themes. */
export const KHQR_RED = "#e1232e";
