import { groupedNumber } from "./grouped-number.ts";
import type { Translation } from "./languages.ts";
import { DEPOSIT, IMAGE, IMPORT, WITHDRAWAL } from "./limits.ts";
import { formatUsd } from "./money.ts";
import { MINUTE_MS } from "./time.ts";

const MIB = 1024 * 1024;
const formatCount = (limit: number) => groupedNumber(limit, 0);
const wholeUsd = (amountCents: number) => `$${formatCount(amountCents / 100)}`;

export const minutesInWords: typeof import("./limit-text.ts").minutesInWords = (ms) => `${ms / MINUTE_MS} នាទី`;

export const LIMIT_TEXT: Translation<typeof import("./limit-text.ts").LIMIT_TEXT> = {
  depositMin: `ចំនួនដាក់ប្រាក់អប្បបរមាគឺ ${wholeUsd(DEPOSIT.amountCentsMin)} USD`,
  depositMax: `ចំនួនដាក់ប្រាក់អតិបរមាគឺ ${wholeUsd(DEPOSIT.amountCentsMax)} USD`,
  depositsOpen: `អ្នកមានកូដ KHQR ${DEPOSIT.openMax} ដែលមិនទាន់បានបង់។ សូមបង់ ឬបោះបង់មួយជាមុនសិន។`,
  withdrawalsPending: `អ្នកមានការដកប្រាក់ ${WITHDRAWAL.pendingMax} កំពុងរង់ចាំការពិនិត្យ។ សូមរង់ចាំ ឬបោះបង់មួយជាមុនសិន។`,
  withdrawalsOfDay: (mostCents) => `អ្នកអាចដកប្រាក់បានច្រើនបំផុត ${formatUsd(mostCents)} ក្នុង 24 ម៉ោង`,
  imageBytes: `ទំហំឯកសារត្រូវតិចជាង ${IMAGE.bytesLimit / MIB} MB`,
  imageSides: `រូបភាពត្រូវមានទំហំពី ${formatCount(IMAGE.sidePxMin)} ទៅ ${formatCount(IMAGE.sidePxMax)} ភិចសែលក្នុងមួយជ្រុង និងមិនលើសពី ${IMAGE.pixelsMax / 1e6} មេហ្គាភិចសែល`,
  imageQuota: `រូបភាពទាំងអស់របស់អ្នកនឹងលើសពី ${IMAGE.perUserBytesMax / MIB} MB។ សូមជ្រើសរើសរូបដែលតូចជាងនេះ។`,
  importRows: `ឯកសារមួយអាចមានការជួញដូរ ${formatCount(IMPORT.rowsMax)}`,
  importChunk: `អាចផ្ញើបានច្រើនបំផុត ${formatCount(IMPORT.chunkRowsMax)} ជួរក្នុងមួយលើក`,
};
