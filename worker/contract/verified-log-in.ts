/**
 * The log-in above the landing page of a browser that has just verified an address. The Worker writes into the document
 * what it asks for and how high it is, so that nothing moves when its script has come.
 */

/** The cookie of such a browser. */
export const VERIFIED_COOKIE = "verified";
/** How long the page has the log-in, in seconds. */
export const VERIFIED_SHOWN_S = 30 * 60;

/** The way to log in: one press while the browser may sign in without the password, and then the password. */
export const VERIFIED_LOG_INS = ["press", "password"] as const;
export type VerifiedLogIn = (typeof VERIFIED_LOG_INS)[number];

/** Its height where it is one row, and below each other where that is too narrow, in px. */
const HEIGHT_PX = { row: 72, press: 200, password: 328 };

/** The attribute of the element in the body that has the log-in, which takes the room's place. */
export const VERIFIED_PLACE = "data-log-in";

/** The style rules that keep the room for it. */
export function verifiedRoomCss(asks: VerifiedLogIn): string {
  const body = `body:not(:has(>[${VERIFIED_PLACE}]))`;
  const room = (px: number) => `[data-verified] ${body}{padding-top:${px}px}`;
  return `${room(HEIGHT_PX.row)}@media (max-width:1199px){${room(HEIGHT_PX[asks])}}`;
}
