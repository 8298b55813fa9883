import type { Translation } from "../../worker/contract/languages.ts";

export const labelFilterText: Translation<typeof import("./label-filter-text.ts").labelFilterText> = {
  setup: "គំរូ",
  allSetups: "គំរូទាំងអស់",
  noSetup: "គ្មានគំរូ",
  tag: "ស្លាក ឬកំហុស",
  allTags: "ស្លាកទាំងអស់",
  noTag: "គ្មានស្លាក",
  noMistake: "គ្មានកំហុស",
  unknown: "ស្លាកដែលត្រូវបានដកចេញ",
};
