import { ROUTE } from "../../state/routes.ts";

/** Address of the open payments that wait for the asking admin. */
export const WAITING_EXCEPTIONS = `${ROUTE.adminExceptions}?stage=waiting`;
