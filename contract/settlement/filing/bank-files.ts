import type { Currency } from '#contract/platform/currency.ts'

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
