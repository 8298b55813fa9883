import { SERVICE_WORKER_PATH } from "../../worker/contract/addresses.ts";
import { BUILD_LANGUAGE } from "../state/build-language.ts";
import { storeLanguage } from "../state/storage/offline-cache.ts";
import { trustedTypes } from "../ui/trusted-types.ts";
import type { WorkerMessage } from "./worker-messages.ts";

/** Makes the service worker's address alone. */
const policy = trustedTypes?.createPolicy("service-worker", { createScriptURL: () => SERVICE_WORKER_PATH });

/**
 * Registers the service worker, which shows the offline page in the language of this one.
 * @returns once a version is active; null where the browser has none or refuses it, as private windows do
 */
export async function registerWorker(): Promise<ServiceWorkerRegistration | null> {
  if (!("serviceWorker" in navigator)) return null;
  try {
    await storeLanguage(BUILD_LANGUAGE);
    await navigator.serviceWorker.register(policy?.createScriptURL(SERVICE_WORKER_PATH) ?? SERVICE_WORKER_PATH);
  } catch (error) {
    console.info("no offline page", error);
    return null;
  }
  const registration = await navigator.serviceWorker.ready;
  tell(registration.active, { kind: "page_opened" });
  return registration;
}

/** Sends a message to a service worker, if there is one. @param port takes the answer */
export function tell(worker: ServiceWorker | null, message: WorkerMessage, port?: MessagePort): void {
  worker?.postMessage(message, port ? [port] : []);
}
