import { randomUUID } from 'node:crypto'
import type { MailObstacle } from '#contract/operations/desk/mail.ts'
import { getSiteLocale, locales } from '#contract/platform/locale.ts'
import { hidden } from '#server/platform/auth/audit.ts'
import { getSiteOrigin } from '#server/platform/auth/sites.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatMinute } from '#server/platform/command-line/format.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { mailStates } from '#server/platform/mail/outbox.ts'
import type { StoredMail } from '#server/platform/mail/stored-mail.ts'

const maxListedMails = 500
const id = cli.idOf('mail')

/** It loads the templates. */
const loadMails = () => import('#server/platform/mail/stored-mail.ts')
const loadChanges = () => import('#server/operations/mail-changes.ts')

/** @throws {OperatorError} */
async function requireMail(db: Queryable, mailId: number): Promise<StoredMail> {
  const { findMail } = await loadMails()
  const mail = await findMail(db, mailId)
  if (!mail) throw new cli.OperatorError(`There is no mail ${mailId}. See: mail list`)
  return mail
}

const describe = async (mail: StoredMail) => ({
  site: mail.site,
  ...(await loadChanges()).describeMail(mail),
})

const defineSuppression = (name: 'suppress' | 'unsuppress', texts: { summary: string; help?: string }) =>
  cli.defineChange(`mail ${name}`, {
    ...texts,
    examples: [`mail ${name} gone@studio.example`],
    parameters: { address: cli.argument('<address>', 'the address', cli.parseEmail) },
    async change(tx, { address }) {
      const suppressed = name === 'suppress'
      const { changeSuppression } = await loadChanges()
      if (!(await changeSuppression(tx, address, suppressed, new Date())))
        throw new cli.OperatorError(
          `${address} ${suppressed ? 'already gets no mail' : 'is not suppressed'}.`,
        )
      return {
        print: suppressed
          ? `${address} gets no more mail.`
          : `${address} gets mail again. Mail that was held back: mail list --state suppressed`,
        context: { address: hidden },
        before: { suppressed: !suppressed },
        after: { suppressed },
      }
    },
  })

export const commands = [
  cli.defineList('mail list', {
    summary: 'list the mail of the last 30 days, newest first',
    help: `Without SMTP_URL, mail stays queued. failed: refused, or not accepted for a day; uncertain: the connection was lost
before the server’s reply, so it may have arrived; suppressed: to an address that gets no mail. Times are in UTC.
Of more than ${maxListedMails}, the newest are listed.`,
    examples: ['mail list --state failed'],
    parameters: {
      state: cli.option('--state <state>', 'only mail in this state', mailStates),
      site: cli.siteFilter('mail'),
    },
    read: async ({ db }, { state, site }) =>
      (await loadMails()).selectMails(db, {
        states: state && [state],
        site: site?.domain,
        limit: maxListedMails,
      }),
    columns: ['id', ['created', 'createdAt'], 'state', 'kind', 'recipient', 'site', ['reply', 'failure']],
    empty: 'No mail found.',
    unit: 'mail',
  }),
  cli.defineChange('mail show', {
    summary: 'print the text of a mail, with its link',
    help: `The link signs in as the recipient or changes their account: hand it over through a secure channel, if you have no mail
server. The link is made for you, and works beside that of the mail until either is used. The audit log records that it was
shown. The content of a sent mail is deleted.`,
    examples: ['mail show 12'],
    parameters: { id },
    async change(tx, { id: mailId }, { config }) {
      const { renderStoredMail } = await loadMails()
      const { createMailTokens, storeMailTokens } = await import('#server/platform/mail/mail-tokens.ts')
      const mail = await requireMail(tx, mailId)
      const { createdAt, state, kind, recipient, site, failure } = mail
      const tokens = createMailTokens()
      const content = renderStoredMail(mail, config, tokens)
      const line = `${mailId}  ${formatMinute(createdAt)}  ${state}  ${kind} to ${recipient} on ${site.domain}`
      const header = failure === null ? line : `${line}: ${failure}`
      if (!content) return { print: [header, 'Its content was deleted.'] }
      if (mail.isLinkEnded) return { print: [header, 'Its link was used, replaced or has expired.'] }
      await storeMailTokens(tx, mail, tokens)
      const text = ['', content.subject, '', ...content.text.split('\n')]
      return { print: [header, text], ...(await describe(mail)), after: { shown: true } }
    },
  }),
  cli.defineChange('mail retry', {
    summary: 'send a failed, uncertain or suppressed mail again',
    help: 'An uncertain mail may have arrived: then the recipient gets it twice.',
    examples: ['mail retry 12'],
    parameters: { id },
    async change(tx, { id: mailId }, { config }) {
      const { findObstacle, lockMail, queueAgain } = await loadChanges()
      const mail = (await lockMail(tx, mailId)) ?? (await requireMail(tx, mailId))
      const obstacle = findObstacle(mail, new Date())
      if (obstacle) throw new cli.OperatorError(explain(mail, obstacle))
      await queueAgain(tx, mail)
      return {
        print: config.mail.smtp
          ? `Mail ${mailId} is queued and leaves within a minute.`
          : `Mail ${mailId} is queued. It leaves once SMTP_URL is set; see: mail show ${mailId}`,
        ...(await describe(mail)),
        before: { state: mail.state },
        after: { state: 'queued' },
      }
    },
  }),
  cli.defineCommand('mail test', {
    summary: 'send a test mail now and print the server’s reply',
    help: 'It does not pass through the outbox. Look at it: the sender, the name and the colors are those of the site.',
    examples: ['mail test you@studio.example --site studio.example'],
    exitStatus: '0 accepted by the mail server, 2 not accepted or unable to run',
    parameters: {
      address: cli.argument('<address>', 'where to send it', cli.parseEmail),
      site: cli.siteOf('the mail'),
      language: cli.option('--language <language>', 'the language, by default the site’s', locales),
    },
    async run({ config, signal, print }, { address, site, language }) {
      const { renderMail } = await import('#server/platform/mail/render.ts')
      const { createMailServer } = await import('#server/platform/mail/smtp.ts')
      const { createMessage } = await loadMails()
      const { smtp } = config.mail
      if (!smtp) throw new cli.OperatorError('SMTP_URL is not set. See docs/operating/start/mail.md.')
      const locale = language ?? getSiteLocale(site.isPlaylist)
      const content = renderMail('test', {}, { site, origin: getSiteOrigin(site, config.port), locale })
      const messageId = `<${randomUUID()}@${site.domain}>`
      const message = createMessage({ site, recipient: address, locale }, content, messageId, config)
      const { outcome, reply } = await createMailServer(smtp).deliver(message, signal)
      if (outcome !== 'accepted')
        throw new cli.OperatorError(`${smtp.host}:${smtp.port} did not accept it (${outcome}): ${reply}`)
      print(`${smtp.host}:${smtp.port} accepted it: ${reply}`)
    },
  }),
  defineSuppression('suppress', {
    summary: 'send no more mail to an address',
    help: 'Happens by itself when a mail server says that an address does not exist.',
  }),
  defineSuppression('unsuppress', { summary: 'send mail to an address again' }),
]

const explain = ({ id: mailId, recipient }: StoredMail, obstacle: MailObstacle): string =>
  ({
    sent: `Mail ${mailId} was sent: there is nothing to retry.`,
    'on-its-way': `Mail ${mailId} is on its way: there is nothing to retry.`,
    expired: `Mail ${mailId} has expired: its recipient has to ask for a new one.`,
    'link-ended': `The link of mail ${mailId} was used, replaced or has expired: its recipient has to ask for a new one.`,
    'account-removed': `The account of ${recipient} was deleted.`,
    suppressed: `${recipient} gets no mail. First run: mail unsuppress ${recipient}`,
    unsubscribed: `The recipient of mail ${mailId} has unsubscribed from such mail.`,
  })[obstacle]
