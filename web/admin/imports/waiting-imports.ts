import { ROUTE } from "../../state/routes.ts";

/** Address of the imports that wait for another admin than the one who sent them. */
export const WAITING_IMPORTS = `${ROUTE.adminImports}?status=waiting`;
