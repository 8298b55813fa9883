/** What the product needs besides its own code, as it is counted and shown. `jobs` are the cron's own. */
export const SERVICES = ["database", "mail", "bakong", "prices", "images", "google", "passwords", "jobs"] as const;
export type Service = (typeof SERVICES)[number];

/** How the calls to one service went in one minute. Times are epoch ms, null where there was none. */
export type ServiceCalls = {
  service: Service;
  minuteMs: number;
  calls: number;
  failures: number;
  lastSuccessMs: number | null;
  lastFailureMs: number | null;
};

/** What is known of a service: its calls of the last hour, and when it last answered and failed, however long ago. */
export type ServiceRecord = Omit<ServiceCalls, "minuteMs">;
