import { Buffer } from "node:buffer";
import { AppError } from "../contract/errors.ts";
import { IMAGE_FAULT_TEXT } from "./image-fault.ts";

/**
 * Decodes the bytes of an image data URL (`data:image/...;base64,...`); `inspectImage` checks what they are. Browsers
 * declare no type, or that of any bytes, for a file whose name they do not know. Other URLs are refused: the server fetches nothing on behalf of a client.
 *
 * @param field the input's name in the request, for the error
 * @throws AppError `invalid_input`
 */
export function readDataUrl(url: string, field: string): Uint8Array<ArrayBuffer> {
  const head = /^data:(?:image\/[a-z0-9.+-]{1,40}|application\/octet-stream)?;base64,/i.exec(url)?.[0];
  const content = head === undefined ? "" : url.slice(head.length);
  if (content === "" || content.length % 4 !== 0 || !/^[A-Za-z0-9+/]+={0,2}$/.test(content)) {
    throw new AppError("invalid_input", IMAGE_FAULT_TEXT.not_an_image, { field });
  }
  return new Uint8Array(Buffer.from(content, "base64"));
}
