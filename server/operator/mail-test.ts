import { randomUUID } from 'node:crypto'
import { Option } from '@commander-js/extra-typings'
import { getSiteLocale, locales } from '#contract/platform/locale.ts'
import { getSiteOrigin } from '#server/platform/auth/sites.ts'
import { renderMail } from '#server/platform/mail/render.ts'
import { createMailServer } from '#server/platform/mail/smtp.ts'
import { createMessage } from '#server/platform/mail/stored-mail.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { requireSite } from './lookups.ts'
import { parseDomain, parseEmail } from './parsers.ts'

export const mailTestCommand = (schedule: Schedule) =>
  createCommand('test', {
    summary: 'send a test mail now and print the server’s reply',
    help: 'It does not pass through the outbox. Look at it: the sender, the name and the colors are those of the site.',
    examples: ['mail test you@studio.example --site studio.example'],
    exitStatus: '0 accepted by the mail server, 2 not accepted or unable to run',
  })
    .argument('<address>', 'where to send it', parseEmail)
    .requiredOption('--site <domain>', 'the site whose name it has', parseDomain)
    .addOption(new Option('--language <language>', 'the language, by default the site’s').choices(locales))
    .action((address, { site: domain, language }) =>
      schedule(async ({ db, config, signal, print }) => {
        const site = await requireSite(db, domain)
        const { smtp } = config.mail
        if (!smtp) throw new OperatorError('SMTP_URL is not set. See docs/operating.md, “Mail”.')
        const locale = language ?? getSiteLocale(site.isPlaylist)
        const content = renderMail('test', {}, { site, origin: getSiteOrigin(site, config.port), locale })
        const messageId = `<${randomUUID()}@${site.domain}>`
        const message = createMessage({ site, recipient: address, locale }, content, messageId, config)
        const { outcome, reply } = await createMailServer(smtp).deliver(message, signal)
        if (outcome !== 'accepted')
          throw new OperatorError(`${smtp.host}:${smtp.port} did not accept it (${outcome}): ${reply}`)
        print(`${smtp.host}:${smtp.port} accepted it: ${reply}`)
      }),
    )
