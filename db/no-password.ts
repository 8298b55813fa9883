/** The password hash of an account without a password: only a reset or another way to log in gives access to it. */
export const NO_PASSWORD = "";
