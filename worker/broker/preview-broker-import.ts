import type { BrokerPreview } from "../contract/broker/broker-shapes.ts";
import { AppError } from "../contract/errors.ts";
import type { Scope } from "../platform/scope.ts";
import { BROKER_TEXT } from "./broker-answers.ts";

export async function previewImport(_scope: Scope, _id: string): Promise<BrokerPreview> {
  throw new AppError("not_found", BROKER_TEXT.noSuchImport);
}
