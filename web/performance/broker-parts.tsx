/** The parts of the page that are about accounts with other brokers, as one file to load: each file more costs every page some bytes. */
export { DoneBanner } from "../broker/done-banner.tsx";
export { BrokerFiles } from "./broker-files.tsx";
export { BrokerHead } from "./broker-head.tsx";
export { TradeDialog } from "./trade-dialog.tsx";
