import { resolve } from 'node:path'
import { payeeKinds } from '#contract/people/payee-states.ts'
import { money } from '#server/platform/command-line/amounts.ts'
import * as cli from '#server/platform/command-line/command.ts'
import { requireOneFormat, writeNewFile, writeTable } from '#server/platform/command-line/files.ts'
import { formatCount } from '#server/platform/command-line/format.ts'
import { type Column, formatTable } from '#server/platform/command-line/table.ts'
import { selectAllRates, setWithholdingRate } from '#server/settlement/ledger/withholding.ts'
import { formatStatementNumber } from '#server/settlement/statements/statement-content.ts'
import { selectWithheldTaxes, type WithheldTax } from '#server/settlement/statements/statement-queries.ts'
import { getAccountName, parseMonthArgument } from './parameters.ts'

const maxIncomeTaxPercent = 40

/** Parses to tenths of a percent. */
const percentUpTo = (max: number) =>
  cli.expecting(`percent with at most one decimal, from 0 to ${max}`, (text) => {
    const permille = Math.round(Number(text) * 10)
    return /^\d{1,3}(?:\.\d)?$/.test(text) && permille <= max * 10 ? permille : undefined
  })

const parseYear = cli.expecting('a year, for example 2026', (text) =>
  /^20\d\d$/.test(text) ? text : undefined,
)

const kind = cli.required('--kind <kind>', 'kind of the accounts', payeeKinds)

export const commands = [
  cli.defineCommand('withholding set', {
    summary: 'set which local tax a site withholds when it pays accounts of a kind',
    help: `From a month on, until the next one that is set; --income-tax 0 ends it. Each tax is cut to 10 won or a cent, and taken when
an amount becomes payable. Nothing is withheld by default. Ask a tax adviser which rates apply to you.`,
    examples: [
      'withholding set studio.example --kind individual --from 2026-04 --income-tax 3 --local-income-tax 10',
      'withholding set studio.example --kind individual --from 2027-01 --income-tax 0',
    ],
    parameters: {
      site: cli.siteArgument,
      kind,
      fromMonth: cli.required('--from <month>', 'first month, as closed', parseMonthArgument),
      income: cli.required('--income-tax <percent>', 'of the amount', percentUpTo(maxIncomeTaxPercent)),
      local: cli.optionWithDefault('--local-income-tax <percent>', 'of the income tax', percentUpTo(100), 0),
    },
    async run({ db, print }, { income, local, ...key }) {
      const rate = { incomeTaxPermille: income, localTaxPermille: local }
      const hasChanged = await db.transaction((tx) =>
        setWithholdingRate(tx, key, rate, { kind: 'operator', siteId: key.site.id }),
      )
      const taxes = `${income / 10} % income tax, and ${local / 10} % of it`
      print(`${key.kind} from ${key.fromMonth.slice(0, 7)}: ${taxes}${hasChanged ? '' : ' (unchanged)'}`)
    },
  }),
  cli.defineList('withholding list', {
    summary: 'list the rates of local tax that sites withhold',
    examples: ['withholding list', 'withholding list --json'],
    read: ({ db }) => selectAllRates(db),
    columns: [
      ['site', 'domain'],
      'kind',
      ['from', ({ fromMonth }) => fromMonth.slice(0, 7)],
      ['income tax', ({ incomeTaxPermille }) => ({ text: `${incomeTaxPermille / 10} %` })],
      ['local income tax', ({ localTaxPermille }) => ({ text: `${localTaxPermille / 10} % of it` })],
    ],
    empty: 'No site withholds tax.',
  }),
  cli.defineCommand('withholding remove', {
    summary: 'remove rates that were set by mistake',
    help: 'Months that are closed keep what they withheld.',
    examples: ['withholding remove studio.example --kind individual --from 2026-04'],
    parameters: {
      site: cli.siteArgument,
      kind,
      fromMonth: cli.required('--from <month>', 'month that they were set for', parseMonthArgument),
    },
    async run({ db, print }, key) {
      const hasChanged = await db.transaction((tx) =>
        setWithholdingRate(tx, key, null, { kind: 'operator', siteId: key.site.id }),
      )
      if (!hasChanged) throw new cli.OperatorError('No rates found. See: withholding list')
      print(`removed: ${key.kind} from ${key.fromMonth.slice(0, 7)}`)
    },
  }),
  cli.defineCommand('withholding totals', {
    summary: 'print what was withheld by statement, and in all, for the tax office',
    help: `The gross amount is what was payable before tax. --csv writes a file that only you can read; an existing file is never
overwritten.`,
    examples: [
      'withholding totals --month 2026-04',
      'withholding totals --month 2026-04 --site studio.example --csv',
    ],
    parameters: {
      month: cli.option('--month <month>', 'only statements of this month', parseMonthArgument),
      site: cli.optionalSite('only of this site'),
      csv: cli.option('--csv [file]', 'write a CSV file'),
      json: cli.json,
    },
    check: requireOneFormat,
    async run(context, { month, site: only, csv, json }) {
      const taxes = (await selectWithheldTaxes(context.db, { month, site: only?.domain })).map((tax) => ({
        ...tax,
        grossAmount: tax.payableAmount + tax.incomeTaxAmount + tax.localTaxAmount,
      }))
      if (json) return context.print(JSON.stringify(taxes, null, 1))
      const rows = taxes.map((tax) => ({
        ...tax,
        statement: formatStatementNumber(tax.month, tax.statementId),
      }))
      if (csv === undefined) return context.print(formatTaxes(rows))
      await writeTable(
        context,
        rows,
        [
          'statement',
          'site',
          ['account', 'accountId'],
          'email',
          'currency',
          ...amountColumns,
          ['paid on', 'paidOn'],
        ],
        { csv, name: ['withholding', only?.domain, month?.slice(0, 7)] },
      )
    },
  }),
  cli.defineCommand('withholding file', {
    summary: 'write the payment statement of a month or year for the Korean tax office',
    help: `Of payments in won, by the day of payment: of a month the simplified statement (간이지급명세서), of a year the sums for
the yearly one (사업소득 지급명세서), as a spreadsheet in the columns of Hometax. It has whole resident and business registration
numbers: only you can read it, and the audit log records each of them. People without a number, and statements that are not
paid yet, are printed instead. An existing file is never overwritten.`,
    examples: [
      'withholding file studio.example --month 2026-04 --output april.xlsx',
      'withholding file studio.example --year 2026 --output 2026.xlsx',
    ],
    parameters: {
      site: cli.siteArgument,
      month: cli.option('--month <month>', 'month of the payments', parseMonthArgument),
      year: cli.option('--year <year>', 'year of the payments', parseYear),
      output: cli.required('--output <file>', 'name of the file', (text: string) => text),
    },
    check({ month, year }) {
      if ((month === undefined) === (year === undefined))
        throw new cli.UsageError('Give either --month or --year.')
    },
    async run({ db, config, cwd, print }, { site, month, year, output }) {
      const { createConfiguredEncryption } = await import('#server/platform/auth/encryption.ts')
      const { createLog } = await import('#server/platform/log.ts')
      const { createTaxFile } = await import('#server/settlement/payees/tax/tax-file.ts')
      const reader = { encryption: createConfiguredEncryption(config), log: createLog('silent') }
      const period = month?.slice(0, 7) ?? year ?? ''
      const { file, people, missing, unpaid } = await db.transaction((tx) =>
        createTaxFile(
          tx,
          reader,
          { payer: { site: site.domain }, period },
          { actor: { kind: 'operator', siteId: site.id }, action: 'withholding file' },
        ),
      )
      const path = resolve(cwd, output)
      if (file) print(`${await writeNewFile(path, file.bytes)}: ${formatCount(people, 'row')}`)
      else print(`No file was written: there is nobody to report for ${period}.`)
      for (const { email, statements } of missing)
        print(`no tax number: ${email ?? 'an account that is gone'} (${statements.join(', ')})`)
      if (unpaid.length > 0) print(`withheld, but not paid yet: ${unpaid.join(', ')}`)
    },
  }),
]

interface Withheld extends WithheldTax {
  grossAmount: number
  /** Its number. */
  statement: string
}

const amountNames = ['grossAmount', 'incomeTaxAmount', 'localTaxAmount', 'payableAmount'] as const

type Amounts = Pick<Withheld, (typeof amountNames)[number] | 'currency'>

const amountColumns: readonly Column<Amounts>[] = [
  ['gross', (tax) => money(tax.grossAmount, tax.currency)],
  ['income tax', (tax) => money(tax.incomeTaxAmount, tax.currency)],
  ['local income tax', (tax) => money(tax.localTaxAmount, tax.currency)],
  ['payable', (tax) => money(tax.payableAmount, tax.currency)],
]

function formatTaxes(taxes: readonly Withheld[]): cli.Lines {
  if (taxes.length === 0) return 'Nothing was withheld.'
  const rows = taxes.map((tax) => ({ ...tax, account: getAccountName(tax), paid: tax.paidOn ?? '–' }))
  const totals = [...Map.groupBy(taxes, ({ currency }) => currency)].map(([currency, own]) => {
    const sum = (name: (typeof amountNames)[number]) => own.reduce((total, tax) => total + tax[name], 0)
    return {
      ...{ statement: 'total', account: '', paid: '', currency },
      grossAmount: sum('grossAmount'),
      incomeTaxAmount: sum('incomeTaxAmount'),
      localTaxAmount: sum('localTaxAmount'),
      payableAmount: sum('payableAmount'),
    }
  })
  return formatTable([...rows, ...totals], ['statement', 'account', ['paid on', 'paid'], ...amountColumns])
}
