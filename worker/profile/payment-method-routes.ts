import { Hono } from "hono";
import * as z from "zod";
import { saidIn } from "../contract/translated.ts";
import { IMAGE_FAULT_TEXT } from "../images/image-fault.ts";
import { form, issueText } from "../platform/input.ts";
import { multipartRequest } from "../platform/request/multipart.ts";
import type { AppEnv } from "../platform/scope.ts";
import { PROFILE_TEXT } from "./profile-answers.ts";
import { savePaymentMethods } from "./save-payment-methods.ts";

const methodsForm = z.strictObject({
  bankName: z.string(),
  accountId: z.string(),
  // A page of before holders sends none.
  bankHolder: z.string().optional(),
  khqrHolder: z.string().optional(),
  khqrImage: z.instanceof(File, { error: issueText(IMAGE_FAULT_TEXT.not_an_image) }).optional(),
});

/** The route that saves payment methods. */
export const paymentMethodRoutes = new Hono<AppEnv>().post(
  "/payment-methods",
  multipartRequest,
  form(methodsForm),
  async (c) => {
    const { khqrImage, ...bank } = c.req.valid("form");
    const bytes = khqrImage ? new Uint8Array(await khqrImage.arrayBuffer()) : null;
    const scope = c.get("scope");
    const user = await savePaymentMethods(scope, { ...bank, khqrImage: bytes });
    return c.json({ success: true as const, user, message: saidIn(scope.language, PROFILE_TEXT.methodsSaved) });
  },
);
