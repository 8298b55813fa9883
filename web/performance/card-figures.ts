import type { User } from "../state/api.ts";
import type { Summary } from "./trade-types.ts";

/** The figures of the cards, of all trades or of a filtered part. */
export type CardFigures = Omit<User["analytics"], "totalDeposits"> & Partial<Pick<Summary, "bestDay" | "totalPnL">>;
