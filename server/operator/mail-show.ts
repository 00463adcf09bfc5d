import { recordAuditEntry } from '#server/platform/auth/audit.ts'
import { renderStoredMail } from '#server/platform/mail/stored-mail.ts'
import { createCommand, type Schedule } from './command.ts'
import { createOperatorActor } from './lookups.ts'
import { formatMail, requireMail } from './mails.ts'
import { parseId } from './parsers.ts'

export const mailShowCommand = (schedule: Schedule) =>
  createCommand('show', {
    summary: 'print the text of a mail, with its link',
    help: `The link signs in as the recipient or changes their account: hand it over through a secure channel, if you have no mail
server. The audit log records that it was shown. The content of a sent mail is deleted.`,
    examples: ['mail show 12'],
  })
    .argument('<id>', 'id of the mail, see: mail list', parseId)
    .action((id) =>
      schedule(async ({ db, config, print }) => {
        const mail = await requireMail(db, id)
        const content = await renderStoredMail(db, mail, config)
        print(formatMail(mail))
        if (!content) return print('Its content was deleted.')
        await recordAuditEntry(db, createOperatorActor(mail.site), {
          action: 'mail show',
          subject: { kind: 'mail', id },
          context: { kind: mail.kind },
          before: null,
          after: { shown: true },
        })
        print(['', content.subject, '', ...content.text.split('\n')])
      }),
    )
