/**
 * The header in which a page names the user it acts for, by id. A request whose session belongs to another user is
 * refused like one without a session (401): two people who share a browser share its cookie, and no action may be
 * recorded for the wrong user.
 */
export const ACTING_USER_HEADER = "Acting-User";
