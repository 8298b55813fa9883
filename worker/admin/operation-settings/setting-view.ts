import { iso, isoOrNull } from "../../contract/iso-time.ts";
import { ruleOf, type SettingKey, type SettingValue, settingValue } from "../../contract/operation/settings.ts";
import { approvalsView, countApprovals } from "../commands/approvals.ts";
import { aloneFrom, type Current, peopleNeeded } from "./setting-rules.ts";
import type { SettingChange } from "./setting-store.ts";

function shown(key: SettingKey, stored: string | null): SettingValue | null {
  return stored === null ? null : settingValue(key, stored);
}

/** A setting as admins see it. @param first its value where nobody has set one */
export function settingView(key: SettingKey, { inForce, open }: Current, first: SettingValue | null) {
  return {
    key,
    /** Null: empty. */
    value: inForce ? shown(key, inForce.value) : first,
    /** Sent back with a proposal: another change may be in force by then. Null while the first value is. */
    version: inForce?.id ?? null,
    /** Who set it, and when; null while the first value is in force. */
    setBy: inForce ? setterNames(inForce) : null,
    setAt: inForce ? isoOrNull(inForce.appliedAtMs) : null,
    proposal: open ? proposalView(open) : null,
  };
}

function setterNames({ proposedByName, appliedByName }: SettingChange): string[] {
  return [...new Set([proposedByName, appliedByName].filter((name) => name !== null))];
}

function proposalView(change: SettingChange) {
  const need = peopleNeeded(change);
  return {
    _id: change.id,
    value: shown(change.key, change.value),
    reason: change.reason,
    by: change.proposedByName ?? "",
    byId: change.proposedBy,
    at: iso(change.proposedAtMs),
    approvals: countApprovals(change.approvedBy, "approve", need),
    approvedBy: approvalsView(change.approvedBy),
    /** When the only admin can put it into force; null where two must agree. */
    aloneFrom: isoOrNull(aloneFrom(change)),
  };
}

/** A change among those of before. */
export function changeView(change: SettingChange) {
  const { key, revision, cancelledAtMs, trader } = change;
  return {
    _id: change.id,
    key,
    trader: trader && { _id: trader._id, name: `${trader.firstName} ${trader.lastName}` },
    value: shown(key, change.value),
    /** Null where the first value was in force before, or nothing. */
    before: change.seenId === null ? null : shown(key, change.valueBefore),
    isFirst: change.seenId === null,
    state:
      revision !== null ? ("set" as const) : cancelledAtMs !== null ? ("taken_back" as const) : ("proposed" as const),
    reason: change.reason,
    by: change.proposedByName ?? "",
    at: iso(change.proposedAtMs),
    /** Who put it into force or took it back, and when. */
    decidedBy: change.appliedByName ?? change.cancelledByName,
    decidedAt: isoOrNull(change.appliedAtMs ?? cancelledAtMs),
    isForTwo: ruleOf(key).people === 2,
  };
}
