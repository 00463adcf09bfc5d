import { randomInt } from 'node:crypto'

const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const generateCharacters = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** What a channel's owner puts into its description: 8 characters of Crockford's base32. */
export const generateVerificationCode = () => generateCharacters(8, crockfordAlphabet)

/** 80 random bits that can be read out. */
export const generatePassword = () => generateCharacters(16, crockfordAlphabet.toLowerCase())
