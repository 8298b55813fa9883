/**
 * The header in which a page says for whom it acts, a user's id. A request whose session is another person's is refused as
 * one without a session (401): two people who share a browser share its cookie, and nobody's act may count as another's.
 */
export const ACTING_USER_HEADER = "Acting-User";
