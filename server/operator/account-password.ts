import { recordAuditEntry } from '#server/audit.ts'
import { hashPassword } from '#server/auth/passwords.ts'
import { generatePassword } from '#server/auth/secrets.ts'
import type { Database } from '#server/db/database.ts'
import { createOperatorActor, lockAccount, parseDomain, parseEmail, requireSite } from './arguments.ts'
import { type Command, UsageError } from './command.ts'
import { formatCount } from './format.ts'

export const accountPasswordCommand: Command = {
  name: 'account password',
  usage: '<email> --site <domain>',
  summary: 'Gives an account a new random password, prints it once, and ends all of its sessions.',
  help: `For instance:
  npm run operator -- account password boss@studio.example --site studio.example

Status: 0 it is done, 2 it could not be done.`,
  options: { site: { type: 'string' } },
  prepare(args) {
    if (args.positionals.length !== 1) throw new UsageError('Name one account by its email.')
    const email = parseEmail(args.positionals[0], 'The name of an account')
    const domain = parseDomain(args.value('site'))
    return async ({ db, print }) => {
      const password = generatePassword()
      const ended = await resetPassword(db, domain, email, await hashPassword(password))
      print(`password ${password} (shown only now)`)
      print(`${formatCount(ended, 'session')} of ${email} ended`)
      return 0
    }
  },
}

/** @returns how many sessions ended */
const resetPassword = (db: Database, domain: string, email: string, passwordHash: string): Promise<number> =>
  db.transaction(async (tx) => {
    const site = await requireSite(tx, domain)
    const { id, networkId } = await lockAccount(tx, site, email)
    await tx.query('update accounts set password_hash = $2 where id = $1', [id, passwordHash])
    const ended = await tx.query('delete from sessions where account_id = $1 returning account_id', [id])
    await tx.query('delete from sign_in_codes where account_id = $1', [id])
    await recordAuditEntry(
      tx,
      { ...createOperatorActor(site), networkId },
      {
        action: 'account password',
        subject: { kind: 'account', id },
        detail: { sessions_ended: ended.length },
      },
    )
    return ended.length
  })
