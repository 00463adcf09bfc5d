import { resolve } from 'node:path'
import {
  bankFileFormats,
  maxResultCharacters,
  type UnwritableReason,
} from '#contract/settlement/filing/bank-files.ts'
import { requireNetwork } from '#server/people/lookups.ts'
import type { Site } from '#server/platform/auth/sites.ts'
import { money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { parseInputFile, writeFileBeforeCommit } from '#server/platform/command-line/files.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { formatTable } from '#server/platform/command-line/table.ts'
import type { Queryable } from '#server/platform/db/database.ts'
import { type Debtor, isPaidBy } from '#server/settlement/payments/debtor.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { type StatementRow, selectStatements } from '#server/settlement/statements/statement-queries.ts'
import { getAccountName } from './parameters.ts'
import {
  describeRefusal,
  parseStatementNumber,
  requireStatement,
  statement,
  stateNames,
} from './statement-parameter.ts'

const actor = { kind: 'operator' } as const
const maxResultBytes = (maxResultCharacters / 4) * 3

const reasonTexts: Readonly<Record<UnwritableReason, string>> = {
  currency: 'the format pays in another currency',
  amount: 'the amount is not positive, or not in whole won or cents',
  reference: 'the number of the statement does not fit',
  bank_code: 'the bank has to be chosen from the list again',
  method: 'is paid in another way',
  account: 'the account number does not fit',
  holder: 'the name of the holder has characters that the bank does not know',
  swift: 'the SWIFT code is missing',
  row_limit: 'the file is full',
}

const site = cli.siteOf('the accounts')
const network = cli.option(
  '--network <email>',
  'email of the manager whose members are paid; without it, the accounts that no network pays',
  cli.parseEmail,
)

async function findDebtor(
  db: Queryable,
  { site: where, network: email }: { site: Site; network: string | undefined },
): Promise<Debtor> {
  if (email === undefined) return { siteId: where.id }
  const { id } = await requireNetwork(db, where, email)
  return { networkId: id }
}

/** @throws {OperatorError} for one that somebody else pays */
async function requireOwed(db: Queryable, debtor: Debtor, number: string): Promise<StatementRow> {
  const { id } = await requireStatement(db, number)
  const [row] = await selectStatements(db, { ...debtor, id })
  if (!row || !isPaidBy(debtor, row))
    throw new cli.OperatorError(
      `${number} is paid by somebody else: name the manager of its network with --network.`,
    )
  return row
}

export const commands = [
  cli.defineQuery('payout list', {
    summary: 'list what is due to be paid, and what waits for a payout account',
    help: 'Of all months: what is open, and what was paid in the last 60 days.',
    examples: [
      'payout list --site studio.example --network boss@studio.example',
      'payout list --site studio.example --json',
    ],
    parameters: { site, network },
    async read({ db }, { site: where, network: email }) {
      const { readDueList } = await import('#server/settlement/payments/due-list.ts')
      return readDueList(db, await findDebtor(db, { site: where, network: email }), where.id, new Date())
    },
    format: ({ currency, nextPayday, payouts, held }) => {
      const rows = [
        ...payouts.map(({ number, account, state, outstanding, payday }) => ({
          ...{ number, account, payday, amount: outstanding },
          state: stateNames[state],
        })),
        ...held.map(({ account, amount }) => ({
          ...{ number: '–', account, payday: '–', amount },
          state: stateNames.details_required,
        })),
      ]
      if (rows.length === 0) return 'Nothing is due.'
      return [
        formatTable(rows, [
          'number',
          ['account', ({ account }) => account.email ?? `account ${account.id}`],
          'state',
          'payday',
          ['to be paid', ({ amount }) => money(amount, currency)],
        ]),
        `The next payday is ${nextPayday}.`,
      ]
    },
  }),
  cli.defineCommand('payout export', {
    summary: 'write a file of transfers for a bank, PayPal or Wise, and mark what is in it as sent',
    help: `What cannot be written stays to be paid, and is printed with the reason. A file that nobody has sent: payout cancel. It has
whole account numbers: only you can read it, and the audit log records each of them. An existing file is never overwritten. After a
crash it may be there as .part: if payout list says that its statements are exported, rename it; otherwise delete it.`,
    examples: [
      'payout export kb --site studio.example --network boss@studio.example --output april.xlsx',
      'payout export wise --site studio.example --statement 202603-000012 --output one.csv',
    ],
    parameters: {
      format: cli.argument('<format>', 'who takes the file', bankFileFormats),
      site,
      network,
      statements: cli.repeatable(
        '--statement <number>',
        'only this one; may be repeated',
        parseStatementNumber,
      ),
      output: cli.required('--output <file>', 'the file to write'),
    },
    async run({ db, config, cwd, print }, { format, site: where, network: email, statements, output }) {
      const { createConfiguredEncryption } = await import('#server/platform/auth/encryption.ts')
      const { createLog } = await import('#server/platform/log.ts')
      const { exportTransfersIn, isSendable } = await import(
        '#server/settlement/payments/bank-exchange/bank-export.ts'
      )
      const { selectPaymentInfo } = await import('#server/settlement/payees/payment-info/queries.ts')
      const debtor = await findDebtor(db, { site: where, network: email })
      const info = await selectPaymentInfo(db, where.id)
      const reader = { encryption: createConfiguredEncryption(config), log: createLog('silent') }
      const sender = { debtor, accountId: null, actor, sender: info?.company_name ?? where.name }
      const named = await Promise.all(statements.map((number) => requireOwed(db, debtor, number)))
      const ids = named.length > 0 ? named.map(({ id }) => id) : undefined
      const options = { action: 'payout export', now: new Date() }
      const { result, name } = await writeFileBeforeCommit(db, resolve(cwd, output), async (tx) => {
        const exported = await exportTransfersIn(tx, reader, sender, { format, statements: ids }, options)
        const bytes = exported.written > 0 ? Buffer.from(exported.file, 'base64') : null
        return { bytes, result: exported }
      })
      const { written, unwritable } = result
      const reasons = new Map(unwritable.map(({ statementId, reason }) => [statementId, reason]))
      // Those that cannot be written, and named ones that are not to be paid now.
      const skipped = [
        ...(await selectStatements(db, { ids: [...reasons.keys()] })),
        ...named.filter((row) => !isSendable(row)),
      ]
      print([
        name === null
          ? 'No file was written: there is nothing to be sent.'
          : `${name}: ${formatCount(written, 'transfer')}`,
        skipped.map((row) => {
          const reason = reasons.get(row.id)
          const why = reason ? reasonTexts[reason] : stateNames[row.state]
          return `left out: ${formatStatementNumber(row.month, row.id)}, ${getAccountName(row)}: ${why}`
        }),
      ])
      return skipped.length === 0 ? 0 : 1
    },
  }),
  cli.defineCommand('payout results', {
    summary: 'read what a bank, PayPal or Wise did with transfers: paid, or came back and why',
    help: 'All lines are booked, or none; the same file a second time changes nothing. What came back can be exported again at once.',
    examples: [
      'payout results april-result.xlsx --site studio.example --network boss@studio.example --date 2026-04-25',
    ],
    exitStatus: '0 success, 1 something came back or is unknown, 2 it could not run',
    parameters: {
      file: cli.argument('<file>', 'as the bank offers it: .xlsx or .csv'),
      site,
      network,
      day: cli.required('--date <day>', 'day of lines without one', cli.parseDay),
    },
    async run(context, { file, site: where, network: email, day }) {
      const { readBankResults } = await import('#server/settlement/bank-files/result-reading.ts')
      const { bookResults } = await import('#server/settlement/payments/bank-exchange/bank-results.ts')
      const { db, print } = context
      const debtor = await findDebtor(db, { site: where, network: email })
      const options = { day, now: new Date(), action: 'payout results' }
      const bytes = await parseInputFile(context, file, maxResultBytes, (content) => content)
      const read = await readBankResults(bytes).catch(describeRefusal)
      const { paid, returned, unchanged, unknown } = await bookResults(
        db,
        { debtor, actor },
        bytes,
        read,
        options,
      ).catch(describeRefusal)
      print([
        `${paid} paid, ${returned} came back, ${unchanged} unchanged`,
        unknown.length > 0 && `not sent, or for another amount: ${unknown.join(', ')}`,
      ])
      return returned + unknown.length === 0 ? 0 : 1
    },
  }),
  cli.defineCommand('payout cancel', {
    summary: 'take back that a statement is in a file for a bank: the file was never sent',
    examples: ['payout cancel 202603-000012'],
    parameters: { statement },
    async run({ db, print }, { statement: { id, month, networkId, accountId, state, site: domain } }) {
      const { cancelTransfers } = await import('#server/settlement/payments/bank-exchange/bank-export.ts')
      const number = formatStatementNumber(month, id)
      if (state !== 'exported') throw new cli.OperatorError(`${number} is in no file that a bank has.`)
      const debtor =
        networkId === accountId ? { siteId: (await cli.requireSite(db, domain)).id } : { networkId }
      await cancelTransfers(db, { debtor, actor }, [id], { action: 'payout cancel', now: new Date() })
      print(`${number} can be exported again.`)
    },
  }),
]
