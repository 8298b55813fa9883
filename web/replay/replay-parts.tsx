/** What replays a trade or a day, as one file to load. */
export { DayMiddle } from "./day-middle.tsx";
export { TradeMiddle } from "./trade-middle.tsx";
export { WhatHappened } from "./what-happened-list.tsx";
