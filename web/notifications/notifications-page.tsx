import { SentencePage } from "../ui/sentence-page.tsx";

/** The placeholder at the address of the removed notifications feature. */
export function NotificationsPage() {
  return <SentencePage text="Notifications feature removed" />;
}
