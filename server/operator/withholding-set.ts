import { InvalidArgumentError, Option } from '@commander-js/extra-typings'
import { payeeKinds } from '#contract/people/payee-states.ts'
import { setWithholdingRate } from '#server/settlement/ledger/withholding.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { createOperatorActor, requireSite } from './lookups.ts'
import { parseMonthArgument } from './month-format.ts'
import { parseDomain } from './parsers.ts'

const maxIncomeTaxPercent = 40

export const createKindOption = () =>
  new Option('--kind <kind>', 'kind of the accounts').choices(payeeKinds).makeOptionMandatory()

export const withholdingSetCommand = (schedule: Schedule) =>
  createCommand('set', {
    summary: 'set which local tax a site withholds when it pays accounts of a kind',
    help: `From a month on, until the next one that is set; --income-tax 0 ends it. Each tax is cut to 10 won or a cent, and taken when
an amount becomes payable. Nothing is withheld by default. Ask a tax adviser which rates apply to you.`,
    examples: [
      'withholding set studio.example --kind individual --from 2026-04 --income-tax 3 --local-income-tax 10',
      'withholding set studio.example --kind individual --from 2027-01 --income-tax 0',
    ],
  })
    .argument('<domain>', 'domain of the site', parseDomain)
    .addOption(createKindOption())
    .requiredOption('--from <month>', 'first month, as closed', parseMonthArgument)
    .requiredOption('--income-tax <percent>', 'of the amount', parsePercent(maxIncomeTaxPercent))
    .option('--local-income-tax <percent>', 'of the income tax', parsePercent(100), 0)
    .action((domain, { kind, from, incomeTax, localIncomeTax }) =>
      schedule(async ({ db, print }) => {
        const hasChanged = await db.transaction(async (tx) => {
          const site = await requireSite(tx, domain)
          const rate = { incomeTaxPermille: incomeTax, localTaxPermille: localIncomeTax }
          return setWithholdingRate(tx, { site, kind, fromMonth: from }, rate, createOperatorActor(site))
        })
        const taxes = `${incomeTax / 10} % income tax, and ${localIncomeTax / 10} % of it`
        print(`${kind} from ${from.slice(0, 7)}: ${taxes}${hasChanged ? '' : ' (unchanged)'}`)
      }),
    )

export const withholdingRemoveCommand = (schedule: Schedule) =>
  createCommand('remove', {
    summary: 'remove rates that were set by mistake',
    help: 'Months that are closed keep what they withheld.',
    examples: ['withholding remove studio.example --kind individual --from 2026-04'],
  })
    .argument('<domain>', 'domain of the site', parseDomain)
    .addOption(createKindOption())
    .requiredOption('--from <month>', 'month that they were set for', parseMonthArgument)
    .action((domain, { kind, from }) =>
      schedule(async ({ db, print }) => {
        const hasChanged = await db.transaction(async (tx) => {
          const site = await requireSite(tx, domain)
          return setWithholdingRate(tx, { site, kind, fromMonth: from }, null, createOperatorActor(site))
        })
        if (!hasChanged) throw new OperatorError('There are no such rates. See: withholding list')
        print(`removed: ${kind} from ${from.slice(0, 7)}`)
      }),
    )

/** @returns tenths of a percent */
function parsePercent(max: number) {
  return (text: string): number => {
    const permille = Math.round(Number(text) * 10)
    if (!/^\d{1,3}(?:\.\d)?$/.test(text) || permille > max * 10)
      throw new InvalidArgumentError(`Expected percent with at most one decimal, from 0 to ${max}.`)
    return permille
  }
}
