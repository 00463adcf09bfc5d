import type { SignInCause } from '#contract/people/membership/sign-in-help.ts'
import { requireAccount } from '#server/people/lookups.ts'
import { createOperatorOrigin } from '#server/platform/auth/security-events.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { formatMinute } from '#server/platform/command-line/format.ts'
import { defineAccountChange } from './accounts.ts'

/** What it means, and the command that helps. */
const causeTexts: Readonly<Record<SignInCause, readonly [text: string, remedy: string | null]>> = {
  invitation_expired: ['was invited, and the link has expired', 'account mail-link'],
  invited: ['was invited and has set no password yet', 'account mail-link'],
  no_password: ['has no password', 'account password'],
  waiting: ['waits for the approval of a manager', null],
  slowed: ['waits after wrong passwords', 'account allow-attempts'],
  guarded: ['needs a mailed link on new devices, after many wrong passwords today', 'account allow-attempts'],
  code_guarded: ['needs a passkey or recovery code on new devices', 'account allow-attempts'],
  mail_suppressed: ['gets no mail, because mail came back', 'mail unsuppress'],
  mail_failed: ['was not reached by the last mail', 'mail list'],
  unconfirmed: ['has not confirmed the address', 'account mail-link'],
  second_factor: ['needs a second factor; if it is lost', 'account reset-factors'],
}

export const commands = [
  cli.defineQuery('account why', {
    summary: 'say why somebody may not be able to sign in, and which command helps',
    help: 'Times are in UTC. Known devices wait by counts of their own, which nobody else can see.',
    examples: ['account why kim@studio.example --site studio.example'],
    parameters: {
      email: cli.argument('<email>', 'email of the account', cli.parseEmail),
      site: cli.siteOf('the account'),
    },
    async read({ db }, { email, site }) {
      const { findSignInCauses } = await import('#server/people/members/sign-in-help/causes.ts')
      return findSignInCauses(db, (await requireAccount(db, site, email)).id, new Date())
    },
    format: ({ causes, lastSignInAt }, { email }) => [
      causes.length === 0
        ? `${email}: nothing is in the way`
        : causes.map(({ cause, until }) => {
            const [text, remedy] = causeTexts[cause]
            const end = until === null ? '' : `, until ${formatMinute(until)}`
            return `${email} ${text}${end}${remedy === null ? '' : `. See: ${remedy} --help`}`
          }),
      `last sign-in: ${lastSignInAt === null ? 'never' : formatMinute(lastSignInAt)}`,
    ],
  }),
  defineAccountChange('account mail-link', {
    summary: 'resend the invitation or the confirmation link',
    help: 'An invitation if the person has no password yet. Earlier links no longer work.',
    async change(tx, { id, email, site }) {
      const { inviteAgain, mailConfirmation } = await import('#server/people/members/sign-in-help/helping.ts')
      const origin = createOperatorOrigin(site)
      const now = new Date()
      const changed = (await inviteAgain(tx, id, now)) ?? (await mailConfirmation(tx, origin, id, now))
      if (!changed) throw new cli.OperatorError(`${email} is confirmed already. See: account why`)
      return { print: `a link is on its way to ${email}`, ...changed }
    },
  }),
  defineAccountChange('account allow-attempts', {
    summary: 'let somebody try passwords and codes again at once',
    help: 'Forgets the wrong ones of today, also those of strangers. Known devices wait by counts of their own.',
    async change(tx, { id, email, site }) {
      const { allowAttempts } = await import('#server/people/members/sign-in-help/helping.ts')
      const changed = await allowAttempts(tx, createOperatorOrigin(site), id, new Date())
      if (!changed) throw new cli.OperatorError(`${email} may try already. See: account why`)
      return { print: `${email} may try again`, ...changed }
    },
  }),
]
