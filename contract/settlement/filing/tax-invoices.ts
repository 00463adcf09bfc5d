import * as z from 'zod/mini'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id, Month } from '#contract/platform/params.ts'
import { Day } from '#contract/reports/reports.ts'

/** What a business says on its tax invoice. Amounts are in amount units of won. */
export const TaxInvoice = z.object({
  number: z.string(),
  issuedOn: Day,
  supply: z.int(),
  vat: z.int(),
})
export type TaxInvoice = z.infer<typeof TaxInvoice>

/** A statement of a business, in won, and its tax invoice. */
export const InvoicedStatement = z.object({
  statementId: z.int(),
  /** Of the statement. */
  number: z.string(),
  /** Null when the account is gone. */
  nickname: z.nullable(z.string()),
  /** What was payable before local tax: an invoice names it as the supply amount. */
  expected: z.int(),
  requestedAt: z.nullable(z.iso.datetime()),
  /** Null until it has come. */
  invoice: z.nullable(TaxInvoice),
  /** The invoice's supply amount minus what is expected, and its VAT minus a tenth of its supply amount. */
  difference: z.nullable(z.object({ supply: z.int(), vat: z.int() })),
})
export type InvoicedStatement = z.infer<typeof InvoicedStatement>

export const readTaxInvoices = defineEndpoint({
  name: 'readTaxInvoices',
  summary: 'The statements of members that are businesses, of a released month, and their tax invoices.',
  method: 'GET',
  path: 'v2/mcn/months/tax-invoices',
  access: 'money.read',
  query: z.object({ month: Month }),
  output: z.object({ statements: z.array(InvoicedStatement) }),
})

export const maxRequestedInvoices = 1_000

export const requestTaxInvoices = defineEndpoint({
  name: 'requestTaxInvoices',
  summary:
    'Notes that tax invoices of statements were asked for; those that were asked for before stay as they are.',
  method: 'POST',
  path: 'v2/mcn/months/tax-invoices/request',
  access: 'money.change',
  traces: ['audit', 'mail'],
  body: z.object({
    statements: z.array(Id).check(z.minLength(1), z.maxLength(maxRequestedInvoices)),
  }),
  output: z.object({ requested: z.int() }),
  refusals: ['not_found'],
})

/** Far above any statement, in amount units of won. */
const maxInvoiceAmount = 10_000_000_000_000

const Amount = z
  .int(errorCode('invoice_amount'))
  .check(
    z.minimum(0, errorCode('invoice_amount')),
    z.maximum(maxInvoiceAmount, errorCode('invoice_amount')),
    z.multipleOf(1_000, errorCode('invoice_amount')),
  )

export const TaxInvoiceForm = z.object({
  statementId: Id,
  /** The tax office's number of approval, for example 20260825-41000012-12345678. */
  number: z.string().check(z.trim(), z.regex(/^[A-Za-z\d][A-Za-z\d-]{0,39}$/, errorCode('invoice_number'))),
  issuedOn: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, errorCode('paid_on_invalid'))),
  supply: Amount,
  vat: Amount,
})
export type TaxInvoiceForm = z.infer<typeof TaxInvoiceForm>

export const recordTaxInvoice = defineEndpoint({
  name: 'recordTaxInvoice',
  summary: 'Records the tax invoice of a statement, or corrects what was recorded; says how it differs.',
  method: 'POST',
  path: 'v2/mcn/months/tax-invoices/record',
  access: 'money.change',
  traces: ['audit'],
  body: TaxInvoiceForm,
  output: z.object({ statement: InvoicedStatement }),
  refusals: ['not_found'],
})
