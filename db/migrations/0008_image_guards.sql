-- What holds for images, whatever code writes.

-- What a trader uploads stays within 30 MiB; an admin's images for a trader are not the trader's doing.
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
