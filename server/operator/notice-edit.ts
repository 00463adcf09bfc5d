import type { Locale } from '#contract/locale.ts'
import { recordChange } from '#server/audit.ts'
import type { Database } from '#server/db/connect.ts'
import { type Command, UsageError } from './command.ts'
import { operatorOn } from './named.ts'
import { type NoticeWords, readNoticeFiles } from './notice-files.ts'
import { describeNotice, findNoticeLine, lockNotice, type NoticeLine, readNoticeId } from './notice-lines.ts'

export const noticeEditCommand: Command = {
  name: 'notice edit',
  usage: '<id> <file>…',
  summary: 'Changes the words of a notice in the languages of the files; others stay as they are.',
  help: `The files are as those of notice publish; pinned and publish_at in them count only there. Of a notice that is
published the site tells on which day it was edited; who has read it already is not told again.

For instance:
  npm run operator -- notice edit 12 spring.ko.mdx

Status: 0 it is done, 1 a file has faults and nothing was changed, 2 it could not run.`,
  options: {},
  prepare({ positionals: [which, ...names] }) {
    const id = readNoticeId(which)
    if (names.length === 0) throw new UsageError('Name the files of the notice, one for each language.')
    return async ({ db, folder, print }) => {
      const read = await readNoticeFiles(folder, names)
      if ('faults' in read) {
        for (const line of [...read.faults, 'Nothing was changed.']) print(line)
        return 1
      }
      const now = new Date()
      const changed = await editNotice(db, id, read.words, now)
      for (const line of read.words.warnings) print(line)
      print(`${changed ? 'changed' : 'as before'}: ${describeNotice(await findNoticeLine(db, id), now)}`)
      return 0
    }
  },
}

/** @returns whether anything was otherwise before */
const editNotice = (db: Database, id: number, { title, body }: NoticeWords, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockNotice(tx, id)
    const changed = (Object.keys(body) as Locale[]).filter(
      (locale) => before.title[locale] !== title[locale] || before.body[locale] !== body[locale],
    )
    if (changed.length === 0) return false
    const edited = isOut(before, now) ? now : before.editedAt
    await tx.query(
      `update notices
      set title = title || $2::text::jsonb,
        body = body || $3::text::jsonb,
        edited_at = $4
      where id = $1`,
      [id, JSON.stringify(title), JSON.stringify(body), edited],
    )
    await recordChange(tx, operatorOn({ id: before.siteId }), {
      action: 'notice edit',
      subject: { kind: 'notice', id },
      detail: { languages: changed.join(' ') },
    })
    return true
  })

/** What nobody has seen yet is not edited but written. */
const isOut = ({ publishedAt }: NoticeLine, now: Date) => Date.parse(publishedAt) <= now.getTime()
