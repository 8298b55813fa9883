import type { StudiedTrades } from "../../worker/contract/studied-trades.ts";
import type { Findings } from "./findings/find-differences.ts";
import { studyTrades } from "./study-trades.ts";

/** What this script is sent, once, and what it answers. A failure is an error of the thread. */
export type StudyRequest = StudiedTrades;
export type StudyAnswer = Findings;

/** The thread's own global, which TypeScript's library of documents does not have. */
const thread = globalThis as unknown as {
  onmessage: (event: MessageEvent<StudyRequest>) => void;
  postMessage: (message: StudyAnswer) => void;
};

thread.onmessage = ({ data }) => thread.postMessage(studyTrades(data));
