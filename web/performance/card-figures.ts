import type { User } from "../state/api.ts";
import type { Summary } from "./trade-types.ts";

/** The figures of the cards, whichever trades they are of. */
export type CardFigures = Omit<User["analytics"], "totalDeposits"> & Partial<Pick<Summary, "bestDay" | "totalPnL">>;
