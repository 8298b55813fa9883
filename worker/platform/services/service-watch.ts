import { DurableObject } from "cloudflare:workers";
import type { Bindings } from "../env.ts";
import { ServiceStore } from "./service-store.ts";
import type { ServiceCalls, ServiceRecord } from "./services.ts";

declare module "../env.ts" {
  interface Bindings {
    SERVICE_WATCH: DurableObjectNamespace<ServiceWatch>;
  }
}

/**
 * Adds up the calls to outside services that all isolates report. They are not stored in the database, which is one of
 * these services: its failures must be known even when it cannot be written to.
 */
export class ServiceWatch extends DurableObject<Bindings> {
  readonly #store = new ServiceStore(this.ctx.storage.sql);

  report(calls: readonly ServiceCalls[]): void {
    for (const one of calls) this.#store.add(one);
    this.#store.removeOld(Date.now());
  }

  records(): ServiceRecord[] {
    return this.#store.read(Date.now());
  }
}
