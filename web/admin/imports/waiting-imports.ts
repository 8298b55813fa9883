import { ROUTE } from "../../state/routes.ts";

/** The imports that wait for another admin than the one who sent them. */
export const WAITING_IMPORTS = `${ROUTE.adminImports}?status=waiting`;
