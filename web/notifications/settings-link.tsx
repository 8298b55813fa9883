import { styled } from "goober";
import { Link } from "wouter";
import { settingsPath } from "../state/routes.ts";
import { Icon, Settings } from "../ui/icon.tsx";
import { media, tint } from "../ui/theme.ts";
import { notificationsText as text } from "./notifications-text.ts";

const Anchor = styled("a")`
  display: grid;
  place-items: center;
  width: 28px;
  height: 28px;
  border-radius: var(--radius-control);
  color: var(--muted);
  &:hover {
    color: var(--text);
    background: ${tint("text", 8)};
  }
  ${media.touch} {
    width: 44px;
    height: 44px;
  }
`;

/** The way to what is e-mailed, where that is not on the screen. */
export function SettingsLink() {
  const path = settingsPath("notifications");
  return (
    <Link href={path} asChild>
      <Anchor href={path} aria-label={text.toSettings} title={text.toSettings}>
        <Icon of={Settings} />
      </Anchor>
    </Link>
  );
}
