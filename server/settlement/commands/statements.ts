import { resolve } from 'node:path'
import { getSiteLocale, locales } from '#contract/platform/locale.ts'
import { type StatementState, statementStates } from '#contract/settlement/statements.ts'
import { requireAccount } from '#server/people/lookups.ts'
import { formatAmount, money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { writeNewFile } from '#server/platform/command-line/files.ts'
import { formatTable } from '#server/platform/command-line/table.ts'
import { formatWon } from '#server/reports/rates/won.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { sourceNames } from '#server/settlement/files/reading/sources.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import {
  type EntryRow,
  isIntact,
  type StatementRow,
  selectAccountEntries,
  selectStatementEntries,
  selectStatements,
} from '#server/settlement/statements/statement-queries.ts'
import { getAccountName, monthFilter } from './parameters.ts'
import { describeRefusal, parseMoney, statement, stateNames, toAmount } from './statement-parameter.ts'

const maxReferenceLength = 200

export const commands = [
  cli.defineList('statement list', {
    summary: 'list statements of closed months, and their state',
    help: 'With --json, amounts are in millionths of a dollar, and in thousandths of a won or millionths of a dollar.',
    examples: ['statement list --month 2026-03', 'statement list --state "awaiting payment"'],
    parameters: {
      month: monthFilter,
      state: cli.option('--state <state>', 'only in this state', Object.values(stateNames)),
    },
    async read({ db }, { state: name, ...filter }) {
      const state = statementStates.find((one) => stateNames[one] === name)
      const rows = await selectStatements(db, { ...filter, state })
      return rows.map((row) => ({ number: getNumber(row), ...flattenMoney(row) }))
    },
    columns: [
      'number',
      'site',
      ['account', (row) => getAccountName(row)],
      ['state', (row) => describeState(row)],
      ['balance', (row) => money(row.closingAmount, row.currency)],
      ['to be paid', (row) => money(row.payableAmount, row.currency)],
      ['left', (row) => money(row.outstandingAmount, row.currency)],
    ],
    empty: 'No statement found.',
  }),
  cli.defineQuery('statement show', {
    summary: 'print a statement with all its lines, and check that it has not changed since',
    examples: ['statement show 202603-000012', 'statement show 202603-000012 --json'],
    exitStatus: '0 success, 1 the statement has changed, 2 it could not run',
    parameters: { statement },
    async read({ db }, { statement: row }) {
      const entries = await selectStatementEntries(db, row.id)
      return { number: getNumber(row), ...flattenMoney(row), intact: isIntact(row, entries), entries }
    },
    format: ({ number, intact, entries, ...row }) => {
      const lines = [
        { text: 'opening balance', amount: row.openingAmount },
        { text: 'payments', amount: row.paymentsAmount },
        ...entries.map((entry) => ({ text: `  ${describeEntry(entry)}`, amount: entry.amount })),
        { text: 'closing balance', amount: row.closingAmount },
        { text: 'to be paid', amount: row.payableAmount },
      ]
      return [
        `${number}  ${formatMonth(row.month)}  ${getAccountName(row)}  ${describeState(row)}`,
        `${formatWon(row.krwMicros)} won per dollar; SHA-256 ${row.sha256}`,
        !intact && 'ITS ENTRIES ARE NOT THOSE THAT WERE FROZEN.',
        formatTable(lines, [
          ['', 'text'],
          ['amount', ({ amount }) => money(amount, row.currency)],
        ]),
        row.lacksDetails && 'The site withholds tax, and no payout account was confirmed.',
        row.holderOrigin === 'unchanged' &&
          'Whose network and role it has was not stored when it was closed: those of the upgrade are taken, as nothing recorded a change.',
      ]
    },
    getStatus: ({ intact }) => (intact ? 0 : 1),
  }),
  cli.defineCommand('statement pay', {
    summary: 'record that a statement was paid, or a part of it',
    help: 'All that is left to be paid, unless --amount says less. A payment that came back: statement return.',
    examples: ['statement pay 202603-000012 --date 2026-04-25 --reference "Bank 4711"'],
    parameters: {
      statement,
      paidOn: cli.required('--date <day>', 'day of the payment', cli.parseDay),
      amount: cli.option('--amount <amount>', 'a part of it, in whole won or dollars and cents', parseMoney),
      reference: cli.required(
        '--reference <text>',
        'the bank reference of the payment',
        cli.parseLine(maxReferenceLength),
      ),
    },
    async run({ db, print }, { statement: row, amount: part, ...payment }) {
      const { recordPayments } = await import('#server/settlement/payments/recording.ts')
      requirePayable(row)
      const payer = { account: null, actor: { kind: 'operator' } } as const
      const fields = { statement: 'statement', paidOn: 'paidOn', amount: 'amount' }
      const options = { action: 'statement pay', now: new Date() }
      const amount = part === undefined ? row.outstanding.amount : toAmount(part, row.currency)
      await recordPayments(db, payer, [{ ...payment, amount, id: row.id, fields }], options).catch(
        describeRefusal,
      )
      print(`${getNumber(row)}: ${formatAmount(amount, row.currency)} paid on ${payment.paidOn}`)
    },
  }),
  cli.defineCommand('statement return', {
    summary: 'record that the last payment of a statement came back',
    help: 'It can be paid again at once, and mail tells the person.',
    examples: ['statement return 202603-000012 --date 2026-04-27 --reason "Wrong holder"'],
    parameters: {
      statement,
      returnedOn: cli.required('--date <day>', 'day on which it came back', cli.parseDay),
      reason: cli.required('--reason <text>', 'why; the person sees it', cli.parseLine(maxReferenceLength)),
      mistake: cli.option('--mistake', 'the payment was never made: it was recorded by mistake'),
    },
    async run({ db, print }, { statement: row, returnedOn, reason, mistake }) {
      const { recordReturns, selectLastPayment } = await import('#server/settlement/payments/returns.ts')
      const paymentId = await selectLastPayment(db, row.payoutId)
      if (paymentId === null)
        throw new cli.OperatorError(`${getNumber(row)} has no payment that could come back.`)
      const cause = mistake ? 'mistake' : 'bank'
      const one = {
        paymentId,
        cause,
        returnedOn,
        reason,
        fields: { payment: '', returnedOn: 'returnedOn' },
      } as const
      const options = { action: 'statement return', now: new Date() }
      const payer = { account: null, actor: { kind: 'operator' } } as const
      await recordReturns(db, payer, [one], options).catch(describeRefusal)
      print(`${getNumber(row)}: the payment of ${row.paidOn} came back on ${returnedOn}`)
    },
  }),
  cli.defineCommand('statement pdf', {
    summary: 'write a statement as a PDF document, as its account can download it',
    help: 'An existing file is not overwritten.',
    examples: ['statement pdf 202603-000012 --output statement.pdf --locale en'],
    parameters: {
      statement,
      output: cli.required('--output <file>', 'the file to write'),
      locale: cli.option('--locale <locale>', 'its language; default: that of the site', locales),
    },
    async run({ db, config, cwd, print }, { statement: row, output, locale }) {
      const { createConfiguredEncryption } = await import('#server/platform/auth/encryption.ts')
      const { selectViewpoint } = await import('#server/platform/auth/viewpoint.ts')
      const { renderStatement } = await import('#server/settlement/documents/statement-document.ts')
      const { loadStatementDocument } = await import('#server/settlement/documents/statement-input.ts')
      const { createLog } = await import('#server/platform/log.ts')
      const { readStatementDetail } = await import('#server/settlement/statements/statement-detail.ts')
      requireReleased(row)
      const site = await cli.requireSite(db, row.site)
      // Shows the detail as the account itself sees it.
      const detail = await readStatementDetail(db, await selectViewpoint(db, row.accountId), row.id)
      const encryption = createConfiguredEncryption(config)
      const services = { db, encryption, log: createLog('error'), mediaDir: config.mediaDir }
      const options = { statement: detail, site, locale: locale ?? getSiteLocale(site.isPlaylist) }
      const pdf = await renderStatement(await loadStatementDocument(services, options))
      print(`${getNumber(row)}: ${await writeNewFile(resolve(cwd, output), pdf)}`)
    },
  }),
  cli.defineList('statement account', {
    summary: 'print all movements of an account since the beginning, and its balance',
    examples: ['statement account kim@studio.example --site studio.example'],
    parameters: {
      email: cli.argument('<email>', 'email of the account', cli.parseEmail),
      site: cli.siteOf('the account'),
    },
    async read({ db }, { site, email }) {
      const { id } = await requireAccount(db, site, email)
      let balance = 0
      return (await selectAccountEntries(db, id)).map((entry) => {
        balance += entry.amount
        return { ...entry, balance }
      })
    },
    columns: [
      ['month', ({ month }) => formatMonth(month)],
      ['entry', ({ id }) => String(id)],
      [
        'movement',
        (entry) =>
          `${describeEntry(entry)}${entry.correctsId === null ? '' : ` (entry ${entry.correctsId})`}`,
      ],
      ['amount', ({ amount, currency }) => money(amount, currency)],
      ['balance', ({ balance, currency }) => money(balance, currency)],
    ],
    empty: 'There are no movements.',
  }),
]

/** @throws {OperatorError} */
function requireReleased(row: StatementRow): void {
  if (!row.isReleased)
    throw new cli.OperatorError(
      `${getNumber(row)} is not released yet. See: month release --month ${formatMonth(row.month)}`,
    )
}

/** Says more than a refusal does. @throws {OperatorError} */
function requirePayable(row: StatementRow): void {
  const { state, paidOn, reference } = row
  requireReleased(row)
  const problem = {
    awaiting_payment: null,
    exported: null,
    returned: null,
    partly_paid: null,
    forfeited: 'ended without being paid.',
    paid: `was paid on ${paidOn}, reference ${reference}.`,
    carried_over: 'has nothing to be paid: its balance was carried over.',
    details_required: `cannot be paid: no payout account of ${getAccountName(row)} is confirmed. See: payee list`,
  }[state]
  if (problem !== null) throw new cli.OperatorError(`${getNumber(row)} ${problem}`)
}

function getNumber({ month, id }: Pick<StatementRow, 'month' | 'id'>): string {
  return formatStatementNumber(month, id)
}

/** Flat, as scripts read it: `opening` becomes `openingMicros` and `openingAmount`. */
function flattenMoney({ opening, payments, closing, payable, outstanding, ...row }: StatementRow) {
  return {
    ...row,
    state: stateNames[row.state],
    openingMicros: opening.micros,
    openingAmount: opening.amount,
    paymentsMicros: payments.micros,
    paymentsAmount: payments.amount,
    closingMicros: closing.micros,
    closingAmount: closing.amount,
    payableMicros: payable.micros,
    payableAmount: payable.amount,
    outstandingMicros: outstanding.micros,
    outstandingAmount: outstanding.amount,
  }
}

interface NamedState extends Pick<StatementRow, 'paidOn' | 'reference' | 'isReleased'> {
  state: (typeof stateNames)[StatementState]
}

const describeState = ({ state, paidOn, reference, isReleased }: NamedState): string => {
  if (!isReleased) return `${state}, not released`
  return state === 'paid' ? `paid on ${paidOn}, reference ${reference}` : state
}

/** "fee 20 % of UC…", "correction of 2026-03: ads of UC…" */
function describeEntry(entry: EntryRow): string {
  const { kind, month, earnedMonth, source, channelId, feePermille, paidOn, reference, paidTo } = entry
  if (kind === 'payment')
    return `payment of ${paidOn}, reference ${reference}${paidTo === null ? '' : `, to ${paidTo}`}`
  if (kind === 'return') return `payment returned on ${paidOn}: ${reference}`
  if (kind === 'forfeit') return `ended without payment on ${paidOn}: ${reference}`
  if (kind === 'manual') return `entered by hand: ${entry.manualReason}`
  if (kind === 'withholding') {
    const percent = `${(entry.taxPermille ?? 0) / 10} %`
    return entry.taxName === 'local-income-tax'
      ? `local income tax withheld, ${percent} of the income tax`
      : `income tax withheld, ${percent}`
  }
  if (kind === 'rounding') return 'exchange difference of a balance without dollars'
  const correction = earnedMonth === month ? '' : `correction of ${formatMonth(earnedMonth)}: `
  const what =
    kind === 'fee' ? `fee ${(feePermille ?? 0) / 10} %` : source === '' ? kind : sourceNames[source]
  return `${correction}${what} of ${channelId === '' ? 'no known channel' : channelId}`
}
