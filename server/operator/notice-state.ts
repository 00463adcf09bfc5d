import { diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { type Sql, sql } from '#server/platform/db/sql.ts'
import { createCommand, type Schedule } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { formatNotice, lockNotice, type NoticeRecord, requireNotice } from './notices.ts'
import { parseId } from './parsers.ts'

interface StateChange {
  name: string
  summary: string
  help: string
  isApplied(notice: NoticeRecord): boolean
  assignment: Sql
}

const pinHelp = 'Pinned notices come before all others, newest first.'
const withdrawHelp =
  'A withdrawn notice is neither shown nor counted as unread, but not deleted. Restored, it is back in its place.'

const stateChanges: readonly StateChange[] = [
  {
    name: 'pin',
    summary: 'pin a notice above all others',
    help: pinHelp,
    isApplied: ({ pinned }) => pinned,
    assignment: sql`pinned = true`,
  },
  {
    name: 'unpin',
    summary: 'unpin a notice',
    help: pinHelp,
    isApplied: ({ pinned }) => !pinned,
    assignment: sql`pinned = false`,
  },
  {
    name: 'withdraw',
    summary: 'hide a notice from everyone',
    help: withdrawHelp,
    isApplied: ({ withdrawnAt }) => withdrawnAt !== null,
    assignment: sql`withdrawn_at = now()`,
  },
  {
    name: 'restore',
    summary: 'show a withdrawn notice again',
    help: withdrawHelp,
    isApplied: ({ withdrawnAt }) => withdrawnAt === null,
    assignment: sql`withdrawn_at = null`,
  },
]

export const noticeStateCommands = stateChanges.map(
  (change) => (schedule: Schedule) =>
    createCommand(change.name, {
      summary: change.summary,
      help: change.help,
      examples: [`notice ${change.name} 12`],
    })
      .argument('<id>', 'id of the notice, see: notice list', parseId)
      .action((id) =>
        schedule(async ({ db, print }) => {
          const hasChanged = await applyStateChange(db, id, change)
          const notice = await requireNotice(db, id)
          print(`${hasChanged ? 'changed' : 'unchanged'}: ${formatNotice(notice, new Date())}`)
        }),
      ),
)

const getAuditValues = ({ pinned, withdrawnAt }: NoticeRecord) => ({
  pinned,
  withdrawn: withdrawnAt !== null,
})

const applyStateChange = (
  db: Database,
  id: number,
  { name, isApplied, assignment }: StateChange,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockNotice(tx, id)
    if (isApplied(before)) return false
    await tx.execute(sql`update notices set ${assignment} where id = ${id}`)
    await recordAuditEntry(tx, createOperatorActor({ id: before.siteId }), {
      action: `notice ${name}`,
      subject: { kind: 'notice', id },
      ...diffValues(getAuditValues(before), getAuditValues(await requireNotice(tx, id))),
    })
    return true
  })
