import { describe, expect, test } from "bun:test";
import { AppError } from "../contract/errors.ts";
import { checkNewPassword } from "./password-rules.ts";

describe("password", () => {
  const person = { email: "sokha.chan@example.com", username: "sokha" };

  test.each(["nine char", "x".repeat(129)])("%p has a wrong length", (password) => {
    expect(() => checkNewPassword(password, person)).toThrow(AppError);
  });

  test("length counts code points", () => {
    expect(checkNewPassword("🐟🐠🐡🦈🐬🐳🐋🦭🐙🦑", person)).toBe("🐟🐠🐡🦈🐬🐳🐋🦭🐙🦑");
  });

  test.each(["qwertyuiop", "Password123", "1234567890", "aaaaaaaaaaaa"])("%p is too common", (password) => {
    expect(() => checkNewPassword(password, person)).toThrow("too common");
  });

  test.each(["tonle12345", "Sokha2026!!", "sokha.chan"])("%p is made of the user's own names", (password) => {
    expect(() => checkNewPassword(password, person)).toThrow("easy to guess");
  });

  test("spaces at the ends are part of it", () => {
    expect(checkNewPassword("  a sentence  ", person)).toBe("  a sentence  ");
  });
});
