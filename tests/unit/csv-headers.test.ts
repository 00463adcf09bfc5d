import { expect, test } from 'vitest'
import { currencies } from '#contract/platform/currency.ts'
import { locales } from '#contract/platform/locale.ts'
import { getExportColumns } from '#server/people/members/export.ts'
import { type ColumnName, getColumnTitle } from '#server/platform/messages.ts'
import { getChannelColumns, getDayColumns, getVideoColumns } from '#server/reports/export-columns.ts'
import { getJournalColumns } from '#server/settlement/documents/journal/columns.ts'
import { getManualColumns } from '#server/settlement/payments/by-hand/manual-columns.ts'
import { getPaymentColumns } from '#server/settlement/payments/payment-columns.ts'
import {
  getEntryColumns,
  getMonthColumns,
  getMovementColumns,
} from '#server/settlement/statements/export-columns.ts'

const visible = { gross: true, net: true }
const describeChannel = (channelId: string) => ({ channelId, name: channelId, thumbnail: null })

test.each(locales.flatMap((locale) => currencies.map((currency) => [locale, currency] as const)))(
  'no file in %s and %s has two columns of the same name',
  (locale, currency) => {
    const files: readonly (readonly (readonly [ColumnName, ...unknown[]])[])[] = [
      getEntryColumns(currency, locale, describeChannel),
      getMovementColumns(currency, locale),
      getMonthColumns(currency, locale),
      getPaymentColumns(currency),
      getManualColumns({ currency, timeZone: 'Asia/Seoul', locale }),
      getJournalColumns(locale),
      getExportColumns(currency),
      getDayColumns(currency, visible),
      getVideoColumns(currency, visible),
      getChannelColumns(currency, { ...visible, profit: 1 }),
    ]
    for (const columns of files) {
      const titles = columns.map(([name]) => getColumnTitle(name, currency, locale))
      expect(new Set(titles).size, titles.join()).toBe(titles.length)
    }
  },
)
