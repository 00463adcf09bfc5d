import { keepStanding, type Standing } from '#server/accounts.ts'
import type { Database } from '#server/db/connect.ts'
import { Refusal } from '#server/http.ts'
import { findNotice, insertReads, type Reader } from './queries.ts'

/** Marks one notice as read, or with null all of them. @throws {Refusal} `not_found` when it is not to be seen here */
export const see = (db: Database, reader: Reader & { account: Standing }, id: number | null): Promise<void> =>
  db.transaction(async (tx) => {
    // Who has just been removed leaves nothing.
    await keepStanding(tx, reader.account)
    if (id !== null && !(await findNotice(tx, reader, id))) throw new Refusal('not_found')
    await insertReads(tx, reader, id)
  })
