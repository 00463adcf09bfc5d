import type { Queryable } from '#server/db/database.ts'
import { execRaw } from './raw-sql.ts'

/** Runs statements that change audit entries or security events, which only the owner of the tables can. */
export const execAsOwner = (db: Queryable, script: string): Promise<void> =>
  execRaw(
    db,
    `alter table audit_log disable trigger user;
    alter table security_events disable trigger user;
    ${script};
    alter table audit_log enable trigger user;
    alter table security_events enable trigger user`,
  )

export const clearAuditLog = (db: Queryable): Promise<void> => execAsOwner(db, 'delete from audit_log')
export const clearSecurityEvents = (db: Queryable): Promise<void> =>
  execAsOwner(db, 'delete from security_events')
