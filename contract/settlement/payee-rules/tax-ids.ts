/** Numbers by which Korean tax offices know people and businesses. They have no schema, so that forms load little. */

const resident = /^(\d{2})(\d{2})(\d{2})([0-9])(\d{6})$/

const sumProducts = (digits: string, weights: readonly number[]) =>
  weights.reduce((sum, weight, at) => sum + weight * Number(digits[at]), 0)

/** The century is that of the seventh digit: 1, 2, 5, 6 stand for 1900, 3, 4, 7, 8 for 2000, and 9, 0 for 1800. */
function getCentury(sign: string): number {
  if ('1256'.includes(sign)) return 1900
  return '3478'.includes(sign) ? 2000 : 1800
}

function isDay(year: number, month: number, day: number): boolean {
  const date = new Date(Date.UTC(year, month - 1, day))
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day
}

/** 주민등록번호 and 외국인등록번호: thirteen digits that begin with a day of birth. */
export function isResidentNumber(text: string): boolean {
  const [, year = '', month = '', day = '', sign = ''] = resident.exec(text) ?? []
  return sign !== '' && isDay(getCentury(sign) + Number(year), Number(month), Number(day))
}

const residentWeights = [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]

/** The seventh of thirteen digits is 5 to 8; businesses have ten. */
export const isForeignNumber = (text: string): boolean => /^\d{6}[5-8]\d{6}$/.test(text)

/** Only numbers that were issued before October 2020 have a check digit; later ones end in random digits. */
export function hasResidentCheckDigit(text: string): boolean {
  const expected = (11 - (sumProducts(text, residentWeights) % 11) + (isForeignNumber(text) ? 2 : 0)) % 10
  return Number(text[12]) === expected
}

const businessWeights = [1, 3, 7, 1, 3, 7, 1, 3]

/** 사업자등록번호: ten digits, the last of which checks the others. */
export function isBusinessNumber(text: string): boolean {
  if (!/^\d{10}$/.test(text)) return false
  const ninth = 5 * Number(text[8])
  const sum = sumProducts(text, businessWeights) + Math.floor(ninth / 10) + (ninth % 10)
  return (10 - (sum % 10)) % 10 === Number(text[9])
}

/** Full-width digits become plain ones; spaces and hyphens go. */
export const compactTaxId = (text: string): string => text.normalize('NFKC').replace(/[\s\p{Pd}]+/gu, '')

/** "900101-1234567", "123-45-67891" */
export const formatTaxId = (digits: string): string =>
  digits.length === 10
    ? digits.replace(/^(\d{3})(\d{2})(\d{5})$/, '$1-$2-$3')
    : digits.replace(/^(\d{6})(\d{7})$/, '$1-$2')

/** "900101-1••••••", "123-45-•••••" */
export const maskTaxId = (digits: string): string =>
  digits.length === 10
    ? `${formatTaxId(digits).slice(0, 7)}•••••`
    : `${formatTaxId(digits).slice(0, 8)}••••••`
