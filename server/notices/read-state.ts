import { type RoleSnapshot, requireCurrentRole } from '#server/auth/roles.ts'
import type { Database } from '#server/db/database.ts'
import { Refusal } from '#server/http/refusal.ts'
import { findNotice, insertNoticeReads, type NoticeReader } from './queries.ts'

/** Marks one notice as read, or with null all of them. @throws {Refusal} `not_found` when it is not to be seen here */
export const markAsRead = (
  db: Database,
  reader: NoticeReader & { account: RoleSnapshot },
  id: number | null,
): Promise<void> =>
  db.transaction(async (tx) => {
    // Who has just been removed leaves nothing.
    await requireCurrentRole(tx, reader.account, 'share')
    if (id !== null && !(await findNotice(tx, reader, id))) throw new Refusal('not_found')
    await insertNoticeReads(tx, reader, id)
  })
