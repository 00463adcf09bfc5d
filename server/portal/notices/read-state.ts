import { type RoleSnapshot, requireCurrentRole } from '#server/platform/auth/roles.ts'
import type { Database } from '#server/platform/db/database.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { findNotice, insertNoticeReads, type NoticeReader } from './queries.ts'

/** `id`: null for all notices. @throws {Refusal} `not_found` */
export const markAsRead = (
  db: Database,
  reader: NoticeReader & { account: RoleSnapshot },
  id: number | null,
): Promise<void> =>
  db.transaction(async (tx) => {
    // An account being deleted must not leave rows behind.
    await requireCurrentRole(tx, reader.account, 'share')
    if (id !== null && !(await findNotice(tx, reader, id))) throw new Refusal('not_found')
    await insertNoticeReads(tx, reader, id)
  })
