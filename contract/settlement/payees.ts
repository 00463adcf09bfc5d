import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { payeeKinds, payeeStates } from '#contract/people/payee-states.ts'
import { changeRefusals, FactorConfirmation } from '#contract/people/second-factor.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'

export const maxPayeeText = 80
export const maxReasonLength = 100

const Kind = z.enum(payeeKinds, errorCode('payee_kind_required'))

const line = (code: 'payee_name_required' | 'bank_required' | 'reason_required', maxLength = maxPayeeText) =>
  z.string().check(
    z.normalize('NFKC'),
    z.trim(),
    z.minLength(1, errorCode(code)),
    z.maxLength(maxLength, errorCode('invalid')),
    z.refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text), errorCode('invalid')),
  )

/** Full-width characters become plain ones, spaces and hyphens go. */
const compact = (text: string) =>
  text
    .normalize('NFKC')
    .replace(/[\s\p{Pd}]+/gu, '')
    .toUpperCase()

/** ISO 13616: the rest of the digits modulo 97 is 1. */
const isIban = (text: string): boolean => {
  if (!/^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/.test(text)) return false
  const digits = [...(text.slice(4) + text.slice(0, 4))].map((letter) => Number.parseInt(letter, 36)).join('')
  return BigInt(digits) % 97n === 1n
}

/** Begins like an IBAN: two letters and two digits. */
const looksLikeIban = (text: string) => /^[A-Z]{2}\d{2}/.test(text)

/**
 * Won: 7 to 16 digits of a Korean account. Dollars: an address (PayPal), an IBAN, or the number of an account.
 * @returns undefined when it is none of them
 */
export function parseAccountNumber(currency: Currency, text: string): string | undefined {
  const number = compact(text)
  if (currency === 'KRW') return /^\d{7,16}$/.test(number) ? number : undefined
  if (number.includes('@')) return z.safeParse(Email, text).data
  if (looksLikeIban(number)) return isIban(number) ? number : undefined
  return /^[A-Z\d]{4,34}$/.test(number) ? number : undefined
}

const accountNumber = (currency: Currency) =>
  z.pipe(
    z.string().check(
      z.maxLength(254, errorCode('account_number_invalid')),
      z.refine(
        (text) => parseAccountNumber(currency, text) !== undefined,
        errorCode('account_number_invalid'),
      ),
    ),
    z.transform((text: string) => parseAccountNumber(currency, text) ?? ''),
  )

const Swift = z.pipe(
  z.pipe(z.string().check(z.maxLength(40, errorCode('swift_invalid'))), z.transform(compact)),
  z.string().check(z.regex(/^(?:[A-Z]{6}[A-Z\d]{2}(?:[A-Z\d]{3})?)?$/, errorCode('swift_invalid'))),
)

/** ISO 3166. */
const Country = z.string().check(z.regex(/^[A-Z]{2}$/, errorCode('country_required')))

/** A site asks for the fields of its currency. `swift` may be empty. */
export const payeeForms = {
  KRW: z.object({
    kind: Kind,
    name: line('payee_name_required'),
    bank: line('bank_required'),
    account: accountNumber('KRW'),
  }),
  USD: z.object({
    kind: Kind,
    name: line('payee_name_required'),
    bank: line('bank_required'),
    account: accountNumber('USD'),
    swift: z._default(Swift, ''),
    country: Country,
  }),
} as const

/** `swift` and `country` are null if not asked for, or not given. */
export const PayeeDetails = z.object({
  kind: z.enum(payeeKinds),
  name: z.string(),
  bank: z.string(),
  account: z.string(),
  swift: z.nullable(z.string()),
  country: z.nullable(z.string()),
})
export type PayeeDetails = z.infer<typeof PayeeDetails>

const Status = {
  state: z.enum(payeeStates),
  /** A confirmation names this version. */
  version: z.int(),
  enteredAt: z.iso.datetime(),
  confirmedAt: z.nullable(z.iso.datetime()),
  /** Reason of a rejection. */
  reason: z.nullable(z.string()),
}

/** `account` is masked: its last four characters. */
export const Payee = z.extend(PayeeDetails, Status)
export type Payee = z.infer<typeof Payee>

const payeeRefusals = ['unconfirmed', 'awaiting_approval', ...changeRefusals] as const

export const readPayee = defineEndpoint({
  name: 'readPayee',
  summary: 'The account’s own payment details, with the account number masked.',
  method: 'GET',
  path: 'v2/mcn/account/payee',
  access: 'account',
  output: z.object({
    /** Null: nothing was entered, or it cannot be read any more. */
    payee: z.nullable(Payee),
  }),
})

/** The schema of the site's currency in `payeeForms` checks the values. */
export const updatePayee = defineEndpoint({
  name: 'updatePayee',
  summary:
    'Replaces the account’s payment details with the current password; they wait for confirmation, and a mail reports the change.',
  method: 'POST',
  path: 'v2/mcn/account/payee/update',
  access: 'account',
  body: z.extend(FactorConfirmation, {
    kind: z.optional(z.string().check(z.maxLength(20))),
    name: z.optional(z.string().check(z.maxLength(300))),
    bank: z.optional(z.string().check(z.maxLength(300))),
    account: z.optional(z.string().check(z.maxLength(300))),
    swift: z.optional(z.string().check(z.maxLength(300))),
    country: z.optional(z.string().check(z.maxLength(20))),
  }),
  output: z.object({ payee: Payee }),
  refusals: payeeRefusals,
})

export const readMemberPayee = defineEndpoint({
  name: 'readMemberPayee',
  summary:
    'A member’s payment details with the whole account number; each call leaves an entry in the audit log.',
  method: 'POST',
  path: 'v2/mcn/members/payee',
  access: 'manager',
  body: z.object({ target: z.int() }),
  output: z.object({ payee: Payee }),
  refusals: ['not_found', 'too_many'],
})

export const confirmMemberPayee = defineEndpoint({
  name: 'confirmMemberPayee',
  summary: 'Confirms the version of a member’s payment details that the caller has read.',
  method: 'POST',
  path: 'v2/mcn/members/payee/confirm',
  access: 'manager',
  body: z.object({ target: z.int(), version: z.int() }),
  refusals: ['not_found', 'outdated'],
})

export const RejectionForm = z.object({ reason: line('reason_required', maxReasonLength) })

export const rejectMemberPayee = defineEndpoint({
  name: 'rejectMemberPayee',
  summary:
    'Rejects the version of a member’s payment details that the caller has read, and mails the reason.',
  method: 'POST',
  path: 'v2/mcn/members/payee/reject',
  access: 'manager',
  body: z.extend(RejectionForm, { target: z.int(), version: z.int() }),
  refusals: ['not_found', 'outdated'],
})
