import { recordChange } from '#server/audit.ts'
import type { Database, Queries } from '#server/db/connect.ts'
import { type Command, UsageError } from './command.ts'
import { operatorOn } from './named.ts'
import { describeNotice, findNoticeLine, lockNotice, type NoticeLine, readNoticeId } from './notice-lines.ts'

interface State {
  name: string
  summary: string
  /** More of what it does. */
  help: string
  isSo(notice: NoticeLine): boolean
  set(tx: Queries, id: number, now: Date): Promise<unknown>
}

const pinning = 'Pinned notices stand before all others, the newest of them first.'
const withdrawing =
  'A withdrawn notice is kept, but shown to nobody and counted for nobody. Restored, it is where it was.'

const setPinned = (tx: Queries, id: number, pinned: boolean) =>
  tx.query('update notices set pinned = $2 where id = $1', [id, pinned])

const setWithdrawn = (tx: Queries, id: number, moment: Date | null) =>
  tx.query('update notices set withdrawn_at = $2 where id = $1', [id, moment])

const commandOf = ({ name, summary, help, isSo, set }: State): Command => ({
  name,
  usage: '<id>',
  summary,
  help: `${help}

For instance:
  npm run operator -- ${name} 12

Status: 0 it is done or was so already, 2 it could not run.`,
  options: {},
  prepare({ positionals }) {
    const id = readNoticeId(positionals[0])
    if (positionals.length > 1) throw new UsageError('Name one notice by its id. See: notice list')
    return async ({ db, print }) => {
      const now = new Date()
      const changed = await change(db, id, { name, isSo, set }, now)
      print(`${changed ? 'changed' : 'as before'}: ${describeNotice(await findNoticeLine(db, id), now)}`)
      return 0
    }
  },
})

/** @returns whether it was otherwise before */
const change = (
  db: Database,
  id: number,
  { name, isSo, set }: Pick<State, 'name' | 'isSo' | 'set'>,
  now: Date,
): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockNotice(tx, id)
    if (isSo(before)) return false
    await set(tx, id, now)
    await recordChange(tx, operatorOn({ id: before.siteId }), {
      action: name,
      subject: { kind: 'notice', id },
    })
    return true
  })

export const noticePinCommand = commandOf({
  name: 'notice pin',
  summary: 'Puts a notice before all others.',
  help: pinning,
  isSo: ({ pinned }) => pinned,
  set: (tx, id) => setPinned(tx, id, true),
})

export const noticeUnpinCommand = commandOf({
  name: 'notice unpin',
  summary: 'Puts a notice back among the others.',
  help: pinning,
  isSo: ({ pinned }) => !pinned,
  set: (tx, id) => setPinned(tx, id, false),
})

export const noticeWithdrawCommand = commandOf({
  name: 'notice withdraw',
  summary: 'Takes a notice back: it is kept, and nobody sees it any more.',
  help: withdrawing,
  isSo: ({ withdrawnAt }) => withdrawnAt !== null,
  set: setWithdrawn,
})

export const noticeRestoreCommand = commandOf({
  name: 'notice restore',
  summary: 'Shows a notice again that was withdrawn.',
  help: withdrawing,
  isSo: ({ withdrawnAt }) => withdrawnAt === null,
  set: (tx, id) => setWithdrawn(tx, id, null),
})
