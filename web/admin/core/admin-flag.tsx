import { styled } from "goober";
import type { ReactNode } from "react";
import { Callout } from "../../ui/callout.tsx";
import type { IconGlyph } from "../../ui/icon.tsx";

export const FlagStack = styled("div")`
  display: grid;
  gap: 4px;
  &:empty {
    display: none;
  }
`;

type AdminFlagProps = {
  /** `warn` must be read before deciding; `plain` is for information. */
  tone: "warn" | "plain";
  icon: IconGlyph;
  title: string;
  children?: ReactNode;
  /** Content at the right end, such as a progress count. */
  aside?: ReactNode;
  /** Announced by screen readers when it appears. */
  isAlert?: boolean;
};

/** One line about something that bears on the decision. */
export function AdminFlag({ tone, icon, title, children, aside, isAlert = false }: AdminFlagProps) {
  return (
    <Callout
      size="dense"
      tone={tone === "warn" ? "warn" : "info"}
      icon={icon}
      role={isAlert ? "alert" : undefined}
      action={aside}
    >
      <p>
        <b>{title}</b>
        {children}
      </p>
    </Callout>
  );
}
