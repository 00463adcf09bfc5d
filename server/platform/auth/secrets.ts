import { createHash, randomInt } from 'node:crypto'

const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const generateCharacters = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Tokens of 256 random bits are stored as hashes, which need no salt. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** Crockford's base32, for a channel description. */
export const generateVerificationCode = () => generateCharacters(8, crockfordAlphabet)

/** 140 random bits, in groups that are easy to copy by hand. */
export const generateRecoveryCode = () =>
  Array.from({ length: 7 }, () => generateCharacters(4, crockfordAlphabet.toLowerCase())).join('-')
