import * as z from 'zod/mini'
import type { Currency } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { Id } from '#contract/platform/params.ts'

/** Files of transfers that a bank or service takes as a whole. */
export const bankFileFormats = ['kb', 'shinhan', 'woori', 'ibk', 'paypal', 'wise'] as const
export type BankFileFormat = (typeof bankFileFormats)[number]

/** Each format pays in one currency. */
export const bankFileCurrencies: Readonly<Record<BankFileFormat, Currency>> = {
  kb: 'KRW',
  shinhan: 'KRW',
  woori: 'KRW',
  ibk: 'KRW',
  paypal: 'USD',
  wise: 'USD',
}

/**
 * Why a file leaves a transfer out. `currency`: the format pays in another; `amount`: not positive, or not in whole won or
 * cents; `reference`: too long for the bank, not ASCII, or there already; `bank_code`: the bank was typed and could be several;
 * `method`: the payee is paid in another way; `account`: no such account fits; `holder`: the name has characters that the bank
 * does not know; `swift`: the service needs the code; `row_limit`: the file is full.
 */
export const unwritableReasons = [
  'currency',
  'amount',
  'reference',
  'bank_code',
  'method',
  'account',
  'holder',
  'swift',
  'row_limit',
] as const
export type UnwritableReason = (typeof unwritableReasons)[number]

export const maxTransfers = 5_000

/**
 * Writes a file for a bank, which then has been asked to pay: `exported`. What the file leaves out stays as it was. That account
 * numbers were read is recorded. `nothing_payable`: none of the statements could be written.
 */
export const exportBankFile = defineEndpoint({
  name: 'exportBankFile',
  summary: 'Writes a file of transfers for a bank, PayPal or Wise, and marks what is in it as sent.',
  method: 'POST',
  path: 'v2/mcn/payments/bank-file',
  access: 'money.change',
  confirmation: 'recent',
  limits: [
    { name: 'ledger', by: 'account' },
    { name: 'payee-reading', by: 'account' },
  ],
  traces: ['audit'],
  body: z.object({
    format: z.enum(bankFileFormats),
    /** Absent: all of the network's that can be paid. */
    statements: z.optional(z.array(Id).check(z.minLength(1), z.maxLength(maxTransfers))),
  }),
  output: z.object({
    fileName: z.string(),
    type: z.string(),
    /** Base64; empty if nothing could be written. */
    file: z.string(),
    written: z.int(),
    unwritable: z.array(z.object({ statementId: z.int(), reason: z.enum(unwritableReasons) })),
  }),
  refusals: ['too_many'],
  maxBodyBytes: 128 * 1024,
})

/** Takes back that a bank was asked to pay: the file was never sent. */
export const cancelBankFile = defineEndpoint({
  name: 'cancelBankFile',
  summary: 'Takes back that statements are in a file for a bank.',
  method: 'POST',
  path: 'v2/mcn/payments/bank-file/cancel',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ statements: z.array(Id).check(z.minLength(1), z.maxLength(maxTransfers)) }),
  output: z.object({ cancelled: z.int() }),
  refusals: ['too_many'],
  maxBodyBytes: 128 * 1024,
})

/** Base64 of 1 MB. */
export const maxResultCharacters = 1_400_000

/**
 * Reads the file with what became of transfers: all lines or none. Each line belongs to what is sent and not answered yet; the
 * same file a second time changes nothing. `fields` names the `file` or its lines, `lines.12`.
 */
export const importBankResults = defineEndpoint({
  name: 'importBankResults',
  summary:
    'Reads a bank’s file of results back: what was paid, and what came back and why. All or none; idempotent.',
  method: 'POST',
  path: 'v2/mcn/payments/bank-results',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({
    file: z.string().check(z.minLength(1), z.maxLength(maxResultCharacters)),
    /** Of lines without a day. */
    day: z.string().check(z.regex(/^\d{4}-\d\d-\d\d$/, errorCode('paid_on_invalid'))),
  }),
  output: z.object({
    paid: z.int(),
    returned: z.int(),
    /** Were read before, or are under way. */
    unchanged: z.int(),
    /** References of the file that nothing of the network's is sent under. */
    unknown: z.array(z.string()),
  }),
  refusals: ['too_many'],
  maxBodyBytes: 1_500_000,
})
