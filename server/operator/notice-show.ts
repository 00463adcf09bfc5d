import { createCommand, type Schedule } from './command.ts'
import { escapeControlCharacters, formatNotice, getLocales, requireNotice } from './notices.ts'
import { parseId } from './parsers.ts'

export const noticeShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print the source of a notice in every language',
    examples: ['notice show 12'],
  })
    .argument('<id>', 'id of the notice, see: notice list', parseId)
    .action((id) =>
      schedule(async ({ db, print }) => {
        const notice = await requireNotice(db, id)
        print(formatNotice(notice, new Date()))
        for (const locale of getLocales(notice.body)) {
          print(`\n--- ${locale}: ${escapeControlCharacters(notice.title[locale] ?? '')}`)
          print(escapeControlCharacters(notice.body[locale] ?? ''))
        }
      }),
    )
