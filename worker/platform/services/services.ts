/** The services that the product depends on, as they are counted and shown. `jobs` are the cron's own jobs. */
export const SERVICES = [
  "database",
  "journal",
  "mail",
  "push",
  "telegram",
  "bakong",
  "prices",
  "images",
  "google",
  "passwords",
  "jobs",
] as const;
/** The name of a service. */
export type Service = (typeof SERVICES)[number];

/** The calls to one service in one minute. Times are epoch ms, null when there was none. */
export type ServiceCalls = {
  service: Service;
  minuteMs: number;
  calls: number;
  failures: number;
  lastSuccessMs: number | null;
  lastFailureMs: number | null;
};

/** The state of a service: its calls of the last hour, and its last success and failure, however long ago. */
export type ServiceRecord = Omit<ServiceCalls, "minuteMs">;
