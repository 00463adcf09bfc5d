import { randomInt } from 'node:crypto'

const crockford = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const characters = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What a channel's owner puts into its description: 8 characters of Crockford's base32. */
export const newVerificationCode = () => characters(8, crockford)

/** 80 random bits that can be read out. */
export const newPassword = () => characters(16, crockford.toLowerCase())
