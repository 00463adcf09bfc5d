import { formatCopyLine } from '#server/platform/db/copy.ts'
import { sql } from '#server/platform/db/sql.ts'
import { InvalidFieldError } from '#server/platform/files/fields.ts'
import { quoteValue } from '#server/platform/files/file-refusal.ts'
import { formatMonth } from '#server/settlement/calendar/month.ts'
import { isAdjustmentType, type LineFormat, lineTarget } from './line-formats.ts'
import { createTotalCheck } from './total-line.ts'
import {
  isRateOf,
  maxSum,
  parseAmount,
  parseCurrency,
  parseLabel,
  parseMonthChannelId,
  parsePercentage,
  parseWrittenMonth,
  parseWrittenRate,
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
    const refuseTotal = createTotalCheck()
    return (fields) => {
      if (at.currency >= 0) noteCurrency(fields[at.currency] ?? '')
      const channelId = parseMonthChannelId('Channel ID', fields[at.channel] ?? '')
      const withheld = parseAmount('Tax Withheld Amount', fields[at.withheld] ?? '', maxSum)
      const source = parseLabel('Revenue Source', fields[at.source] ?? '')
      refuseTotal({ channelId, subject: source, amount: withheld })
      if (at.month >= 0) requireMonth('AdSense Earnings Month', fields[at.month] ?? '', month)
      const us = parseAmount('US Sourced Revenue', fields[at.us] ?? '', maxSum)
      const amounts = toRatedAmounts(us, withheld)
      const rate = parsePercentage('Tax Withholding Rate', fields[at.rate] ?? '', amounts)
      if (!isRateOf(Number(rate), amounts)) noteWrongTax()
      return formatCopyLine([
        channelId,
        source,
        at.total < 0 ? us : parseAmount('Total Revenue', fields[at.total] ?? '', maxSum),
        us,
        rate,
        withheld,
      ])
    }
  },
}

/** The file says what YouTube gives back in a month; each line, of which month's tax. */
function parseRefundedMonth(text: string, month: string): string {
  const refunded = parseWrittenMonth(text)
  if (refunded !== undefined && refunded <= month) return refunded
  throw new InvalidFieldError(
    `AdSense Earnings Month is ${quoteValue(text)}, ${refunded ? 'which is after' : 'no month; the file is for'} ${formatMonth(month)}`,
  )
}

/** Tax that YouTube gives back, by channel and the month that it was withheld in. */
export const refundLines: LineFormat = {
  copyTarget: lineTarget,
  createFormatter(find, { month, noteCurrency }) {
    const at = {
      ...{ channel: find('channel'), currency: find('localCurrency'), month: find('month') },
      ...{ rate: find('correctedTaxRate'), refund: find('taxRefund') },
    }
    const refuseTotal = createTotalCheck()
    return (fields) => {
      if (at.currency >= 0) noteCurrency(fields[at.currency] ?? '')
      const channelId = parseMonthChannelId('Channel ID', fields[at.channel] ?? '')
      const amount = parseAmount('Tax Refund Amount', fields[at.refund] ?? '', maxSum)
      if (Number(amount) < 0)
        throw new InvalidFieldError(
          `Tax Refund Amount is ${quoteValue(amount)}: whether a negative one is given back or taken is not known`,
        )
      refuseTotal({ channelId, subject: parseWrittenMonth(fields[at.month] ?? '') ?? '', amount })
      return formatCopyLine([
        channelId,
        '',
        at.month < 0 ? month : parseRefundedMonth(fields[at.month] ?? '', month),
        '',
        at.rate < 0 ? '' : parseWrittenRate('Corrected Tax Withholding Rate', fields[at.rate] ?? ''),
        null,
        amount,
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
