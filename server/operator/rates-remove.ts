import { removeExchangeRate } from '#server/reports/rates/exchange-rates.ts'
import { createCommand, OperatorError, type Schedule } from './command.ts'
import { parseDayArgument } from './parsers.ts'

export const ratesRemoveCommand = (schedule: Schedule) =>
  createCommand('remove', {
    summary: 'remove the exchange rate of a day',
    help: 'The day then uses the latest earlier rate. Without any rate, amounts are shown in US dollars.',
    examples: ['rates remove 2026-03-02'],
  })
    .argument('<day>', 'the day', parseDayArgument)
    .action((day) =>
      schedule(async ({ db, print }) => {
        if (!(await removeExchangeRate(db, day)))
          throw new OperatorError(`There is no rate of ${day}. See: rates list`)
        print(`${day}: removed`)
      }),
    )
