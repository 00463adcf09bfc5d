import type { Queryable } from '#server/platform/db/database.ts'
import { execRaw } from './raw-sql.ts'

const protectedTables = [
  'audit_log',
  'security_events',
  'ledger_entries',
  'statements',
  'month_parts',
  'payouts',
]

/** Runs statements that change write-once rows, such as audit entries, which only the owner of the tables can do. */
export const execAsOwner = (db: Queryable, script: string): Promise<void> =>
  execRaw(
    db,
    [
      ...protectedTables.map((table) => `alter table ${table} disable trigger user`),
      script,
      ...protectedTables.map((table) => `alter table ${table} enable trigger user`),
    ].join(';\n'),
  )

export const clearAuditLog = (db: Queryable): Promise<void> => execAsOwner(db, 'delete from audit_log')
export const clearSecurityEvents = (db: Queryable): Promise<void> =>
  execAsOwner(db, 'delete from security_events')
