import type { Locale } from '#contract/platform/locale.ts'
import { diffValues, recordAuditEntry } from '#server/platform/auth/audit.ts'
import type { Database } from '#server/platform/db/database.ts'
import { sql } from '#server/platform/db/sql.ts'
import { createCommand, type Schedule } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { type NoticeContent, readNoticeContent } from './notice-content.ts'
import { formatNotice, getNoticeState, lockNotice, requireNotice } from './notices.ts'
import { parseId } from './parsers.ts'

export const noticeEditCommand = (schedule: Schedule) =>
  createCommand('edit', {
    summary: 'replace the text of a notice in the languages of the files',
    help: `Files are written as for notice publish, but their pinned and publish_at are ignored. Readers of a published notice see
the day of the edit; it does not become unread again.`,
    examples: ['notice edit 12 spring.ko.mdx'],
    exitStatus: '0 success, 1 a file is invalid and nothing was changed, 2 it could not run',
  })
    .argument('<id>', 'id of the notice, see: notice list', parseId)
    .argument('<file...>', 'Markdown files, one per language')
    .action((id, names) =>
      schedule(async ({ db, cwd, print }) => {
        const read = await readNoticeContent(cwd, names)
        if ('errors' in read) {
          print([...read.errors, 'Nothing was changed.'])
          return 1
        }
        const now = new Date()
        const hasChanged = await editNotice(db, id, read.content, now)
        print(read.content.warnings)
        print(`${hasChanged ? 'changed' : 'unchanged'}: ${formatNotice(await requireNotice(db, id), now)}`)
        return 0
      }),
    )

const getTexts = ({ title, body }: Pick<NoticeContent, 'title' | 'body'>, languages: readonly Locale[]) =>
  Object.fromEntries(
    languages.flatMap((locale) => [
      [`title_${locale}`, title[locale] ?? null],
      [`body_${locale}`, body[locale] ?? null],
    ]),
  )

const editNotice = (db: Database, id: number, { title, body }: NoticeContent, now: Date): Promise<boolean> =>
  db.transaction(async (tx) => {
    const before = await lockNotice(tx, id)
    const changed = (Object.keys(body) as Locale[]).filter(
      (locale) => before.title[locale] !== title[locale] || before.body[locale] !== body[locale],
    )
    if (changed.length === 0) return false
    const isScheduled = getNoticeState({ ...before, withdrawnAt: null }, now) === 'scheduled'
    await tx.execute(
      sql`update notices
      set title = title || ${JSON.stringify(title)}::text::jsonb,
        body = body || ${JSON.stringify(body)}::text::jsonb,
        edited_at = ${isScheduled ? before.editedAt : now}
      where id = ${id}`,
    )
    await recordAuditEntry(tx, createOperatorActor({ id: before.siteId }), {
      action: 'notice edit',
      subject: { kind: 'notice', id },
      ...diffValues(getTexts(before, changed), getTexts({ title, body }, changed)),
    })
    return true
  })
