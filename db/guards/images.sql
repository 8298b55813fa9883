-- The triggers of `images`, oldest first: SQLite asks the newest first. CHECKs and indexes are in db/schema.
-- Edit here; `bun run guards` writes the migration.

-- An image is smaller than 5 MiB.
CREATE TRIGGER images_size BEFORE INSERT ON images WHEN NEW.size_bytes > 5242879 BEGIN
  SELECT RAISE(ABORT, 'images_size');
END;

-- A trader's uploads stay within 30 MiB in all; images that an admin uploads for a trader do not count.
CREATE TRIGGER images_quota BEFORE INSERT ON images WHEN NEW.uploaded_by = NEW.user_id BEGIN
  SELECT RAISE(ABORT, 'image_quota')
  WHERE NEW.size_bytes + (
    SELECT coalesce(sum(size_bytes), 0) FROM images WHERE user_id = NEW.user_id AND uploaded_by = NEW.user_id
  ) > 31457280;
END;

-- Only a digest that is missing is written, once.
CREATE TRIGGER images_never_changed BEFORE UPDATE ON images
WHEN OLD.digest IS NOT NULL OR NEW.digest IS NULL
  OR (NEW.filename, NEW.user_id, NEW.purpose, NEW.object_key, NEW.content_type, NEW.size_bytes, NEW.width_px, NEW.height_px, NEW.uploaded_by, NEW.created_at_ms)
    IS NOT (OLD.filename, OLD.user_id, OLD.purpose, OLD.object_key, OLD.content_type, OLD.size_bytes, OLD.width_px, OLD.height_px, OLD.uploaded_by, OLD.created_at_ms) BEGIN
  SELECT RAISE(ABORT, 'image_terms_fixed');
END;

-- Each row goes into the journal of money (`money_journal_rows`) in the transaction that writes it.
-- Withdrawals refer to these.
CREATE TRIGGER images_journalled_inserted AFTER INSERT ON images WHEN NEW.purpose IN ('payment_code', 'admin_image', 'proof') BEGIN
  INSERT INTO money_journal_rows (table_name, row) VALUES ('images', json_object(
    'filename', NEW.filename, 'user_id', NEW.user_id, 'purpose', NEW.purpose, 'object_key', NEW.object_key,
    'content_type', NEW.content_type, 'size_bytes', NEW.size_bytes, 'width_px', NEW.width_px,
    'height_px', NEW.height_px, 'uploaded_by', NEW.uploaded_by, 'created_at_ms', NEW.created_at_ms
  ));
END;

CREATE TRIGGER images_told AFTER INSERT ON images WHEN NEW.purpose = 'avatar' BEGIN
  INSERT INTO account_changes (user_id, topic) VALUES (NEW.user_id, 'profile');
END;
