-- Limits of the application leave the CHECKs of users, images, deposits and withdrawals for triggers, where a change makes no
-- table anew. SQLite drops no CHECK, so the four are made anew here, with their rows and indexes. What names them goes before
-- and comes again after (`bun run guards`), as db/guards shows it: with the decision about a withdrawal and the creation time of
-- an import fixed.
DROP TRIGGER deposits_start_pending;
--> statement-breakpoint
DROP TRIGGER deposits_state_machine;
--> statement-breakpoint
DROP TRIGGER deposits_terms_fixed;
--> statement-breakpoint
DROP TRIGGER deposits_never_deleted;
--> statement-breakpoint
DROP TRIGGER withdrawals_start_pending;
--> statement-breakpoint
DROP TRIGGER withdrawals_never_deleted;
--> statement-breakpoint
DROP TRIGGER deposits_settlement_once;
--> statement-breakpoint
DROP TRIGGER images_quota;
--> statement-breakpoint
DROP TRIGGER images_never_changed;
--> statement-breakpoint
DROP TRIGGER identities_start_pending;
--> statement-breakpoint
DROP TRIGGER users_close_empty;
--> statement-breakpoint
DROP TRIGGER users_stay_closed;
--> statement-breakpoint
DROP TRIGGER sessions_of_open_accounts;
--> statement-breakpoint
DROP TRIGGER entries_of_open_accounts;
--> statement-breakpoint
DROP TRIGGER identities_never_deleted;
--> statement-breakpoint
DROP TRIGGER deposits_of_frozen_accounts;
--> statement-breakpoint
DROP TRIGGER withdrawals_of_frozen_accounts;
--> statement-breakpoint
DROP TRIGGER users_stay_while_frozen;
--> statement-breakpoint
DROP TRIGGER users_freeze;
--> statement-breakpoint
DROP TRIGGER users_start_as_traders;
--> statement-breakpoint
DROP TRIGGER sessions_of_the_desk;
--> statement-breakpoint
DROP TRIGGER deposits_paid_by_settlement;
--> statement-breakpoint
DROP TRIGGER deposits_payment_fixed;
--> statement-breakpoint
DROP VIEW admins;
--> statement-breakpoint
DROP TRIGGER users_role;
--> statement-breakpoint
DROP TRIGGER users_role_given;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_state_machine;
--> statement-breakpoint
DROP TRIGGER deposits_marked_paid;
--> statement-breakpoint
DROP TRIGGER imports_state_machine;
--> statement-breakpoint
DROP TRIGGER withdrawals_add_up;
--> statement-breakpoint
DROP TRIGGER withdrawals_terms_fixed;
--> statement-breakpoint
DROP TRIGGER withdrawals_approvals_rise;
--> statement-breakpoint
DROP TRIGGER withdrawals_unverified_reason;
--> statement-breakpoint
DROP TRIGGER withdrawals_payment;
--> statement-breakpoint
DROP TRIGGER approvals_agree;
--> statement-breakpoint
DROP TRIGGER approvals_agree_when_changed;
--> statement-breakpoint
DROP TRIGGER identities_state_machine;
--> statement-breakpoint
DROP TRIGGER users_verified_name_fixed;
--> statement-breakpoint
DROP TRIGGER users_name_raises_identity_version;
--> statement-breakpoint
DROP VIEW standing_words;
--> statement-breakpoint
DROP VIEW moved_alone;
--> statement-breakpoint
DROP TRIGGER withdrawals_start_undecided;
--> statement-breakpoint
DROP TRIGGER withdrawals_unverified_payout;
--> statement-breakpoint
DROP TRIGGER withdrawals_state_machine;
--> statement-breakpoint
DROP TRIGGER withdrawals_of_frozen_accounts_wait;
--> statement-breakpoint
CREATE TABLE `__new_deposits` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`bill_number` text NOT NULL,
	`qr_string` text NOT NULL,
	`md5_hash` text NOT NULL,
	`deeplink` text,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`expires_at_ms` integer NOT NULL,
	`paid_at_ms` integer,
	`settlement_hash` text,
	`bank_reference` text,
	`asked_at_ms` integer DEFAULT 0 NOT NULL,
	`next_ask_at_ms` integer,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "deposits_status" CHECK("__new_deposits"."status" IN ('pending', 'paid', 'failed', 'expired', 'cancelled')),
	CONSTRAINT "deposits_amount" CHECK("__new_deposits"."amount_cents" > 0),
	CONSTRAINT "deposits_paid" CHECK(("__new_deposits"."status" = 'paid') = ("__new_deposits"."paid_at_ms" IS NOT NULL))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_deposits`("id", "user_id", "amount_cents", "status", "bill_number", "qr_string", "md5_hash", "deeplink", "created_at_ms", "updated_at_ms", "expires_at_ms", "paid_at_ms", "settlement_hash", "bank_reference", "asked_at_ms", "next_ask_at_ms") SELECT "id", "user_id", "amount_cents", "status", "bill_number", "qr_string", "md5_hash", "deeplink", "created_at_ms", "updated_at_ms", "expires_at_ms", "paid_at_ms", "settlement_hash", "bank_reference", "asked_at_ms", "next_ask_at_ms" FROM `deposits`;
--> statement-breakpoint
DROP TABLE `deposits`;
--> statement-breakpoint
ALTER TABLE `__new_deposits` RENAME TO `deposits`;
--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_bill_number` ON `deposits` (`bill_number`);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_md5_hash` ON `deposits` (`md5_hash`);
--> statement-breakpoint
CREATE UNIQUE INDEX `deposits_settlement_hash` ON `deposits` (`settlement_hash`);
--> statement-breakpoint
CREATE INDEX `deposits_user` ON `deposits` (`user_id`,`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `deposits_open` ON `deposits` (`user_id`) WHERE "deposits"."status" = 'pending';
--> statement-breakpoint
CREATE INDEX `deposits_next_ask` ON `deposits` (`next_ask_at_ms`) WHERE "deposits"."next_ask_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deposits_expiry` ON `deposits` (`expires_at_ms`) WHERE "deposits"."status" = 'pending';
--> statement-breakpoint
CREATE INDEX `deposits_ended_by_amount` ON `deposits` (`status`,`amount_cents`,`id`,`created_at_ms`) WHERE "deposits"."status" <> 'pending';
--> statement-breakpoint
CREATE INDEX `deposits_by_amount` ON `deposits` (`amount_cents`,`id`,`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `deposits_ended` ON `deposits` (`status`,`created_at_ms`,`id`,`amount_cents`) WHERE "deposits"."status" <> 'pending';
--> statement-breakpoint
CREATE INDEX `deposits_age` ON `deposits` (`created_at_ms`,`id`,`amount_cents`);
--> statement-breakpoint
CREATE INDEX `deposits_paid_sums` ON `deposits` (`paid_at_ms`,`amount_cents`) WHERE "deposits"."paid_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `deposits_asked` ON `deposits` (`user_id`,`asked_at_ms`) WHERE "deposits"."asked_at_ms" > 0;
--> statement-breakpoint
CREATE TABLE `__new_images` (
	`filename` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`purpose` text NOT NULL,
	`object_key` text NOT NULL,
	`content_type` text NOT NULL,
	`size_bytes` integer NOT NULL,
	`width_px` integer NOT NULL,
	`height_px` integer NOT NULL,
	`uploaded_by` text NOT NULL,
	`created_at_ms` integer NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`uploaded_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "images_purpose" CHECK("__new_images"."purpose" IN ('avatar', 'id_card', 'payment_code', 'admin_image', 'proof')),
	CONSTRAINT "images_size" CHECK("__new_images"."size_bytes" > 0)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_images`("filename", "user_id", "purpose", "object_key", "content_type", "size_bytes", "width_px", "height_px", "uploaded_by", "created_at_ms") SELECT "filename", "user_id", "purpose", "object_key", "content_type", "size_bytes", "width_px", "height_px", "uploaded_by", "created_at_ms" FROM `images`;
--> statement-breakpoint
DROP TABLE `images`;
--> statement-breakpoint
ALTER TABLE `__new_images` RENAME TO `images`;
--> statement-breakpoint
CREATE UNIQUE INDEX `images_object_key` ON `images` (`object_key`);
--> statement-breakpoint
CREATE INDEX `images_user` ON `images` (`user_id`,`created_at_ms`);
--> statement-breakpoint
CREATE UNIQUE INDEX `images_one_avatar` ON `images` (`user_id`) WHERE "images"."purpose" = 'avatar';
--> statement-breakpoint
CREATE INDEX `images_id_cards` ON `images` (`filename`) WHERE "images"."purpose" = 'id_card';
--> statement-breakpoint
CREATE TABLE `__new_users` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`username` text NOT NULL,
	`username_key` text NOT NULL,
	`first_name` text NOT NULL,
	`last_name` text NOT NULL,
	`phone` text DEFAULT '' NOT NULL,
	`address` text DEFAULT '' NOT NULL,
	`password_hash` text NOT NULL,
	`role` text DEFAULT 'trader' NOT NULL,
	`theme` integer DEFAULT 1 NOT NULL,
	`time_zone` text NOT NULL,
	`email_verified_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`security_changed_at_ms` integer,
	`has_login_alerts` integer DEFAULT true NOT NULL,
	`has_email_notifications` integer DEFAULT true NOT NULL,
	`first_device_hash` text,
	`other_device_log_in_at_ms` integer,
	`closed_at_ms` integer,
	`frozen_at_ms` integer,
	`frozen_reason` text,
	`frozen_by` text,
	`role_given_by` text,
	`role_given_at_ms` integer,
	`desk_version` integer DEFAULT 1 NOT NULL,
	CONSTRAINT "users_theme" CHECK("__new_users"."theme" > 0),
	CONSTRAINT "users_role" CHECK("__new_users"."role" IN ('trader', 'admin'))
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_users`("id", "email", "username", "username_key", "first_name", "last_name", "phone", "address", "password_hash", "role", "theme", "time_zone", "email_verified_at_ms", "created_at_ms", "security_changed_at_ms", "has_login_alerts", "has_email_notifications", "first_device_hash", "other_device_log_in_at_ms", "closed_at_ms", "frozen_at_ms", "frozen_reason", "frozen_by", "role_given_by", "role_given_at_ms", "desk_version") SELECT "id", "email", "username", "username_key", "first_name", "last_name", "phone", "address", "password_hash", "role", "theme", "time_zone", "email_verified_at_ms", "created_at_ms", "security_changed_at_ms", "has_login_alerts", "has_email_notifications", "first_device_hash", "other_device_log_in_at_ms", "closed_at_ms", "frozen_at_ms", "frozen_reason", "frozen_by", "role_given_by", "role_given_at_ms", "desk_version" FROM `users`;
--> statement-breakpoint
DROP TABLE `users`;
--> statement-breakpoint
ALTER TABLE `__new_users` RENAME TO `users`;
--> statement-breakpoint
CREATE UNIQUE INDEX `users_email` ON `users` (`email`);
--> statement-breakpoint
CREATE UNIQUE INDEX `users_username` ON `users` (`username_key`);
--> statement-breakpoint
CREATE INDEX `users_first_name` ON `users` (lower("first_name" || ' ' || "last_name"));
--> statement-breakpoint
CREATE INDEX `users_last_name` ON `users` (lower("last_name" || ' ' || "first_name"));
--> statement-breakpoint
CREATE INDEX `users_age` ON `users` (`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `users_frozen` ON `users` (`created_at_ms`) WHERE "users"."frozen_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_closed` ON `users` (`created_at_ms`) WHERE "users"."closed_at_ms" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `users_unverified` ON `users` (`created_at_ms`) WHERE "users"."email_verified_at_ms" IS NULL;
--> statement-breakpoint
CREATE INDEX `users_admins` ON `users` (`created_at_ms`) WHERE "users"."role" = 'admin';
--> statement-breakpoint
CREATE TABLE `__new_withdrawals` (
	`id` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	`amount_cents` integer NOT NULL,
	`status` text NOT NULL,
	`payment_method` text NOT NULL,
	`bank_name` text,
	`account_id` text,
	`payment_image` text,
	`request_message` text NOT NULL,
	`approvable_at_ms` integer,
	`approvals_needed` integer NOT NULL,
	`second_admin_above_cents` integer DEFAULT 100000 NOT NULL,
	`admin_alone_cents_max` integer DEFAULT 1000000 NOT NULL,
	`unverified_reason` text,
	`unverified_payout` text,
	`payer_id` text,
	`payment_started_at_ms` integer,
	`payment_id` text,
	`admin_notes` text,
	`reject_reason` text,
	`cancelled_by_user` integer DEFAULT false NOT NULL,
	`decided_by` text,
	`claimed_by` text,
	`claimed_until_ms` integer,
	`reviewed_at_ms` integer,
	`approved_at_ms` integer,
	`completed_at_ms` integer,
	`rejected_at_ms` integer,
	`created_at_ms` integer NOT NULL,
	`updated_at_ms` integer NOT NULL,
	`version` integer DEFAULT 1 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payment_image`) REFERENCES `images`(`filename`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`payer_id`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`decided_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	FOREIGN KEY (`claimed_by`) REFERENCES `users`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "withdrawals_status" CHECK("__new_withdrawals"."status" IN ('pending', 'approved', 'completed', 'rejected')),
	CONSTRAINT "withdrawals_amount" CHECK("__new_withdrawals"."amount_cents" > 0),
	CONSTRAINT "withdrawals_completed" CHECK(("__new_withdrawals"."status" = 'completed') = ("__new_withdrawals"."completed_at_ms" IS NOT NULL)),
	CONSTRAINT "withdrawals_paid_out" CHECK(("__new_withdrawals"."status" = 'completed') = ("__new_withdrawals"."payment_id" IS NOT NULL)),
	CONSTRAINT "withdrawals_rejected" CHECK(("__new_withdrawals"."status" = 'rejected') = ("__new_withdrawals"."rejected_at_ms" IS NOT NULL)),
	CONSTRAINT "withdrawals_cancelled" CHECK("__new_withdrawals"."cancelled_by_user" = 0 OR "__new_withdrawals"."status" = 'rejected'),
	CONSTRAINT "withdrawals_destination" CHECK(CASE "__new_withdrawals"."payment_method" WHEN 'KHQR' THEN "__new_withdrawals"."payment_image" IS NOT NULL ELSE "__new_withdrawals"."bank_name" IS NOT NULL AND "__new_withdrawals"."account_id" IS NOT NULL END)
) STRICT;
--> statement-breakpoint
INSERT INTO `__new_withdrawals`("id", "user_id", "amount_cents", "status", "payment_method", "bank_name", "account_id", "payment_image", "request_message", "approvable_at_ms", "approvals_needed", "second_admin_above_cents", "admin_alone_cents_max", "unverified_reason", "unverified_payout", "payer_id", "payment_started_at_ms", "payment_id", "admin_notes", "reject_reason", "cancelled_by_user", "decided_by", "claimed_by", "claimed_until_ms", "reviewed_at_ms", "approved_at_ms", "completed_at_ms", "rejected_at_ms", "created_at_ms", "updated_at_ms", "version") SELECT "id", "user_id", "amount_cents", "status", "payment_method", "bank_name", "account_id", "payment_image", "request_message", "approvable_at_ms", "approvals_needed", "second_admin_above_cents", "admin_alone_cents_max", "unverified_reason", "unverified_payout", "payer_id", "payment_started_at_ms", "payment_id", "admin_notes", "reject_reason", "cancelled_by_user", "decided_by", "claimed_by", "claimed_until_ms", "reviewed_at_ms", "approved_at_ms", "completed_at_ms", "rejected_at_ms", "created_at_ms", "updated_at_ms", "version" FROM `withdrawals`;
--> statement-breakpoint
DROP TABLE `withdrawals`;
--> statement-breakpoint
ALTER TABLE `__new_withdrawals` RENAME TO `withdrawals`;
--> statement-breakpoint
CREATE INDEX `withdrawals_user` ON `withdrawals` (`user_id`,`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `withdrawals_image` ON `withdrawals` (`payment_image`) WHERE "withdrawals"."payment_image" IS NOT NULL;
--> statement-breakpoint
CREATE INDEX `withdrawals_pending` ON `withdrawals` (`user_id`) WHERE "withdrawals"."status" = 'pending';
--> statement-breakpoint
CREATE UNIQUE INDEX `withdrawals_payment_id` ON `withdrawals` ("payment_id" COLLATE NOCASE);
--> statement-breakpoint
CREATE INDEX `withdrawals_queue_by_amount` ON `withdrawals` (`status`,`amount_cents`,`id`,`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `withdrawals_by_amount` ON `withdrawals` (`amount_cents`,`id`,`created_at_ms`);
--> statement-breakpoint
CREATE INDEX `withdrawals_queue` ON `withdrawals` (`status`,`created_at_ms`,`id`,`amount_cents`);
--> statement-breakpoint
CREATE INDEX `withdrawals_age` ON `withdrawals` (`created_at_ms`,`id`,`amount_cents`);
--> statement-breakpoint
CREATE INDEX `withdrawals_paid_sums` ON `withdrawals` (`completed_at_ms`,`amount_cents`) WHERE "withdrawals"."completed_at_ms" IS NOT NULL;
--> statement-breakpoint
-- The same for an approval whose detail is replaced.
CREATE TRIGGER approvals_agree_when_changed BEFORE UPDATE OF detail, at_ms ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT CASE NEW.act
    WHEN 'approve' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'pending'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND status = 'approved'
        AND payer_id <> NEW.admin_id
    )
    WHEN 'complete' THEN EXISTS (SELECT 1 FROM withdrawals WHERE id = substr(NEW.subject, 12) AND status = 'approved')
    WHEN 'mark_paid' THEN EXISTS (SELECT 1 FROM deposits WHERE id = substr(NEW.subject, 9) AND status <> 'paid')
    ELSE EXISTS (SELECT 1 FROM payment_exceptions WHERE id = substr(NEW.subject, 11) AND status = 'open')
  END;
END;
--> statement-breakpoint
-- All valid approvals of one act state the same detail. None comes from the owner of the money, from an admin whose
-- approvals do not count yet, or for an act that is already done or not to be done. A rejection of a withdrawal that an
-- admin is paying is approved by other admins only.
CREATE TRIGGER approvals_agree BEFORE INSERT ON approvals BEGIN
  SELECT RAISE(ABORT, 'approval_differs')
  WHERE EXISTS (
    SELECT 1 FROM standing_words
    WHERE subject = NEW.subject AND act = NEW.act AND admin_id <> NEW.admin_id AND detail <> NEW.detail
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM deposits
      WHERE NEW.subject LIKE 'deposit:%' AND id = substr(NEW.subject, 9) AND user_id = NEW.admin_id
    )
    OR EXISTS (
      SELECT 1 FROM payment_exceptions JOIN deposits ON deposits.id = payment_exceptions.deposit_id
      WHERE NEW.subject LIKE 'exception:%' AND payment_exceptions.id = substr(NEW.subject, 11)
        AND deposits.user_id = NEW.admin_id
    );
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id);
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.admin_id AND counts_from_ms <= NEW.at_ms);
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT CASE NEW.act
    WHEN 'approve' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'pending'
    )
    OR EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'rejection:%' AND id = substr(NEW.subject, 11) AND status = 'approved'
        AND payer_id <> NEW.admin_id
    )
    WHEN 'complete' THEN EXISTS (
      SELECT 1 FROM withdrawals
      WHERE NEW.subject LIKE 'withdrawal:%' AND id = substr(NEW.subject, 12) AND status = 'approved'
    )
    WHEN 'mark_paid' THEN EXISTS (
      SELECT 1 FROM deposits
      WHERE NEW.subject LIKE 'deposit:%' AND id = substr(NEW.subject, 9) AND status <> 'paid'
    )
    ELSE EXISTS (
      SELECT 1 FROM payment_exceptions
      WHERE NEW.subject LIKE 'exception:%' AND id = substr(NEW.subject, 11) AND status = 'open'
    )
  END;
END;
--> statement-breakpoint
-- At most five deposits of a trader are open at once, each within the limits of one deposit.
CREATE TRIGGER deposits_start_pending BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending';
  SELECT RAISE(ABORT, 'too_many_open')
  WHERE (SELECT count(*) FROM deposits WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
  SELECT RAISE(ABORT, 'deposits_amount') WHERE NEW.amount_cents NOT BETWEEN 1000 AND 1000000;
END;
--> statement-breakpoint
-- A frozen account opens no deposit. A payment that comes for an older one is still credited.
CREATE TRIGGER deposits_of_frozen_accounts BEFORE INSERT ON deposits BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- Any unpaid deposit can be paid, once; only a pending one can fail, expire or be cancelled. A paid one has its
-- transfer.
CREATE TRIGGER deposits_state_machine BEFORE UPDATE OF status ON deposits BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status = 'paid' OR (NEW.status <> 'paid' AND (OLD.status <> 'pending' OR NEW.status = 'pending'));
  SELECT RAISE(ABORT, 'paid_without_transfer')
  WHERE NEW.status = 'paid' AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'deposit' AND transfers.reference = 'deposit:' || NEW.id
      AND entries.account_id = 'available:' || NEW.user_id AND entries.amount_cents = NEW.amount_cents
  );
END;
--> statement-breakpoint
CREATE TRIGGER deposits_terms_fixed BEFORE UPDATE OF
  id, user_id, amount_cents, bill_number, qr_string, md5_hash, created_at_ms, expires_at_ms
ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_terms_fixed');
END;
--> statement-breakpoint
-- One settled payment credits once, whichever way it came in: by its deposit, or by a decision about an unmatched
-- payment.
CREATE TRIGGER deposits_settlement_once BEFORE UPDATE OF settlement_hash ON deposits WHEN NEW.settlement_hash IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE EXISTS (SELECT 1 FROM payment_exceptions WHERE settlement_hash = NEW.settlement_hash);
END;
--> statement-breakpoint
-- A paid deposit names its settlement, which never changes afterwards.
CREATE TRIGGER deposits_paid_by_settlement BEFORE UPDATE OF status ON deposits
WHEN NEW.status = 'paid' AND NEW.settlement_hash IS NULL BEGIN
  SELECT RAISE(ABORT, 'paid_without_settlement');
END;
--> statement-breakpoint
CREATE TRIGGER deposits_payment_fixed BEFORE UPDATE OF settlement_hash, paid_at_ms ON deposits BEGIN
  SELECT RAISE(ABORT, 'deposit_payment_fixed')
  WHERE (NEW.status <> 'paid' AND NEW.settlement_hash IS NOT NULL)
    OR (OLD.status = 'paid'
      AND (NEW.settlement_hash IS NOT OLD.settlement_hash OR NEW.paid_at_ms IS NOT OLD.paid_at_ms));
END;
--> statement-breakpoint
-- An admin marks a deposit as paid only with the bank's reference and two approvals of it and of the settlement's hash.
CREATE TRIGGER deposits_marked_paid BEFORE UPDATE OF bank_reference ON deposits BEGIN
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status <> 'paid' OR OLD.status = 'paid' OR 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'deposit:' || OLD.id AND act = 'mark_paid'
      AND detail = NEW.bank_reference || ' ' || NEW.settlement_hash
  );
END;
--> statement-breakpoint
CREATE TRIGGER deposits_never_deleted BEFORE DELETE ON deposits BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- No money moves in a closed account.
CREATE TRIGGER entries_of_open_accounts BEFORE INSERT ON entries BEGIN
  SELECT RAISE(ABORT, 'account_closed')
  WHERE EXISTS (
    SELECT 1 FROM accounts JOIN users ON users.id = accounts.user_id
    WHERE accounts.id = NEW.account_id AND users.closed_at_ms IS NOT NULL
  );
END;
--> statement-breakpoint
-- An identity begins with an ID card of its own trader.
CREATE TRIGGER identities_start_pending BEFORE INSERT ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.status <> 'pending' OR NEW.version <> 1;
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NOT EXISTS (SELECT 1 FROM images WHERE filename = NEW.image AND purpose = 'id_card' AND user_id = NEW.user_id);
END;
--> statement-breakpoint
-- Only an identity that is still pending goes, with its closed account.
CREATE TRIGGER identities_never_deleted BEFORE DELETE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'pending'
    OR NOT EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- In the order of the cases: a new image makes it pending again; a change of name while it is pending raises its
-- version; an admin decides about the image that was sent; an admin reopens a verified one; an old image is erased, and
-- the decision stays.
CREATE TRIGGER identities_state_machine BEFORE UPDATE ON identities BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.user_id <> OLD.user_id OR NOT (
    (
      OLD.status <> 'verified' AND NEW.status = 'pending' AND NEW.version = OLD.version + 1
      AND NEW.image IS NOT OLD.image
    )
    OR (
      OLD.status = 'pending' AND NEW.status = 'pending' AND NEW.version = OLD.version + 1
      AND (NEW.image, NEW.submitted_at_ms, NEW.note) IS (OLD.image, OLD.submitted_at_ms, OLD.note)
    )
    OR (
      OLD.status = 'pending' AND NEW.status <> 'pending' AND NEW.version = OLD.version + 1
      AND NEW.image IS OLD.image AND NEW.submitted_at_ms = OLD.submitted_at_ms
      AND NEW.reject_reason IS NOT 'reopened'
    )
    OR (
      OLD.status = 'verified' AND NEW.status = 'rejected' AND NEW.version = OLD.version + 1
      AND NEW.image IS OLD.image AND NEW.submitted_at_ms = OLD.submitted_at_ms
      AND NEW.reject_reason IS 'reopened' AND coalesce(NEW.note, '') <> ''
      AND coalesce(NEW.decided_at_ms, 0) >= OLD.decided_at_ms
    )
    OR (
      NEW.image IS NULL
      AND (NEW.status, NEW.version, NEW.submitted_at_ms, NEW.reject_reason, NEW.note, NEW.decided_by, NEW.decided_at_ms)
        IS (OLD.status, OLD.version, OLD.submitted_at_ms, OLD.reject_reason, OLD.note, OLD.decided_by, OLD.decided_at_ms)
    )
  );
  SELECT RAISE(ABORT, 'not_their_id_card')
  WHERE NEW.image IS NOT OLD.image AND NEW.image IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM images WHERE filename = NEW.image AND purpose = 'id_card' AND user_id = NEW.user_id);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.decided_by = NEW.user_id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.status <> OLD.status AND NEW.decided_by IS NOT NULL
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.decided_by AND role = 'admin');
END;
--> statement-breakpoint
-- An image is smaller than 5 MiB.
CREATE TRIGGER images_size BEFORE INSERT ON images WHEN NEW.size_bytes > 5242879 BEGIN
  SELECT RAISE(ABORT, 'images_size');
END;
--> statement-breakpoint
-- A trader's uploads stay within 30 MiB in all; images that an admin uploads for a trader do not count.
CREATE TRIGGER images_quota BEFORE INSERT ON images WHEN NEW.uploaded_by = NEW.user_id BEGIN
  SELECT RAISE(ABORT, 'image_quota')
  WHERE NEW.size_bytes + (
    SELECT coalesce(sum(size_bytes), 0) FROM images WHERE user_id = NEW.user_id AND uploaded_by = NEW.user_id
  ) > 31457280;
END;
--> statement-breakpoint
CREATE TRIGGER images_never_changed BEFORE UPDATE ON images BEGIN
  SELECT RAISE(ABORT, 'image_terms_fixed');
END;
--> statement-breakpoint
-- An import moves exactly the sum of its trades. A commit or reversal of more than one admin may move alone in 24 hours
-- needs two whose approvals count: the commit another admin than the one who uploaded the file, the reversal another
-- than the one who committed it.
CREATE TRIGGER imports_state_machine BEFORE UPDATE OF status ON imports BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT ((OLD.status = 'staged' AND NEW.status = 'committed') OR (OLD.status = 'committed' AND NEW.status = 'reversed'));
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'committed' AND (NEW.trade_count, NEW.profit_cents) IS NOT (
    SELECT count(*), coalesce(sum(profit_cents), 0) FROM trades WHERE import_id = OLD.id
  );
  SELECT RAISE(ABORT, 'import_unbalanced')
  WHERE NEW.status = 'reversed'
    AND (EXISTS (SELECT 1 FROM trades WHERE import_id = OLD.id) OR NEW.profit_cents <> OLD.profit_cents);
  SELECT RAISE(ABORT, 'import_without_transfer')
  WHERE NEW.profit_cents <> 0 AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'trades'
      AND transfers.reference = 'import:' || OLD.id || CASE NEW.status WHEN 'committed' THEN ':commit' ELSE ':reverse' END
      AND entries.account_id = 'available:' || OLD.user_id
      AND entries.amount_cents = CASE NEW.status WHEN 'committed' THEN NEW.profit_cents ELSE -OLD.profit_cents END
  );
  SELECT RAISE(ABORT, 'own_account')
  WHERE OLD.user_id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END;
  SELECT RAISE(ABORT, 'admin_too_new')
  WHERE NOT EXISTS (
    SELECT 1 FROM admins
    WHERE id = CASE NEW.status WHEN 'committed' THEN NEW.committed_by ELSE NEW.reversed_by END
      AND counts_from_ms <= CASE NEW.status WHEN 'committed' THEN NEW.committed_at_ms ELSE NEW.reversed_at_ms END
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'committed' AND (
    (NEW.committed_by <> OLD.created_by AND NOT EXISTS (
      SELECT 1 FROM admins WHERE id = OLD.created_by AND counts_from_ms <= NEW.committed_at_ms
    ))
    OR (NEW.committed_by = OLD.created_by AND OLD.alone_cents_max < abs(NEW.profit_cents) + (
      SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports
      WHERE committed_by = NEW.committed_by AND created_by = committed_by
        AND committed_at_ms > NEW.committed_at_ms - 86400000
    ))
  );
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status = 'reversed' AND NEW.reversed_by = OLD.committed_by
    AND OLD.alone_cents_max < abs(OLD.profit_cents) + (
      SELECT coalesce(sum(abs(profit_cents)), 0) FROM imports
      WHERE reversed_by = NEW.reversed_by AND committed_by = reversed_by
        AND reversed_at_ms > NEW.reversed_at_ms - 86400000
    );
END;
--> statement-breakpoint
DROP TRIGGER imports_terms_fixed;
--> statement-breakpoint
CREATE TRIGGER imports_terms_fixed BEFORE UPDATE OF
  id, user_id, file_name, format, time_zone, row_count, created_by, created_at_ms, alone_cents_max
ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER imports_steps_fixed;
--> statement-breakpoint
-- What a step wrote never changes after it.
CREATE TRIGGER imports_steps_fixed BEFORE UPDATE OF
  trade_count, profit_cents, committed_by, committed_at_ms, reversed_by, reversed_at_ms
ON imports BEGIN
  SELECT RAISE(ABORT, 'import_terms_fixed')
  WHERE NEW.status = OLD.status
    OR (OLD.status = 'committed' AND (NEW.trade_count, NEW.profit_cents, NEW.committed_by, NEW.committed_at_ms)
      IS NOT (OLD.trade_count, OLD.profit_cents, OLD.committed_by, OLD.committed_at_ms));
END;
--> statement-breakpoint
-- An unmatched payment is decided about once. A match credits it by a transfer with two approvals.
CREATE TRIGGER payment_exceptions_state_machine BEFORE UPDATE OF status ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'open' OR NEW.status = 'open' OR NEW.version <> OLD.version + 1
    OR NEW.decided_by IS NULL OR NEW.note IS NULL OR (NEW.status = 'matched') <> (NEW.credited_cents IS NOT NULL);
  SELECT RAISE(ABORT, 'own_account')
  WHERE EXISTS (SELECT 1 FROM deposits WHERE id = OLD.deposit_id AND user_id = NEW.decided_by);
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'settlement_used')
  WHERE NEW.status = 'matched' AND EXISTS (SELECT 1 FROM deposits WHERE settlement_hash = OLD.settlement_hash);
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'matched' AND 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'exception:' || OLD.id AND act = 'match' AND detail = CAST(NEW.credited_cents AS TEXT)
  );
  SELECT RAISE(ABORT, 'matched_without_transfer')
  WHERE NEW.status = 'matched' AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    JOIN deposits ON deposits.id = OLD.deposit_id
    WHERE transfers.kind = 'deposit' AND transfers.reference = 'exception:' || OLD.id
      AND entries.account_id = 'available:' || deposits.user_id AND entries.amount_cents = NEW.credited_cents
  );
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_terms_fixed;
--> statement-breakpoint
-- What the payment network reported never changes.
CREATE TRIGGER payment_exceptions_terms_fixed BEFORE UPDATE OF
  id, deposit_id, settlement_hash, reason, paid_amount, paid_currency, paid_at_ms, paid_from, created_at_ms
ON payment_exceptions BEGIN
  SELECT RAISE(ABORT, 'exception_terms_fixed');
END;
--> statement-breakpoint
DROP TRIGGER payment_exceptions_credit_what_came;
--> statement-breakpoint
-- In dollars, at most what was paid; in another currency, at most the largest deposit; of a payment of nothing,
-- nothing. The paid amount is a double: one just below a whole cent counts as that cent.
CREATE TRIGGER payment_exceptions_credit_what_came BEFORE UPDATE OF credited_cents ON payment_exceptions
WHEN NEW.credited_cents IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'credited_more_than_came')
  WHERE NEW.credited_cents < 1 OR OLD.paid_amount <= 0 OR NEW.credited_cents > CASE OLD.paid_currency
    WHEN 'USD' THEN CAST(OLD.paid_amount * 100 + 1e-6 AS INTEGER) ELSE 1000000 END;
END;
--> statement-breakpoint
-- A closed account gets no session.
CREATE TRIGGER sessions_of_open_accounts BEFORE INSERT ON sessions BEGIN
  SELECT RAISE(ABORT, 'session_ended') WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND closed_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- An admin session needs the role and a second factor.
CREATE TRIGGER sessions_of_the_desk BEFORE INSERT ON sessions WHEN NEW.kind = 'admin' BEGIN
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.id = NEW.user_id AND users.role = 'admin'
  );
END;
--> statement-breakpoint
-- An account closes only when it holds no money and none can still come: no deposit is open, and the payment network is
-- asked about none.
CREATE TRIGGER users_close_empty BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'account_in_use')
  WHERE OLD.role = 'admin'
    OR EXISTS (SELECT 1 FROM accounts WHERE user_id = OLD.id AND balance_cents <> 0)
    OR EXISTS (SELECT 1 FROM withdrawals WHERE user_id = OLD.id AND status IN ('pending', 'approved'))
    OR EXISTS (
      SELECT 1 FROM deposits
      WHERE user_id = OLD.id AND (status = 'pending' OR (status <> 'paid' AND next_ask_at_ms IS NOT NULL))
    )
    OR EXISTS (
      SELECT 1 FROM deposits JOIN payment_exceptions ON payment_exceptions.deposit_id = deposits.id
      WHERE deposits.user_id = OLD.id AND payment_exceptions.status = 'open'
    );
END;
--> statement-breakpoint
CREATE TRIGGER users_stay_closed BEFORE UPDATE ON users WHEN OLD.closed_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_closed');
END;
--> statement-breakpoint
-- A frozen account is not closed.
CREATE TRIGGER users_stay_while_frozen BEFORE UPDATE OF closed_at_ms ON users
WHEN NEW.closed_at_ms IS NOT NULL AND OLD.frozen_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'account_frozen');
END;
--> statement-breakpoint
-- An admin freezes another person's account, with a reason, having seen its current version.
CREATE TRIGGER users_freeze BEFORE UPDATE OF frozen_at_ms ON users
WHEN NEW.frozen_at_ms IS NOT OLD.frozen_at_ms BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.frozen_at_ms IS NULL) = (OLD.frozen_at_ms IS NULL)
    OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_by IS NULL) OR (NEW.frozen_at_ms IS NULL) <> (NEW.frozen_reason IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.frozen_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.frozen_by IS NOT NULL AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.frozen_by AND role = 'admin');
END;
--> statement-breakpoint
-- A role is given by another admin, or by the owner of the database, to a person with a verified e-mail address.
CREATE TRIGGER users_role BEFORE UPDATE OF role ON users WHEN NEW.role <> OLD.role BEGIN
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.role_given_by = OLD.id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.role_given_by IS NOT 'system'
    AND NOT EXISTS (SELECT 1 FROM users WHERE id = NEW.role_given_by AND role = 'admin');
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.desk_version <> OLD.desk_version + 1 OR (NEW.role = 'admin' AND NEW.email_verified_at_ms IS NULL)
    OR (NEW.role_given_by IS NOT 'system' AND (NEW.role_given_at_ms IS NULL OR NEW.role_given_at_ms IS OLD.role_given_at_ms));
  -- Somebody is left who can sign in at the desk.
  SELECT RAISE(ABORT, 'last_admin')
  WHERE OLD.role = 'admin' AND NOT EXISTS (
    SELECT 1 FROM users JOIN second_factors ON second_factors.user_id = users.id
    WHERE users.role = 'admin' AND users.id <> OLD.id
  );
END;
--> statement-breakpoint
-- When a role was given changes only with the role: an admin's approvals count 24 hours after it.
CREATE TRIGGER users_role_given BEFORE UPDATE OF role_given_by, role_given_at_ms ON users
WHEN NEW.role = OLD.role AND NEW.role_given_by IS NOT 'system' BEGIN
  SELECT RAISE(ABORT, 'role_terms_fixed')
  WHERE (NEW.role_given_by, NEW.role_given_at_ms) IS NOT (OLD.role_given_by, OLD.role_given_at_ms);
END;
--> statement-breakpoint
-- A verified identity is bound to its name. A closed account loses its name; the decision about its identity stays.
CREATE TRIGGER users_verified_name_fixed BEFORE UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  SELECT RAISE(ABORT, 'name_is_verified')
  WHERE EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.id AND status = 'verified');
END;
--> statement-breakpoint
-- Only the owner of the database creates an admin directly.
CREATE TRIGGER users_start_as_traders BEFORE INSERT ON users WHEN NEW.role <> 'trader' BEGIN
  SELECT RAISE(ABORT, 'not_an_admin') WHERE NEW.role_given_by IS NOT 'system';
END;
--> statement-breakpoint
-- So that no admin decides about a name that they have not seen.
CREATE TRIGGER users_name_raises_identity_version AFTER UPDATE OF first_name, last_name ON users
WHEN (NEW.first_name, NEW.last_name) IS NOT (OLD.first_name, OLD.last_name) AND NEW.closed_at_ms IS NULL BEGIN
  UPDATE identities SET version = version + 1 WHERE user_id = OLD.id AND status = 'pending';
END;
--> statement-breakpoint
-- An appointment by a colleague counts 24 hours later: until then, whoever reads the mail about it can take it back.
-- The owner of the database needs nobody's consent.
CREATE VIEW admins AS
  SELECT id, CASE role_given_by WHEN 'system' THEN 0 ELSE role_given_at_ms + 86400000 END AS counts_from_ms
  FROM users WHERE role = 'admin';
--> statement-breakpoint
-- The valid approvals: those not taken back, of admins whose approvals counted when they were recorded.
CREATE VIEW standing_words AS
  SELECT approvals.* FROM approvals_not_withdrawn AS approvals JOIN admins ON admins.id = approvals.admin_id
  WHERE admins.counts_from_ms <= approvals.at_ms;
--> statement-breakpoint
-- What one admin's approval alone did to withdrawals: no other admin approved the same act.
CREATE VIEW moved_alone AS
  SELECT approvals.admin_id, withdrawals.id AS withdrawal_id, withdrawals.amount_cents, approvals.at_ms
  FROM approvals_not_withdrawn AS approvals JOIN withdrawals ON withdrawals.id = substr(approvals.subject, 12)
  WHERE approvals.subject LIKE 'withdrawal:%' AND withdrawals.status <> 'rejected'
    AND CASE approvals.act WHEN 'approve' THEN withdrawals.approved_at_ms ELSE withdrawals.completed_at_ms END IS NOT NULL
    AND NOT EXISTS (
      SELECT 1 FROM approvals_not_withdrawn AS other
      WHERE other.subject = approvals.subject AND other.act = approvals.act AND other.admin_id <> approvals.admin_id
    );
--> statement-breakpoint
-- A request is within the limits of its trader, is not made while withdrawals are paused, and has its sum in `held`
-- already.
CREATE TRIGGER withdrawals_start_pending BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NEW.status <> 'pending' OR NEW.version <> 1 OR NEW.approvals_needed NOT BETWEEN 1 AND 2;
  SELECT RAISE(ABORT, 'withdrawals_paused') WHERE EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
  SELECT RAISE(ABORT, 'too_many_pending')
  WHERE (SELECT count(*) FROM withdrawals WHERE user_id = NEW.user_id AND status = 'pending') >= 5;
  SELECT RAISE(ABORT, 'over_daily_sum')
  WHERE NEW.amount_cents + (
    SELECT coalesce(sum(amount_cents), 0) FROM withdrawals
    WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status <> 'rejected'
  ) > 1000000;
  -- The sum stands in `held` before the request stands.
  SELECT RAISE(ABORT, 'withdrawal_without_transfer')
  WHERE NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'withdrawal' AND transfers.reference = 'withdrawal:' || NEW.id || ':request'
      AND entries.account_id = 'held:' || NEW.user_id AND entries.amount_cents = NEW.amount_cents
  );
END;
--> statement-breakpoint
-- A frozen account requests no withdrawal.
CREATE TRIGGER withdrawals_of_frozen_accounts BEFORE INSERT ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'account_frozen')
  WHERE EXISTS (SELECT 1 FROM users WHERE id = NEW.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- A request holds nothing that only an admin decides.
CREATE TRIGGER withdrawals_start_undecided BEFORE INSERT ON withdrawals
WHEN NEW.unverified_reason IS NOT NULL OR NEW.unverified_payout IS NOT NULL OR NEW.payer_id IS NOT NULL
  OR NEW.payment_started_at_ms IS NOT NULL BEGIN
  SELECT RAISE(ABORT, 'wrong_state');
END;
--> statement-breakpoint
CREATE TRIGGER withdrawals_never_deleted BEFORE DELETE ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'ledger_append_only');
END;
--> statement-breakpoint
-- A trader's requests of 24 hours count together, unless rejected or cancelled. Above the sum that one admin decides
-- about, each pending request of them needs two admins.
CREATE TRIGGER withdrawals_add_up AFTER INSERT ON withdrawals
WHEN NEW.second_admin_above_cents < (
  SELECT sum(amount_cents) FROM withdrawals
  WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status <> 'rejected'
) BEGIN
  UPDATE withdrawals SET approvals_needed = 2
  WHERE user_id = NEW.user_id AND created_at_ms > NEW.created_at_ms - 86400000 AND status = 'pending' AND approvals_needed = 1;
END;
--> statement-breakpoint
-- What was requested never changes.
CREATE TRIGGER withdrawals_terms_fixed BEFORE UPDATE OF
  id, user_id, amount_cents, payment_method, bank_name, account_id, payment_image, request_message, approvable_at_ms,
  second_admin_above_cents, admin_alone_cents_max, created_at_ms
ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed');
END;
--> statement-breakpoint
-- How many admins a withdrawal needs rises to two while it is open, and never falls.
CREATE TRIGGER withdrawals_approvals_rise BEFORE UPDATE OF approvals_needed ON withdrawals
WHEN NEW.approvals_needed <> OLD.approvals_needed BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed')
  WHERE NEW.approvals_needed <> 2 OR OLD.status NOT IN ('pending', 'approved');
END;
--> statement-breakpoint
-- The reason for a payout without a verified identity is written while the withdrawal is pending, and is never emptied.
CREATE TRIGGER withdrawals_unverified_reason BEFORE UPDATE OF unverified_reason ON withdrawals
WHEN NEW.unverified_reason IS NOT OLD.unverified_reason BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed') WHERE OLD.status <> 'pending' OR coalesce(NEW.unverified_reason, '') = '';
END;
--> statement-breakpoint
-- One admin at a time pays an approved withdrawal: begins the payment, or ends it without having paid.
CREATE TRIGGER withdrawals_payment BEFORE UPDATE OF payer_id, payment_started_at_ms ON withdrawals
WHEN (NEW.payer_id, NEW.payment_started_at_ms) IS NOT (OLD.payer_id, OLD.payment_started_at_ms) BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE OLD.status <> 'approved' OR NEW.status <> 'approved'
    OR (NEW.payer_id IS NULL) = (OLD.payer_id IS NULL)
    OR (NEW.payer_id IS NULL) <> (NEW.payment_started_at_ms IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.payer_id = OLD.user_id;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.payer_id IS NOT NULL AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.payer_id);
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.payer_id IS NOT NULL AND EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
  SELECT RAISE(ABORT, 'owner_frozen')
  WHERE NEW.payer_id IS NOT NULL AND EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL);
END;
--> statement-breakpoint
-- What the operator allows is written by the approval, and stays.
CREATE TRIGGER withdrawals_unverified_payout BEFORE UPDATE OF unverified_payout ON withdrawals
WHEN NEW.unverified_payout IS NOT OLD.unverified_payout BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed') WHERE OLD.status <> 'pending' OR NEW.status <> 'approved';
END;
--> statement-breakpoint
-- What was decided, by whom and when changes only with the state, and when it was approved never again.
CREATE TRIGGER withdrawals_decision_fixed BEFORE UPDATE OF
  payment_id, reject_reason, cancelled_by_user, decided_by, approved_at_ms, completed_at_ms, rejected_at_ms, version
ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'withdrawal_terms_fixed')
  WHERE (OLD.approved_at_ms IS NOT NULL AND NEW.approved_at_ms IS NOT OLD.approved_at_ms)
    OR (NEW.status = OLD.status AND (
      NEW.payment_id, NEW.reject_reason, NEW.cancelled_by_user, NEW.decided_by, NEW.approved_at_ms, NEW.completed_at_ms,
      NEW.rejected_at_ms, NEW.version
    ) IS NOT (
      OLD.payment_id, OLD.reject_reason, OLD.cancelled_by_user, OLD.decided_by, OLD.approved_at_ms, OLD.completed_at_ms,
      OLD.rejected_at_ms, OLD.version
    ));
END;
--> statement-breakpoint
-- Who may move a withdrawal to which state, with which approvals, and with which transfer.
CREATE TRIGGER withdrawals_state_machine BEFORE UPDATE OF status ON withdrawals BEGIN
  SELECT RAISE(ABORT, 'wrong_state')
  WHERE NOT (
    (OLD.status = 'pending' AND NEW.status IN ('approved', 'rejected'))
    OR (OLD.status = 'approved' AND NEW.status IN ('completed', 'rejected') AND NEW.cancelled_by_user = 0)
  );
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.version <> OLD.version + 1 OR NEW.decided_by IS NULL
    OR (NEW.status = 'approved' AND NEW.approved_at_ms IS NULL);
  SELECT RAISE(ABORT, 'own_account') WHERE NEW.decided_by = OLD.user_id AND NEW.cancelled_by_user = 0;
  SELECT RAISE(ABORT, 'wrong_state') WHERE NEW.decided_by <> OLD.user_id AND NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'not_an_admin')
  WHERE NEW.cancelled_by_user = 0 AND NOT EXISTS (SELECT 1 FROM admins WHERE id = NEW.decided_by);
  SELECT RAISE(ABORT, 'withdrawals_paused')
  WHERE NEW.status IN ('approved', 'completed') AND EXISTS (SELECT 1 FROM pauses WHERE what = 'withdrawals');
  SELECT RAISE(ABORT, 'withdrawal_on_hold')
  WHERE NEW.status = 'approved' AND (
    NEW.approved_at_ms < OLD.approvable_at_ms
    OR NEW.approved_at_ms < (SELECT security_changed_at_ms + 86400000 FROM users WHERE id = OLD.user_id)
  );
  SELECT RAISE(ABORT, 'identity_not_verified')
  WHERE NEW.status = 'approved' AND (NEW.unverified_reason IS NULL OR NEW.unverified_payout IS NOT 'with_reason')
    AND NOT EXISTS (SELECT 1 FROM identities WHERE user_id = OLD.user_id AND status = 'verified');
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status IN ('approved', 'completed') AND OLD.approvals_needed > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'withdrawal:' || OLD.id
      AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
      AND (NEW.status = 'approved' OR detail = NEW.payment_id)
  );
  -- One approval is enough: its admin moves the sum alone, and no more than they may in a day. The same withdrawal counts
  -- once, whether they approved it, completed it or both.
  SELECT RAISE(ABORT, 'second_admin_needed')
  WHERE NEW.status IN ('approved', 'completed')
    AND 1 = (
      SELECT count(*) FROM standing_words
      WHERE subject = 'withdrawal:' || OLD.id
        AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
    )
    AND OLD.admin_alone_cents_max < OLD.amount_cents + (
      SELECT coalesce(sum(amount_cents), 0) FROM withdrawals AS moved
      WHERE moved.id <> OLD.id AND moved.id IN (
        SELECT withdrawal_id FROM moved_alone
        WHERE at_ms > coalesce(NEW.completed_at_ms, NEW.approved_at_ms) - 86400000
          AND admin_id = (
            SELECT admin_id FROM standing_words
            WHERE subject = 'withdrawal:' || OLD.id
              AND act = CASE NEW.status WHEN 'approved' THEN 'approve' ELSE 'complete' END
          )
      )
    );
  -- Money that is on its way at the bank would leave twice.
  SELECT RAISE(ABORT, 'approvals_missing')
  WHERE NEW.status = 'rejected' AND OLD.payer_id <> NEW.decided_by AND 2 > (
    SELECT count(*) FROM standing_words
    WHERE subject = 'rejection:' || OLD.id AND act = 'approve' AND at_ms >= OLD.payment_started_at_ms
  );
  SELECT RAISE(ABORT, 'proof_missing')
  WHERE NEW.status = 'completed'
    AND NOT EXISTS (
      SELECT 1 FROM withdrawal_images
      WHERE withdrawal_id = OLD.id AND kind = 'proof' AND uploaded_at_ms > (
        SELECT coalesce(max(at_ms), -1) FROM approvals WHERE subject = 'rejection:' || OLD.id
      )
    );
  SELECT RAISE(ABORT, 'withdrawal_without_transfer')
  WHERE NEW.status IN ('completed', 'rejected') AND NOT EXISTS (
    SELECT 1 FROM transfers JOIN entries ON entries.transfer_id = transfers.id
    WHERE transfers.kind = 'withdrawal'
      AND transfers.reference = 'withdrawal:' || OLD.id || CASE NEW.status WHEN 'completed' THEN ':complete' ELSE ':reject' END
      AND entries.account_id = 'held:' || OLD.user_id AND entries.amount_cents = -OLD.amount_cents
  );
END;
--> statement-breakpoint
-- The money of a frozen account is only given back. Created last, so asked first: the caller learns of the freeze
-- before all else.
CREATE TRIGGER withdrawals_of_frozen_accounts_wait BEFORE UPDATE OF status ON withdrawals
WHEN EXISTS (SELECT 1 FROM users WHERE id = OLD.user_id AND frozen_at_ms IS NOT NULL) BEGIN
  SELECT RAISE(ABORT, 'account_frozen') WHERE NEW.cancelled_by_user = 1;
  SELECT RAISE(ABORT, 'owner_frozen') WHERE NEW.status IN ('approved', 'completed');
END;
