import * as z from 'zod/mini'
import { findBankCode } from '#contract/settlement/payee-rules/banks.ts'
import { getDollarMethod, PayeeDetails } from '#contract/settlement/payees.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'

/** The context of the encryption binds the details to their account. */
export const getPayeeContext = (accountId: number) => `payee ${accountId}`

/** Details that were stored before banks had codes lack `bankCode`. */
const StoredDetails = z.extend(z.omit(PayeeDetails, { kind: true, method: true, bankCode: true }), {
  bankCode: z.optional(z.nullable(z.string())),
})

/** The method follows from the account; a bank without a code is known by its name alone. */
type StorablePayee = Omit<PayeeDetails, 'method' | 'bankCode'> &
  Partial<Pick<PayeeDetails, 'method' | 'bankCode'>>

export const encryptDetails = (
  encryption: Encryption,
  accountId: number,
  { kind: _, method: __, ...details }: StorablePayee,
): Promise<Uint8Array> => encryption.encrypt(Buffer.from(JSON.stringify(details)), getPayeeContext(accountId))

interface Ciphertext {
  accountId: number
  kind: PayeeDetails['kind']
  details: Uint8Array
}

/** @returns null when they were encrypted with another key */
export async function decryptDetails(
  encryption: Encryption,
  { accountId, kind, details }: Ciphertext,
): Promise<PayeeDetails | null> {
  const plain = await encryption.decrypt(details, getPayeeContext(accountId))
  return plain && { kind, ...complete(StoredDetails.parse(JSON.parse(Buffer.from(plain).toString()))) }
}

/** Sites in won ask for no country. A bank that was typed there gets its code if its name leaves no doubt. */
function complete({ bankCode, ...details }: z.output<typeof StoredDetails>): Omit<PayeeDetails, 'kind'> {
  if (details.country !== null)
    return { ...details, method: getDollarMethod(details.account), bankCode: null }
  return { ...details, method: 'bank', bankCode: bankCode ?? findBankCode(details.bank) }
}

const visibleCharacters = 4

/** "•••• 1234"; of an address "k•••@example.com" */
export function maskAccount(account: string): string {
  const at = account.lastIndexOf('@')
  if (at > 0) return `${[...account][0]}•••${account.slice(at)}`
  return `•••• ${account.slice(-visibleCharacters)}`
}
