import { Badge } from "../../ui/badge.tsx";
import { BadgeCheck, KeyRound, Lock, ShieldAlert, UserRoundX } from "../../ui/icon.tsx";
import { USER_ADMIN_TEXT } from "./user-admin-text.ts";
import type { AdminUser } from "./user-types.ts";

const text = USER_ADMIN_TEXT.badge;

/** The states of an account that every decision depends on, as badges. */
export function UserBadges({ user }: { user: AdminUser }) {
  const { closedAt, frozenAt, role, verifiedAt, idVerificationStatus } = user;
  if (closedAt !== null) {
    return (
      <Badge tone="neutral" icon={UserRoundX}>
        {text.closed}
      </Badge>
    );
  }
  return (
    <>
      {frozenAt !== null && (
        <Badge tone="down" icon={Lock}>
          {text.frozen}
        </Badge>
      )}
      {role === "admin" && (
        <Badge tone="warn" icon={KeyRound}>
          {text.admin}
        </Badge>
      )}
      {verifiedAt === null && (
        <Badge tone="warn" icon={ShieldAlert}>
          {text.unverified}
        </Badge>
      )}
      {idVerificationStatus === "verified" && (
        <Badge tone="up" icon={BadgeCheck}>
          {text.verified}
        </Badge>
      )}
    </>
  );
}
