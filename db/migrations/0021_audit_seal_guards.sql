CREATE TRIGGER audit_seals_append_only BEFORE UPDATE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
--> statement-breakpoint
CREATE TRIGGER audit_seals_never_deleted BEFORE DELETE ON audit_seals BEGIN
  SELECT RAISE(ABORT, 'audit_append_only');
END;
