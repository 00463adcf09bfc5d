import { randomInt } from 'node:crypto'

const crockfordAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const generateCharacters = (length: number, alphabet: string) =>
  Array.from({ length }, () => alphabet[randomInt(alphabet.length)]).join('')

/** 8 characters of Crockford's base32, for the description of a channel. */
export const generateVerificationCode = () => generateCharacters(8, crockfordAlphabet)

/** 80 random bits that can be read aloud. */
export const generatePassword = () => generateCharacters(16, crockfordAlphabet.toLowerCase())
