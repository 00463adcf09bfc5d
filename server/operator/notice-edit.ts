import type { Locale } from '#contract/locale.ts'
import { recordAuditEntry } from '#server/audit.ts'
import type { Database } from '#server/db/database.ts'
import { createOperatorActor } from './arguments.ts'
import { type Command, UsageError } from './command.ts'
import { type NoticeContent, readNoticeFiles } from './notice-content.ts'
import { formatNotice, lockNotice, type NoticeRecord, parseNoticeId, requireNotice } from './notices.ts'

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
  prepare({ positionals: [idText, ...names] }) {
    const id = parseNoticeId(idText)
    if (names.length === 0) throw new UsageError('Name the files of the notice, one for each language.')
    return async ({ db, cwd, print }) => {
      const read = await readNoticeFiles(cwd, names)
      if ('faults' in read) {
        for (const line of [...read.faults, 'Nothing was changed.']) print(line)
        return 1
      }
      const now = new Date()
      const changed = await editNotice(db, id, read.words, now)
      for (const line of read.words.warnings) print(line)
      print(`${changed ? 'changed' : 'as before'}: ${formatNotice(await requireNotice(db, id), now)}`)
      return 0
    }
  },
}

/** @returns whether anything was otherwise before */
const editNotice = (db: Database, id: number, { title, body }: NoticeContent, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockNotice(tx, id)
    const changed = (Object.keys(body) as Locale[]).filter(
      (locale) => before.title[locale] !== title[locale] || before.body[locale] !== body[locale],
    )
    if (changed.length === 0) return false
    const editedAt = isPublished(before, now) ? now : before.editedAt
    await tx.query(
      `update notices
      set title = title || $2::text::jsonb,
        body = body || $3::text::jsonb,
        edited_at = $4
      where id = $1`,
      [id, JSON.stringify(title), JSON.stringify(body), editedAt],
    )
    await recordAuditEntry(tx, createOperatorActor({ id: before.siteId }), {
      action: 'notice edit',
      subject: { kind: 'notice', id },
      detail: { languages: changed.join(' ') },
    })
    return true
  })

/** What nobody has seen yet is not edited but written. */
const isPublished = ({ publishedAt }: NoticeRecord, now: Date) => Date.parse(publishedAt) <= now.getTime()
