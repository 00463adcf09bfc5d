import { randomInt } from 'node:crypto'

const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const generateCharacters = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** Crockford's base32, for a channel description. */
export const generateVerificationCode = () => generateCharacters(8, crockfordAlphabet)

/** 140 random bits, in groups that are easy to copy by hand. */
export const generateRecoveryCode = () =>
  Array.from({ length: 7 }, () => generateCharacters(4, crockfordAlphabet.toLowerCase())).join('-')
