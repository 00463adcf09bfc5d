import { type Command, UsageError } from './command.ts'
import { escapeControlCharacters, formatNotice, getLocales, parseNoticeId, requireNotice } from './notices.ts'

export const noticeShowCommand: Command = {
  name: 'notice show',
  usage: '<id>',
  summary: 'Prints a notice with its words, as they were written, in every language.',
  help: `For instance:
  npm run operator -- notice show 12

Status: 0 all is fine, 2 it could not run.`,
  options: {},
  prepare({ positionals }) {
    const id = parseNoticeId(positionals[0])
    if (positionals.length > 1) throw new UsageError('Name one notice by its id. See: notice list')
    return async ({ db, print }) => {
      const notice = await requireNotice(db, id)
      print(formatNotice(notice, new Date()))
      for (const locale of getLocales(notice.body)) {
        print(`\n--- ${locale}: ${escapeControlCharacters(notice.title[locale] ?? '')}`)
        print(escapeControlCharacters(notice.body[locale] ?? ''))
      }
      return 0
    }
  },
}
