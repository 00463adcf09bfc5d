import * as z from 'zod/mini'
import { PayeeDetails } from '#contract/settlement/payees.ts'
import type { Encryption } from '#server/platform/auth/encryption.ts'

/** The context of the encryption binds the details to their account. */
export const getPayeeContext = (accountId: number) => `payee ${accountId}`

const StoredDetails = z.omit(PayeeDetails, { kind: true })

export const encryptDetails = (
  encryption: Encryption,
  accountId: number,
  { kind: _, ...details }: PayeeDetails,
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
  return plain && { kind, ...StoredDetails.parse(JSON.parse(Buffer.from(plain).toString())) }
}

const visibleCharacters = 4

/** "•••• 1234"; of an address "k•••@example.com" */
export function maskAccount(account: string): string {
  const at = account.lastIndexOf('@')
  if (at > 0) return `${[...account][0]}•••${account.slice(at)}`
  return `•••• ${account.slice(-visibleCharacters)}`
}
