import * as z from 'zod/mini'
import { Email } from '#contract/people/auth.ts'
import { payeeKinds, payeeStates } from '#contract/people/payee-states.ts'
import { changeRefusals, FactorConfirmation } from '#contract/people/second-factor.ts'
import type { Currency } from '#contract/platform/currency.ts'
import { defineEndpoint } from '#contract/platform/endpoint.ts'
import { errorCode } from '#contract/platform/errors.ts'
import { type BankCode, hasAccountLength, isBankCode } from '#contract/settlement/payee-rules/banks.ts'
import {
  compactTaxId,
  hasResidentCheckDigit,
  isBusinessNumber,
  isResidentNumber,
} from '#contract/settlement/payee-rules/tax-ids.ts'

export const maxPayeeText = 80
export const maxReasonLength = 100

const Kind = z.enum(payeeKinds, errorCode('payee_kind_required'))

/** How a payee is paid: by a Korean bank, or from abroad. */
export const payeeMethods = ['bank', 'paypal', 'iban', 'account'] as const
export type PayeeMethod = (typeof payeeMethods)[number]

/** The ones that a site in dollars offers. */
export const dollarMethods = ['paypal', 'iban', 'account'] as const

const optionalLine = (maxLength = maxPayeeText) =>
  z.string().check(
    z.normalize('NFKC'),
    z.trim(),
    z.maxLength(maxLength, errorCode('invalid')),
    z.refine((text) => !/[\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]/u.test(text), errorCode('invalid')),
  )

const line = (code: 'payee_name_required' | 'reason_required', maxLength = maxPayeeText) =>
  optionalLine(maxLength).check(z.minLength(1, errorCode(code)))

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

/** Tells from the account how it is paid from abroad. */
export function getDollarMethod(account: string): (typeof dollarMethods)[number] {
  if (account.includes('@')) return 'paypal'
  return looksLikeIban(account) ? 'iban' : 'account'
}

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

const BankCodeField = z.pipe(
  z.string(errorCode('bank_required')).check(z.refine(isBankCode, errorCode('bank_required'))),
  z.transform((code: string) => code as BankCode),
)

/** Full-width digits become plain ones; spaces and hyphens go. '' leaves the number as it is. */
const TaxId = z._default(
  z.pipe(z.string().check(z.maxLength(40, errorCode('invalid'))), z.transform(compactTaxId)),
  '',
)

/** A checked box of a form says 'on'. */
const Checked = z.pipe(
  z._default(z.union([z.boolean(), z.literal('on')]), false),
  z.transform((value: boolean | 'on') => value !== false),
)

interface TaxIdValues {
  kind: (typeof payeeKinds)[number]
  taxId: string
  taxIdChecked: boolean
}

const hasNumberOfKind = ({ kind, taxId }: TaxIdValues, wanted: TaxIdValues['kind']) =>
  taxId === '' ||
  kind !== wanted ||
  (wanted === 'individual' ? isResidentNumber(taxId) : isBusinessNumber(taxId))

/** Numbers that were issued since October 2020 have no check digit, so a person may insist on theirs. */
const isTaxIdPlausible = ({ kind, taxId, taxIdChecked }: TaxIdValues) =>
  kind !== 'individual' || taxIdChecked || !isResidentNumber(taxId) || hasResidentCheckDigit(taxId)

const taxIdRule = (error: 'resident_number_invalid' | 'business_number_invalid' | 'tax_id_check') => ({
  ...errorCode(error),
  path: ['taxId'],
})

interface DollarValues {
  method: (typeof dollarMethods)[number]
  bank: string
  account: string
  swift: string
}

/** An IBAN and a SWIFT code both name the country of the bank. */
const isSameCountry = ({ method, account, swift }: DollarValues) =>
  method !== 'iban' || swift === '' || swift.slice(4, 6) === account.slice(0, 2)

/**
 * A site asks for the fields of its currency. `bank` may be empty for PayPal, `swift` for everything but a plain account
 * number, and `taxId` always.
 */
export const payeeForms = {
  KRW: z
    .object({
      kind: Kind,
      name: line('payee_name_required'),
      bankCode: BankCodeField,
      account: accountNumber('KRW'),
      taxId: TaxId,
      taxIdChecked: Checked,
    })
    .check(
      z.refine(({ bankCode, account }) => hasAccountLength(bankCode, account), {
        ...errorCode('account_digits'),
        path: ['account'],
      }),
      z.refine((values) => hasNumberOfKind(values, 'individual'), taxIdRule('resident_number_invalid')),
      z.refine((values) => hasNumberOfKind(values, 'business'), taxIdRule('business_number_invalid')),
      z.refine(isTaxIdPlausible, taxIdRule('tax_id_check')),
    ),
  USD: z
    .object({
      kind: Kind,
      name: line('payee_name_required'),
      method: z.enum(dollarMethods, errorCode('payee_method_required')),
      bank: z._default(optionalLine(), ''),
      account: accountNumber('USD'),
      swift: z._default(Swift, ''),
      country: Country,
    })
    .check(
      z.refine(({ method, account }) => getDollarMethod(account) === method, {
        ...errorCode('account_number_invalid'),
        path: ['account'],
      }),
      z.refine(({ method, bank }) => method === 'paypal' || bank !== '', {
        ...errorCode('bank_required'),
        path: ['bank'],
      }),
      z.refine(({ method, swift }) => method !== 'account' || swift !== '', {
        ...errorCode('swift_required'),
        path: ['swift'],
      }),
      z.refine(isSameCountry, { ...errorCode('swift_country'), path: ['swift'] }),
    ),
} as const

/** `bankCode`, `swift` and `country` are null if not asked for, or not given. */
export const PayeeDetails = z.object({
  kind: z.enum(payeeKinds),
  name: z.string(),
  method: z.enum(payeeMethods),
  /** Korean name of a bank in Korea; otherwise as it was typed. */
  bank: z.string(),
  /** Null: the bank was typed in the past and could be several, so that bank files leave the payee out. */
  bankCode: z.nullable(z.string()),
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
  /** Masked: of a person the day of birth and one digit, of a business five digits. Null: none was entered. */
  taxId: z.nullable(z.string()),
}

/** `account` is masked: its last four characters. */
export const Payee = z.extend(PayeeDetails, Status)
export type Payee = z.infer<typeof Payee>

const payeeRefusals = ['unconfirmed', 'awaiting_approval', ...changeRefusals] as const

export const readPayee = defineEndpoint({
  name: 'readPayee',
  summary: 'The account’s own payout account, with its number masked.',
  method: 'GET',
  path: 'v2/mcn/account/payee',
  access: 'account',
  output: z.object({
    /** Null: nothing was entered, or it cannot be read any more. */
    payee: z.nullable(Payee),
  }),
})

/** The schema of the site's currency in `payeeForms` checks the values. */
const payeeValues = {
  kind: z.optional(z.string().check(z.maxLength(20))),
  name: z.optional(z.string().check(z.maxLength(300))),
  method: z.optional(z.string().check(z.maxLength(20))),
  bank: z.optional(z.string().check(z.maxLength(300))),
  bankCode: z.optional(z.string().check(z.maxLength(10))),
  account: z.optional(z.string().check(z.maxLength(300))),
  swift: z.optional(z.string().check(z.maxLength(300))),
  country: z.optional(z.string().check(z.maxLength(20))),
  taxId: z.optional(z.string().check(z.maxLength(100))),
  taxIdChecked: z.optional(z.boolean()),
}

export const updatePayee = defineEndpoint({
  name: 'updatePayee',
  summary:
    'Replaces the account’s payout account with the current password; it waits for confirmation, and a mail reports the change.',
  method: 'POST',
  path: 'v2/mcn/account/payee/update',
  access: 'account',
  confirmation: 'password',
  limits: [
    { name: 'payee-change', counted: 'per account, once the details are valid' },
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
  ],
  traces: ['audit', 'event', 'mail'],
  body: z.extend(FactorConfirmation, payeeValues),
  output: z.object({ payee: Payee }),
  refusals: payeeRefusals,
})

export const readMemberPayee = defineEndpoint({
  name: 'readMemberPayee',
  summary:
    'A member’s payout account with the whole account number; each call leaves an entry in the audit log.',
  method: 'POST',
  path: 'v2/mcn/members/payee',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'payee-reading', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ target: z.int() }),
  output: z.object({ payee: Payee }),
  refusals: ['not_found', 'too_many'],
})

export const readMemberTaxId = defineEndpoint({
  name: 'readMemberTaxId',
  summary:
    'A member’s whole resident or business registration number, after the caller’s password or passkey; each call leaves an entry in the audit log.',
  method: 'POST',
  path: 'v2/mcn/members/payee/tax-id',
  access: 'money.change',
  confirmation: 'password',
  limits: [
    { name: 'tax-id-reading', by: 'account' },
    { name: 'reauthentication', counted: 'per account, for each wrong password' },
  ],
  traces: ['audit', 'mail'],
  body: z.extend(FactorConfirmation, { target: z.int() }),
  output: z.object({ taxId: z.string() }),
  refusals: ['not_found', ...changeRefusals],
})

export const confirmMemberPayee = defineEndpoint({
  name: 'confirmMemberPayee',
  summary: 'Confirms the version of a member’s payout account that the caller has read.',
  method: 'POST',
  path: 'v2/mcn/members/payee/confirm',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.object({ target: z.int(), version: z.int() }),
  refusals: ['not_found', 'outdated', 'too_many'],
})

/** `not_gone`: the person enters them. */
export const enterPayeeOfGone = defineEndpoint({
  name: 'enterPayeeOfGone',
  summary:
    'Enters and confirms a payout account for somebody who is gone, so that the network can pay what it still owes.',
  method: 'POST',
  path: 'v2/mcn/members/payee/enter',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit'],
  body: z.object({ ...payeeValues, target: z.int() }),
  refusals: ['not_found', 'not_gone', 'too_many'],
})

export const RejectionForm = z.object({ reason: line('reason_required', maxReasonLength) })

export const rejectMemberPayee = defineEndpoint({
  name: 'rejectMemberPayee',
  summary: 'Rejects the version of a member’s payout account that the caller has read, and mails the reason.',
  method: 'POST',
  path: 'v2/mcn/members/payee/reject',
  access: 'money.change',
  confirmation: 'recent',
  limits: [{ name: 'ledger', by: 'account' }],
  traces: ['audit', 'mail'],
  body: z.extend(RejectionForm, { target: z.int(), version: z.int() }),
  refusals: ['not_found', 'outdated', 'too_many'],
})
