import { SentencePage } from "../ui/sentence-page.tsx";
import { notificationsText } from "./notifications-text.ts";

/** The placeholder at the address of the removed notifications feature. */
export function NotificationsPage() {
  return <SentencePage text={notificationsText.removed} />;
}
