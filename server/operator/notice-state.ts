import { recordAuditEntry } from '#server/audit.ts'
import type { Database, Queryable } from '#server/db/database.ts'
import { createOperatorActor } from './arguments.ts'
import { type Command, UsageError } from './command.ts'
import { formatNotice, lockNotice, type NoticeRecord, parseNoticeId, requireNotice } from './notices.ts'

interface StateChange {
  name: string
  summary: string
  /** More of what it does. */
  help: string
  isApplied(notice: NoticeRecord): boolean
  apply(tx: Queryable, id: number, now: Date): Promise<unknown>
}

const pinHelp = 'Pinned notices stand before all others, the newest of them first.'
const withdrawHelp =
  'A withdrawn notice is kept, but shown to nobody and counted for nobody. Restored, it is where it was.'

const setPinned = (tx: Queryable, id: number, pinned: boolean) =>
  tx.query('update notices set pinned = $2 where id = $1', [id, pinned])

const setWithdrawn = (tx: Queryable, id: number, moment: Date | null) =>
  tx.query('update notices set withdrawn_at = $2 where id = $1', [id, moment])

const createStateCommand = ({ name, summary, help, isApplied, apply }: StateChange): Command => ({
  name,
  usage: '<id>',
  summary,
  help: `${help}

For instance:
  npm run operator -- ${name} 12

Status: 0 it is done or was so already, 2 it could not run.`,
  options: {},
  prepare({ positionals }) {
    const id = parseNoticeId(positionals[0])
    if (positionals.length > 1) throw new UsageError('Name one notice by its id. See: notice list')
    return async ({ db, print }) => {
      const now = new Date()
      const changed = await applyStateChange(db, id, { name, isApplied, apply }, now)
      print(`${changed ? 'changed' : 'as before'}: ${formatNotice(await requireNotice(db, id), now)}`)
      return 0
    }
  },
})

/** @returns whether it was otherwise before */
const applyStateChange = (
  db: Database,
  id: number,
  { name, isApplied, apply }: Pick<StateChange, 'name' | 'isApplied' | 'apply'>,
  now: Date,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockNotice(tx, id)
    if (isApplied(before)) return false
    await apply(tx, id, now)
    await recordAuditEntry(tx, createOperatorActor({ id: before.siteId }), {
      action: name,
      subject: { kind: 'notice', id },
    })
    return true
  })

export const noticePinCommand = createStateCommand({
  name: 'notice pin',
  summary: 'Puts a notice before all others.',
  help: pinHelp,
  isApplied: ({ pinned }) => pinned,
  apply: (tx, id) => setPinned(tx, id, true),
})

export const noticeUnpinCommand = createStateCommand({
  name: 'notice unpin',
  summary: 'Puts a notice back among the others.',
  help: pinHelp,
  isApplied: ({ pinned }) => !pinned,
  apply: (tx, id) => setPinned(tx, id, false),
})

export const noticeWithdrawCommand = createStateCommand({
  name: 'notice withdraw',
  summary: 'Takes a notice back: it is kept, and nobody sees it any more.',
  help: withdrawHelp,
  isApplied: ({ withdrawnAt }) => withdrawnAt !== null,
  apply: setWithdrawn,
})

export const noticeRestoreCommand = createStateCommand({
  name: 'notice restore',
  summary: 'Shows a notice again that was withdrawn.',
  help: withdrawHelp,
  isApplied: ({ withdrawnAt }) => withdrawnAt === null,
  apply: (tx, id) => setWithdrawn(tx, id, null),
})
