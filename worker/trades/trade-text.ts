/** Answers of the API about a trader's history and its reports. */
export const TRADE_TEXT = {
  noSuchRun: "There is no such demo run",
  noSuchBrokerAccount: "There is no such broker account",
  formatOfRuns: (format: string) => `format ${format} is of demo runs`,
  reportTooLarge: (max: string) => `A report holds ${max} closed positions. Choose a shorter period.`,
  foreignCursor: "cursor must be one that an answer gave",
  dateAlone: "date cannot be combined with another field",
  noSuchDate: "There is no such date",
  monthOrWeek: "Ask for a month or for a week",
  yearMissing: "year is required",
  noSuchWeek: (year: number, week: number) => `${year} has no week ${week}`,
  monthMissing: "month or week is required",
  ofList: (field: string) => `${field} belongs to the list of all trades`,
} as const;
