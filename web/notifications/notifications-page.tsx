import { SentencePage } from "../ui/sentence-page.tsx";
import { notificationsText } from "./notifications-text.ts";

/** What stands at the address of a feature that is gone. */
export function NotificationsPage() {
  return <SentencePage text={notificationsText.removed} />;
}
