import type { Statement } from "../../db/client.ts";
import { identitySubmittedMail } from "../identity/identity-mails.ts";
import { assertMayRename, assertMaySubmit } from "../identity/identity-rules.ts";
import { submitIdCard } from "../identity/submit-id-card.ts";
import { type OwnImage, selectOwnImages } from "../images/image-store.ts";
import { type InspectedImage, inspectImage } from "../images/inspect-image.ts";
import { readDataUrl } from "../images/read-data-url.ts";
import { removeObjects, type StoredImage, storeImages } from "../images/store-image.ts";
import { reconsiderMails } from "../notifications/notification-store.ts";
import { audit } from "../platform/audit-log-store.ts";
import { countOneOf } from "../platform/counter-store.ts";
import { sendSoon } from "../platform/mail/mail-outbox.ts";
import { queueMail } from "../platform/mail/outbox-store.ts";
import type { Scope } from "../platform/scope.ts";
import { authorizedBatch } from "../platform/session.ts";
import { type Caller, mustBeSameCaller } from "../platform/session-store.ts";
import { setChoices } from "../platform/user-store.ts";
import { prepareZoneSoon } from "../trades/breakdown/prepare-figures.ts";
import { changedColumns, type ProfileColumns, type ProfileFields } from "./profile-rules.ts";
import { countDaysIn, type QuarterRange, replaceAvatar, selectQuarterRange } from "./profile-store.ts";
import { type UserView, userView } from "./user-view.ts";
import { selectUser, type UserRow } from "./user-view-store.ts";

/** Each image is a data URL; omitted fields stay unchanged. */
export type ProfileChange = ProfileFields & { profileImage?: string | undefined; idCardImage?: string | undefined };

/**
 * Changes a user's own profile, in one write. A new picture replaces the old one; a new ID card is submitted for review
 * and mailed; a new time zone recounts the days of all trades; a new name raises the version of a pending identity.
 *
 * @returns the user afterwards
 * @throws AppError `not_signed_in` | `invalid_input` | `username_taken` | `image_quota` | `too_many_requests` |
 * `service_down`, and `wrong_state` for a new ID card or name of a verified user, or after a concurrent change
 */
export async function saveProfile(
  scope: Scope,
  { profileImage, idCardImage, ...fields }: ProfileChange,
): Promise<UserView> {
  const { query } = scope.db;
  const pictures = [
    ...(profileImage === undefined ? [] : [readPicture(profileImage, "avatar", "profileImage")]),
    ...(idCardImage === undefined ? [] : [readPicture(idCardImage, "id_card", "idCardImage")]),
  ];
  const { caller, rows } = await authorizedBatch(scope, "read", (callerId) => [
    selectUser(query, callerId),
    selectOwnImages(query, callerId, ["avatar", "id_card"]),
    selectQuarterRange(query, callerId),
  ]);
  const [[user], existing, [quarters]] = rows;
  if (!user || !quarters) throw new Error("a session without its user");
  if (idCardImage !== undefined) assertMaySubmit(user.identity?.status ?? null);
  const columns = changedColumns(user, fields);
  const [name] = NAMES.filter((one) => columns[one] !== undefined);
  if (name) assertMayRename(user.identity?.status ?? null, name);
  if (pictures.length === 0 && Object.keys(columns).length === 0) return userView(user, caller.kind, scope);

  const images = pictures.map(({ image }) => image);
  return storeImages(scope.bindings.IMAGES, images, async (stored) => {
    const placed = stored.flatMap((image, i) => {
      const purpose = pictures[i]?.purpose;
      return purpose ? [{ purpose, image }] : [];
    });
    const after = await write(scope, caller, { user, quarters, columns, placed });
    if (columns.timeZone !== undefined) prepareZoneSoon(scope, user.id);
    scope.defer(removeObjects(scope.bindings.IMAGES, keysOf(existing, placed)));
    return after;
  });
}

/** The names that are compared with the ID card. */
const NAMES = ["firstName", "lastName"] as const;

type Purpose = "avatar" | "id_card";
type Picture = { purpose: Purpose; image: InspectedImage };
type Placed = { purpose: Purpose; image: StoredImage };

/** @throws AppError `invalid_input` */
function readPicture(dataUrl: string, purpose: Purpose, field: string): Picture {
  return { purpose, image: inspectImage(readDataUrl(dataUrl, field), field) };
}

/** The objects of the replaced images. */
function keysOf(existing: readonly OwnImage[], placed: readonly Placed[]): string[] {
  const replaced = existing.filter((image) => placed.some(({ purpose }) => purpose === image.purpose));
  return replaced.map(({ objectKey }) => objectKey);
}

async function write(
  scope: Scope,
  caller: Caller,
  change: {
    user: UserRow;
    quarters: QuarterRange;
    columns: Partial<ProfileColumns>;
    placed: readonly Placed[];
  },
): Promise<UserView> {
  const { query } = scope.db;
  const { user, quarters, columns, placed } = change;
  const nowMs = scope.now();
  const avatar = placed.find(({ purpose }) => purpose === "avatar")?.image;
  const idCard = placed.find(({ purpose }) => purpose === "id_card")?.image;
  const seenVersion = user.identity?.version ?? 0;
  const { firstName = user.firstName, lastName = user.lastName, ...others } = columns;
  const names = { from: `${user.firstName} ${user.lastName}`, to: `${firstName} ${lastName}` };
  const fields = [...Object.keys(others), ...(avatar ? ["profileImage"] : [])].join(" ");
  const mailId = crypto.randomUUID();

  const { rows } = await authorizedBatch(scope, "act", (callerId): Statement[] => [
    mustBeSameCaller(query, callerId, caller),
    countOneOf(query, "profileByAccount", callerId, nowMs),
    // Before the name, because a new name raises the version that was read.
    ...(idCard
      ? [
          ...submitIdCard(query, { callerId, userId: user.id, image: idCard, seenVersion }, nowMs),
          queueMail(query, mailId, identitySubmittedMail(user.email, scope.settings.APP_ORIGIN), nowMs),
        ]
      : []),
    ...(Object.keys(columns).length === 0 ? [] : [setChoices(query, user.id, columns)]),
    ...(columns.timeZone === undefined
      ? []
      : [
          ...countDaysIn(query, user.id, columns.timeZone, quarters),
          // Quiet hours are of the new zone's clock.
          reconsiderMails(query, callerId, nowMs),
        ]),
    ...(avatar ? replaceAvatar(query, callerId, avatar, nowMs) : []),
    ...(fields === ""
      ? []
      : [
          audit(
            query,
            { actor: user.id, action: "profile.changed", subject: `user:${user.id}`, detail: { fields } },
            nowMs,
          ),
        ]),
    ...(columns.firstName === undefined && columns.lastName === undefined
      ? []
      : [
          audit(
            query,
            { actor: user.id, action: "profile.name_changed", subject: `user:${user.id}`, detail: names },
            nowMs,
          ),
        ]),
    selectUser(query, callerId),
  ]);
  if (idCard) sendSoon(scope, [mailId]);
  // A dynamic list of statements has no result types; the last one returns the user.
  const [after] = rows.at(-1) as unknown as UserRow[];
  if (!after) throw new Error("a session without its user");
  return userView(after, caller.kind, scope);
}
