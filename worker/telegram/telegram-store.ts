import { and, eq, gt, isNotNull, isNull, lt, lte, type SQL, sql } from "drizzle-orm";
import type { Query } from "../../db/client.ts";
import { telegramLinks, telegramTokens, users } from "../../db/schema/index.ts";

/** The only SQL that writes the chats of persons and their deep links. Functions return statements; verbs put them into batches. */

/** The statement that reads the chat of a person. */
export function selectLink(query: Query, userId: SQL<string>) {
  return query.select().from(telegramLinks).where(eq(telegramLinks.userId, userId));
}

/** A row of `telegram_links`. */
export type LinkRow = typeof telegramLinks.$inferSelect;

/** Whether the chat that opened a deep link is another person's until now. */
const isOthers =
  sql<boolean>`EXISTS (SELECT 1 FROM ${telegramLinks} WHERE ${telegramLinks.chatId} = ${telegramTokens.chatId} AND ${telegramLinks.userId} <> ${telegramTokens.userId})`.mapWith(
    Boolean,
  );

/** The statement that reads the deep link of a person while it is valid, and the address of their account. */
export function selectPending(query: Query, userId: SQL<string>, nowMs: number) {
  return query
    .select({
      id: telegramTokens.tokenHash,
      expiresAtMs: telegramTokens.expiresAtMs,
      chatId: telegramTokens.chatId,
      name: telegramTokens.name,
      openedAtMs: telegramTokens.openedAtMs,
      email: users.email,
      isOthers,
    })
    .from(telegramTokens)
    .innerJoin(users, eq(users.id, telegramTokens.userId))
    .where(and(eq(telegramTokens.userId, userId), gt(telegramTokens.expiresAtMs, nowMs)));
}

/** A deep link as {@link selectPending} reads it. */
export type PendingRow = ReturnType<typeof selectPending>["_"]["result"][number];

/** The statement that makes a person's deep link; one from before is worth nothing any more. */
export function makeToken(query: Query, userId: SQL<string>, token: { hash: string; expiresAtMs: number }) {
  const fresh = {
    tokenHash: token.hash,
    expiresAtMs: token.expiresAtMs,
    chatId: null,
    name: null,
    openedAtMs: null,
  };
  return query
    .insert(telegramTokens)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({ target: telegramTokens.userId, set: fresh });
}

/** A chat that opens a deep link. */
export type Opening = { hash: string; chatId: string; name: string; atMs: number };

/** The statements that open a deep link for the first chat that does, and read whether it is that one's. */
export function openToken(query: Query, { hash, chatId, name, atMs }: Opening, nowMs: number) {
  const isValid = and(eq(telegramTokens.tokenHash, hash), gt(telegramTokens.expiresAtMs, nowMs));
  return [
    query
      .update(telegramTokens)
      .set({ chatId, name, openedAtMs: atMs })
      .where(and(isValid, isNull(telegramTokens.chatId))),
    query
      .select({ language: users.language, isOthers })
      .from(telegramTokens)
      .innerJoin(users, eq(users.id, telegramTokens.userId))
      .where(and(isValid, eq(telegramTokens.chatId, chatId))),
  ] as const;
}

/** The statement that ends the deep link that a person confirms, for the chat that they saw. */
export function takeToken(
  query: Query,
  userId: SQL<string>,
  { id, chatId }: { id: string; chatId: string },
  nowMs: number,
) {
  return query
    .delete(telegramTokens)
    .where(
      and(
        eq(telegramTokens.userId, userId),
        eq(telegramTokens.tokenHash, id),
        eq(telegramTokens.chatId, chatId),
        gt(telegramTokens.expiresAtMs, nowMs),
      ),
    );
}

/** The statement that gives a person's deep link up. */
export function dropToken(query: Query, userId: SQL<string>) {
  return query.delete(telegramTokens).where(eq(telegramTokens.userId, userId));
}

/** The person of a link, and their account as an audit row names it, in a selection of links. */
export const LINKED = {
  person: sql<string>`${telegramLinks.userId}`,
  account: sql<string>`'user:' || ${telegramLinks.userId}`,
};

/** The condition on `telegram_links` for the link of a chat to anybody but one person. */
function isOthersLink(chatId: string, userId: SQL<string>): SQL {
  return sql`${telegramLinks.chatId} = ${chatId} AND ${telegramLinks.userId} <> ${userId}`;
}

/** The selection of the link of a chat to anybody but one person. */
export function othersLink(chatId: string, userId: SQL<string>): SQL {
  return sql`FROM ${telegramLinks} WHERE ${isOthersLink(chatId, userId)}`;
}

/** The condition on `users` for the person whose chat it is, unless that is one person. */
export function hasOthersLink(chatId: string, userId: SQL<string>): SQL {
  return sql`${users.id} = (SELECT ${telegramLinks.userId} ${othersLink(chatId, userId)})`;
}

/** The statement that ends the link of a chat to anybody but one person. */
export function endOthersLink(query: Query, chatId: string, userId: SQL<string>) {
  return query.delete(telegramLinks).where(isOthersLink(chatId, userId));
}

/** The statement that links a chat to a person, whose other chat it replaces. Sums stay off in a new chat. */
export function saveLink(
  query: Query,
  userId: SQL<string>,
  chat: Pick<LinkRow, "chatId" | "name" | "heardAtMs">,
  nowMs: number,
) {
  const fresh = { ...chat, linkedAtMs: nowMs, blockedAtMs: null };
  return query
    .insert(telegramLinks)
    .values({ userId, ...fresh })
    .onConflictDoUpdate({
      target: telegramLinks.userId,
      set: {
        ...fresh,
        showsSums: sql`CASE WHEN ${telegramLinks.chatId} = excluded.chat_id THEN ${telegramLinks.showsSums} ELSE 0 END`,
      },
    });
}

/** The selection of the link of a person. */
export function ownLink(userId: SQL<string>): SQL {
  return sql`FROM ${telegramLinks} WHERE ${telegramLinks.userId} = ${userId}`;
}

/** The statement that ends the link of a person. */
export function endLink(query: Query, userId: SQL<string>) {
  return query.delete(telegramLinks).where(eq(telegramLinks.userId, userId));
}

/** The statement that chooses whether messages to a person's chat say sums. @returns rows: one, or none without a link */
export function setShowsSums(query: Query, userId: SQL<string>, showsSums: boolean) {
  return query
    .update(telegramLinks)
    .set({ showsSums })
    .where(eq(telegramLinks.userId, userId))
    .returning({ showsSums: telegramLinks.showsSums });
}

/** The statement that reads whose chat it is, with the language of that account. */
export function selectOwner(query: Query, chatId: string) {
  return query
    .select({ language: users.language, heardAtMs: telegramLinks.heardAtMs })
    .from(telegramLinks)
    .innerJoin(users, eq(users.id, telegramLinks.userId))
    .where(eq(telegramLinks.chatId, chatId));
}

/** The condition on `telegram_links` for that of a chat, unless an update that came later counts already. */
function isHeardBy(chatId: string, atMs: number): SQL {
  return sql`${telegramLinks.chatId} = ${chatId} AND ${telegramLinks.heardAtMs} <= ${atMs}`;
}

/** The selection of the link that {@link endLinkOfChat} ends. */
export function linkOfChat(chatId: string, atMs: number): SQL {
  return sql`FROM ${telegramLinks} WHERE ${isHeardBy(chatId, atMs)}`;
}

/** The statement that ends the link of a chat which does not want messages. */
export function endLinkOfChat(query: Query, chatId: string, atMs: number) {
  return query.delete(telegramLinks).where(isHeardBy(chatId, atMs));
}

/** The statement that gives up deep links that a chat opened: it does not want them. */
export function dropTokensOfChat(query: Query, chatId: string, atMs: number) {
  return query
    .delete(telegramTokens)
    .where(and(eq(telegramTokens.chatId, chatId), lte(telegramTokens.openedAtMs, atMs)));
}

/** The statement that writes down that the person of a chat blocked the bot. */
export function blockChat(query: Query, chatId: string, atMs: number, nowMs: number) {
  return query
    .update(telegramLinks)
    .set({ blockedAtMs: nowMs, heardAtMs: atMs })
    .where(and(isHeardBy(chatId, atMs), isNull(telegramLinks.blockedAtMs)));
}

/** The statement that writes down that the person of a chat takes messages. */
export function unblockChat(query: Query, chatId: string, atMs: number) {
  return query
    .update(telegramLinks)
    .set({ blockedAtMs: null, heardAtMs: atMs })
    .where(and(isHeardBy(chatId, atMs), isNotNull(telegramLinks.blockedAtMs)));
}

/** The statement that writes down that Telegram refused a message to a chat because its person blocked the bot. */
export function blockLink(query: Query, { userId, chatId }: Pick<LinkRow, "userId" | "chatId">, nowMs: number) {
  return query
    .update(telegramLinks)
    .set({ blockedAtMs: nowMs })
    .where(and(eq(telegramLinks.userId, userId), eq(telegramLinks.chatId, chatId), isNull(telegramLinks.blockedAtMs)));
}

/** The statement that deletes deep links that have expired. */
export function deleteExpiredTokens(query: Query, nowMs: number) {
  return query.delete(telegramTokens).where(lt(telegramTokens.expiresAtMs, nowMs));
}

/** The statements that delete what a person has of Telegram, with the account that they close. */
export function deleteTelegramOf(query: Query, userId: string) {
  return [
    query.delete(telegramTokens).where(eq(telegramTokens.userId, userId)),
    query.delete(telegramLinks).where(eq(telegramLinks.userId, userId)),
  ] as const;
}
