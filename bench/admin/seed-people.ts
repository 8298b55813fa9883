import { SAVED_VIEW } from "../../worker/contract/saved-views.ts";
import { audit, digest, inTransaction, listPeople, runRound, type Seed, uuid } from "./seed-sql.ts";

/** The admins who take the decisions in the seed. */
export const ADMINS = ["admin-1", "admin-2"] as const;
/** All people of the operation. Two in three have one role alone. */
const ADMIN_COUNT = 40;
const FIRST_NAMES = ["Bopha", "Dara", "Sokha", "Vanna", "Rith", "Maly", "Sophea", "Kosal", "Chenda", "Piseth"];
const LAST_NAMES = ["Keo", "Kim", "Chan", "Sok", "Nov", "Heng", "Ly", "Mao", "Oum", "Prak", "Seng", "Tep", "Yim"];

const user = uuid("user", "i");
const oneOf = (names: readonly string[], number: string) =>
  `CASE (${number}) % ${names.length} ${names.map((name, at) => `WHEN ${at} THEN '${name}'`).join(" ")} END`;

/** The whole name of a trader, SQL: also that of who owns their bank account. */
export const NAME = `${oneOf(FIRST_NAMES, "i")} || ' ' || ${oneOf(LAST_NAMES, "i / 7")}`;

/** All people with their accounts, devices and bank details, and the audit entries of sign-up and log-in. */
export function seedPeople(seed: Seed): void {
  const { engine } = seed;
  listPeople(seed);
  const admins = Array.from({ length: ADMIN_COUNT }, (_, place) => `admin-${place + 1}`);
  inTransaction(engine, [
    ...admins.flatMap((id) => [
      `INSERT INTO users (id, email, username, username_key, first_name, last_name, password_hash, role, role_given_by, time_zone, created_at_ms)
        VALUES ('${id}', '${id}@example.com', '${id}', '${id}', 'Dara', 'Kim', '-', 'admin', 'system', 'Asia/Phnom_Penh', 0)`,
      `INSERT INTO second_factors (user_id, totp_secret, created_at_ms) VALUES ('${id}', '', 0)`,
      `INSERT INTO accounts (id, user_id, kind, floor_cents) VALUES ('available:${id}', '${id}', 'available', 0), ('held:${id}', '${id}', 'held', 0)`,
    ]),
    ...["support", "operator"].map(
      (role, place) => `UPDATE admin_roles SET is_held = 0
        WHERE role <> '${role}' AND user_id NOT IN (${ADMINS.map((id) => `'${id}'`).join()}) AND substr(user_id, 7) % 3 = ${place}`,
    ),
    `INSERT INTO saved_views (id, user_id, list, name, name_key, query, created_at_ms)
      SELECT admin.value || '-' || place.value, admin.value, 'withdrawals', 'View ' || place.value, 'view ' || place.value,
        'maxAmount=' || place.value || '00&stage=to_decide&status=open', 0
      FROM json_each('${JSON.stringify(admins)}') AS admin, json_each('${JSON.stringify(Array.from({ length: SAVED_VIEW.perAdminMax }, (_, place) => place + 1))}') AS place`,
  ]);
  runRound(seed, { round: 0 }, ({ people, early, late }) => [
    `INSERT INTO users (id, email, username, username_key, first_name, last_name, phone, password_hash, time_zone, email_verified_at_ms, created_at_ms)
      SELECT ${user}, printf('trader%06d@example.com', i), printf('Trader%06d', i), printf('trader%06d', i),
        ${oneOf(FIRST_NAMES, "i")}, ${oneOf(LAST_NAMES, "i / 7")}, printf('012%06d', i), '-', 'Asia/Phnom_Penh', ${early}, ${early}
      FROM ${people}`,
    `INSERT INTO accounts (id, user_id, kind, floor_cents) SELECT 'available:' || ${user}, ${user}, 'available', 0 FROM ${people}`,
    `INSERT INTO accounts (id, user_id, kind, floor_cents) SELECT 'held:' || ${user}, ${user}, 'held', 0 FROM ${people}`,
    `INSERT INTO payment_methods (user_id, bank_name, account_id, bank_holder, updated_at_ms)
      SELECT ${user}, 'ABA Bank', printf('000 %06d', i), ${NAME}, ${early} FROM ${people}`,
    `INSERT INTO known_devices (user_id, device_hash, last_log_in_at_ms)
      SELECT ${user}, ${digest("session", "i", 64)}, ${late} FROM ${people}`,
    audit({ people, action: "user.signed_up", at: early, actor: user, subject: `'user:' || ${user}`, detail: "'{}'" }),
    audit({ people, action: "user.logged_in", at: late, actor: user, subject: `'user:' || ${user}`, detail: "'{}'" }),
  ]);
}

/** ID cards: seven traders in ten sent one; of these one in fifty is pending and one in ten rejected. */
export function seedIdentities(seed: Seed): void {
  const card = `printf('card%039d.jpg', i)`;
  const sent = (people: string) => `${people} AND i % 10 < 7`;
  runRound(seed, { round: 1 }, ({ people, early, late }) => [
    `INSERT INTO images (filename, user_id, purpose, object_key, content_type, size_bytes, width_px, height_px, uploaded_by, created_at_ms)
      SELECT ${card}, ${user}, 'id_card', ${digest("user", "i", 64)}, 'image/jpeg', 200000, 1200, 800, ${user}, ${early}
      FROM ${sent(people)}`,
    `INSERT INTO identities (user_id, status, image, submitted_at_ms) SELECT ${user}, 'pending', ${card}, ${early} FROM ${sent(people)}`,
    `UPDATE identities SET status = 'verified', version = 2, decided_by = '${ADMINS[0]}', decided_at_ms = ${late}
      FROM ${sent(people)} AND i % 50 > 0 AND i % 10 <> 3 AND identities.user_id = ${user}`,
    `UPDATE identities SET status = 'rejected', reject_reason = 'unclear', note = 'Blurred', version = 2,
        decided_by = '${ADMINS[0]}', decided_at_ms = ${late}
      FROM ${sent(people)} AND i % 50 > 0 AND i % 10 = 3 AND identities.user_id = ${user}`,
    audit({
      people: `${sent(people)} AND i % 50 > 0`,
      action: "identity.verified",
      at: late,
      detail: "'{}'",
      actor: `'${ADMINS[0]}'`,
      subject: `'identity:' || ${user}`,
    }),
  ]);
}

/** Sessions: every fifth trader is signed in. */
export function seedSessions({ engine, nowMs }: Seed): void {
  inTransaction(engine, [
    `INSERT INTO sessions (id, token_hash, user_id, kind, created_at_ms, last_action_at_ms, authenticated_at_ms, expires_at_ms, user_agent, country)
      SELECT ${uuid("session", "i")}, ${digest("session", "i + 1000000", 64)}, ${user}, 'trader',
        ${nowMs} - i, ${nowMs}, ${nowMs}, ${nowMs} + 86400000, 'Mozilla/5.0', 'KH'
      FROM people WHERE i % 5 = 0`,
  ]);
}
