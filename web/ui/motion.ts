import { keyframes } from "goober";

/** An animation of what appears: it fades in. */
export const appear = keyframes`from { opacity: 0; }`;
