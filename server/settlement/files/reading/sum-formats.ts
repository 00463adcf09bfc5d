import { formatCopyLine } from '#server/platform/db/copy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { InvalidFieldError } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { isAdjustmentType, type LineFormat } from './line-formats.ts'
import {
  isRateOf,
  maxSum,
  parseAmount,
  parseCurrency,
  parseLabel,
  parseMonthChannelId,
  parsePercentage,
  parseWrittenMonth,
  toRatedAmounts,
} from './values.ts'

function requireMonth(column: string, text: string, month: string): void {
  if (parseWrittenMonth(text) !== month)
    throw new InvalidFieldError(`${column} is ${quoteValue(text)}, the file is for ${formatMonth(month)}`)
}

/** Tax that YouTube has withheld, by channel and source of revenue. */
export const taxLines: LineFormat = {
  copyTarget: sql`month_taxes (load_id, channel_id, revenue_source, total_revenue, us_revenue, rate_percent, withheld)`,
  createFormatter(find, { month, noteCurrency, noteWrongTax }) {
    const at = {
      ...{ channel: find('channel'), source: find('revenueSource'), currency: find('localCurrency') },
      ...{ total: find('totalRevenue'), us: find('usRevenue'), rate: find('taxRate') },
      ...{ withheld: find('taxWithheld'), month: find('month') },
    }
    return (fields) => {
      if (at.currency >= 0) noteCurrency(fields[at.currency] ?? '')
      if (at.month >= 0) requireMonth('AdSense Earnings Month', fields[at.month] ?? '', month)
      const us = parseAmount('US Sourced Revenue', fields[at.us] ?? '', maxSum)
      const withheld = parseAmount('Tax Withheld Amount', fields[at.withheld] ?? '', maxSum)
      const amounts = toRatedAmounts(us, withheld)
      const rate = parsePercentage('Tax Withholding Rate', fields[at.rate] ?? '', amounts)
      if (!isRateOf(Number(rate), amounts)) noteWrongTax()
      return formatCopyLine([
        parseMonthChannelId('Channel ID', fields[at.channel] ?? ''),
        parseLabel('Revenue Source', fields[at.source] ?? ''),
        at.total < 0 ? us : parseAmount('Total Revenue', fields[at.total] ?? '', maxSum),
        us,
        rate,
        withheld,
      ])
    }
  },
}

/** What YouTube pays, by kind of revenue, with what it is in the account's currency. */
export const paymentLines: LineFormat = {
  copyTarget: sql`month_payments (load_id, position, label, amount, currency, local_amount)`,
  createFormatter(find) {
    const at = {
      ...{ type: find('revenueType'), adjustment: find('adjustment'), dollars: find('revenueInDollars') },
      ...{ currency: find('localCurrency'), local: find('localRevenue') },
    }
    let position = 0
    return (fields) => {
      const type = parseLabel('Revenue Type', fields[at.type] ?? '')
      if (type === '') throw new InvalidFieldError('Revenue Type is empty')
      const adjustment = at.adjustment < 0 ? '' : parseLabel('Adjustment Type', fields[at.adjustment] ?? '')
      const local = at.local < 0 ? '' : (fields[at.local] ?? '')
      return formatCopyLine([
        ++position,
        isAdjustmentType(adjustment) ? `${type}: ${adjustment}` : type,
        parseAmount('Partner Revenue (USD)', fields[at.dollars] ?? '', maxSum),
        at.currency < 0 ? null : parseCurrency('Currency', fields[at.currency] ?? ''),
        local === '' ? null : parseAmount('Partner Revenue (Local)', local, maxLocalSum),
      ])
    }
  },
}

/** Of currencies with small units, such as won. */
const maxLocalSum = maxSum * 1_000
