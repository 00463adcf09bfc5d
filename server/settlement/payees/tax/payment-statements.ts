import { amountUnits } from '#contract/platform/currency.ts'
import { formatTaxId, isForeignNumber } from '#contract/settlement/payee-rules/tax-ids.ts'
import type { SheetCell } from '#server/settlement/bank-files/spreadsheet.ts'
import type { WithheldPayment } from './withheld-payments.ts'

/** Payments to one person, summed. */
export interface PersonIncome {
  name: string
  taxId: string
  /** `YYYY-MM` of the payments, or `YYYY`. */
  period: string
  payments: number
  gross: number
  incomeTax: number
  localTax: number
  incomeTaxPermille: number
}

/** Code of the tax office for people who make media content of their own: 1인미디어콘텐츠창작자. */
const businessCode = '940306'

interface Column {
  title: string
  width: number
  getCell(person: PersonIncome): SheetCell
}

const won = (amount: number) => amount / amountUnits.KRW

const identity: readonly Column[] = [
  { title: '업종코드', width: 10, getCell: () => businessCode },
  { title: '성명', width: 20, getCell: ({ name }) => name },
  { title: '주민(사업자)등록번호', width: 20, getCell: ({ taxId }) => formatTaxId(taxId) },
  { title: '내·외국인', width: 10, getCell: ({ taxId }) => (isForeignNumber(taxId) ? '외국인' : '내국인') },
]

const taxes: readonly Column[] = [
  {
    title: '세율(%)',
    width: 8,
    getCell: ({ incomeTaxPermille }) => incomeTaxPermille / 10,
  },
  { title: '소득세', width: 12, getCell: ({ incomeTax }) => won(incomeTax) },
  { title: '지방소득세', width: 12, getCell: ({ localTax }) => won(localTax) },
]

/** 간이지급명세서(거주자의 사업소득): a month. */
const monthColumns: readonly Column[] = [
  ...identity,
  { title: '지급월', width: 10, getCell: ({ period }) => period.replace('-', '') },
  { title: '지급액', width: 14, getCell: ({ gross }) => won(gross) },
  ...taxes,
]

/** 거주자의 사업소득 지급명세서: the sums of a year. */
const yearColumns: readonly Column[] = [
  ...identity,
  { title: '지급연도', width: 10, getCell: ({ period }) => period },
  { title: '지급건수', width: 10, getCell: ({ payments }) => payments },
  { title: '연간 지급총액', width: 16, getCell: ({ gross }) => won(gross) },
  ...taxes,
]

export const isYear = (period: string): boolean => period.length === 4

/** Returns the header and a row for each person. */
export function formatPaymentStatement(
  period: string,
  people: readonly PersonIncome[],
): { rows: SheetCell[][]; widths: number[] } {
  const columns = isYear(period) ? yearColumns : monthColumns
  return {
    rows: [
      columns.map(({ title }) => title),
      ...people.map((person) => columns.map(({ getCell }) => getCell(person))),
    ],
    widths: columns.map(({ width }) => width),
  }
}

export interface Identity {
  name: string
  taxId: string
}

/** Sums the payments of each registration number and rate: a person may have several accounts. Others are returned by account. */
export function sumPayments(
  period: string,
  payments: readonly WithheldPayment[],
  identities: ReadonlyMap<number, Identity>,
): { people: PersonIncome[]; missing: Map<number, WithheldPayment[]> } {
  const sums = new Map<string, PersonIncome>()
  const missing = new Map<number, WithheldPayment[]>()
  for (const payment of payments) {
    const { accountId, gross, incomeTax, localTax, incomeTaxPermille } = payment
    const identity = identities.get(accountId)
    if (!identity) {
      missing.set(accountId, [...(missing.get(accountId) ?? []), payment])
      continue
    }
    const key = `${identity.taxId} ${incomeTaxPermille}`
    const sum = sums.get(key) ?? {
      ...{ name: identity.name, taxId: identity.taxId, period, incomeTaxPermille },
      ...{ payments: 0, gross: 0, incomeTax: 0, localTax: 0 },
    }
    sums.set(key, {
      ...sum,
      payments: sum.payments + 1,
      gross: sum.gross + gross,
      incomeTax: sum.incomeTax + incomeTax,
      localTax: sum.localTax + localTax,
    })
  }
  return { people: [...sums.values()], missing }
}
