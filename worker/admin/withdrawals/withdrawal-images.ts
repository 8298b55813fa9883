import type { Query } from "../../../db/client.ts";
import { TEXT_MAX } from "../../contract/limits.ts";
import { deleteUnreferred, insertImageForTrader } from "../../images/image-store.ts";
import { type InspectedImage, inspectImage } from "../../images/inspect-image.ts";
import { readDataUrl } from "../../images/read-data-url.ts";
import type { StoredImage } from "../../images/store-image.ts";
import { plainText } from "../../platform/plain-text.ts";
import { attachImage, detachImage, type WithdrawalImage } from "../../withdrawals/withdrawal-image-store.ts";
import type { ActingAdmin } from "../commands/run-admin-command.ts";

/** An image with its message, as an admin sends it: a data URL. */
export type SentImage = { image: string; message: string };

/** An image that an admin attaches to a withdrawal for its trader. */
export type AttachedImage = { kind: "admin" | "proof"; image: InspectedImage; message: string };

/** Reads the images of an action. @throws AppError `invalid_input` naming the invalid image */
export function readSentImages(images: readonly SentImage[], proof: SentImage | undefined): AttachedImage[] {
  const sent = images.map((image, i) => ({ ...image, kind: "admin" as const, field: `images.${i}` }));
  const sentProof = proof ? [{ ...proof, kind: "proof" as const, field: "proof" }] : [];
  return [...sent, ...sentProof].map(({ kind, image, message, field }) => ({
    kind,
    message: plainText(message, { field: `${field}.message`, max: TEXT_MAX.note, lines: "several" }),
    image: inspectImage(readDataUrl(image, `${field}.image`), `${field}.image`),
  }));
}

/**
 * The statements that attach images. A new proof replaces the existing one; a rejection by the admin who had approved
 * the completion removes it.
 * @param existing the withdrawal's images so far
 * @param stored the attached images in the bucket, in the same order
 * @returns `images`: the withdrawal's images afterwards
 */
export function attachImages(
  query: Query,
  withdrawal: { id: string; userId: string },
  existing: readonly WithdrawalImage[],
  {
    shown,
    stored,
    admin,
    isRejection = false,
  }: { shown: readonly AttachedImage[]; stored: readonly StoredImage[]; admin: ActingAdmin; isRejection?: boolean },
  nowMs: number,
) {
  const pairs = stored.flatMap((object, i) => {
    const image = shown[i];
    return image ? [{ object, row: withdrawalImage(withdrawal.id, object, image, nowMs) }] : [];
  });
  const hasNewProof = pairs.some(({ row }) => row.kind === "proof");
  const replaced = existing.filter(({ kind }) => kind === "proof" && (hasNewProof || isRejection));
  return {
    images: [...existing.filter((image) => !replaced.includes(image)), ...pairs.map(({ row }) => row)],
    statements: [
      ...replaced.flatMap(({ filename }) => [
        detachImage(query, { filename, withdrawalId: withdrawal.id }),
        // The next sweep deletes its object.
        deleteUnreferred(query, filename),
      ]),
      ...pairs.flatMap(({ object, row }) => {
        const purpose = row.kind === "proof" ? ("proof" as const) : ("admin_image" as const);
        return [
          ...insertImageForTrader(query, object, { purpose, adminId: admin.id, traderId: withdrawal.userId }, nowMs),
          attachImage(query, row),
        ];
      }),
    ],
  };
}

function withdrawalImage(
  withdrawalId: string,
  object: StoredImage,
  image: AttachedImage,
  nowMs: number,
): WithdrawalImage {
  const { kind, message } = image;
  return { filename: object.filename, withdrawalId, kind, message, uploadedAtMs: nowMs };
}
