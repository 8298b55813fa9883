import { styled } from "goober";
import type { ReactNode } from "react";
import { Callout } from "../../ui/callout.tsx";
import { type IconGlyph, TriangleAlert } from "../../ui/icon.tsx";
import { ADMIN_TEXT } from "./admin-text.ts";
import type { PendingAction } from "./pending-actions.ts";

export const FlagStack = styled("div")`
  display: grid;
  gap: 4px;
  &:empty {
    display: none;
  }
`;

type AdminFlagProps = {
  /** `warn` must be read before deciding; `plain` is for information. */
  tone?: "warn" | "plain";
  icon: IconGlyph;
  title: string;
  children?: ReactNode;
  /** Content at the right end, such as a progress count. */
  aside?: ReactNode;
  /** Announced by screen readers when it appears. */
  isAlert?: boolean;
};

/** One line about something that bears on the decision. */
export function AdminFlag({ tone = "warn", icon, title, children, aside, isAlert = false }: AdminFlagProps) {
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

/** A flag of a list. */
export type Flag = Omit<AdminFlagProps, "children"> & { text?: ReactNode };

/** Flags in their order; one that does not apply is false or null. */
export type FlagList = readonly (Flag | false | null | undefined)[];

export function Flags({ of }: { of: FlagList }) {
  const shown = of.filter((flag) => !!flag);
  return (
    <FlagStack>
      {shown.map(({ text, ...flag }) => (
        <AdminFlag key={flag.title} {...flag}>
          {text}
        </AdminFlag>
      ))}
    </FlagStack>
  );
}

/** Says that the decision about the open item was refused or that its outcome is unknown, and why. */
export function refusedFlag({ attempt, label, problem }: PendingAction): Flag {
  const title = attempt.isUnanswered ? ADMIN_TEXT.pending.unknown : ADMIN_TEXT.pending.notDone;
  return { icon: TriangleAlert, title: `${label}: ${title}`, text: problem?.message, isAlert: true };
}

/** Says that nothing was sent, as the open item had changed since it was shown. */
export function conflictFlag(message: string): Flag {
  return { icon: TriangleAlert, title: ADMIN_TEXT.nothingSent, text: message, isAlert: true };
}
