import { amountUnits } from '#contract/platform/currency.ts'
import type { BankFileFormat } from '#contract/settlement/filing/bank-files.ts'
import { cutBankText, fitSender, isBankText } from './bank-text.ts'
import { type SheetCell, spreadsheetType, writeSpreadsheet } from './spreadsheet.ts'
import type { BankFileWriter, FileTexts, Transfer } from './transfers.ts'

interface Column {
  title: string
  width: number
  getCell(transfer: Transfer, texts: FileTexts): SheetCell
}

/** Bytes of text in a passbook. */
const passbookBytes = 14
const longPassbookBytes = 20

const bank = (title: string): Column => ({
  title,
  width: 12,
  getCell: ({ payee }) => payee.bankCode ?? '',
})
const account = (title: string): Column => ({ title, width: 20, getCell: ({ payee }) => payee.account })
const amount = (title: string): Column => ({
  title,
  width: 14,
  getCell: (transfer) => transfer.amount / amountUnits.KRW,
})
const holder = (title: string): Column => ({
  title,
  width: 20,
  getCell: ({ payee }) => cutBankText(payee.name, longPassbookBytes),
})
const reference = (title: string): Column => ({
  title,
  width: 18,
  getCell: (transfer) => transfer.reference,
})
const sender = (title: string, maxBytes: number): Column => ({
  title,
  width: 18,
  getCell: (_, texts) => fitSender(texts.sender, maxBytes),
})
const blank = (title: string): Column => ({ title, width: 12, getCell: () => '' })

interface BankLayout {
  format: BankFileFormat
  sheet: string
  hasHeader: boolean
  maxReference: number
  columns: readonly Column[]
}

/** docs/operating/reference/bank-files.md says where the columns come from. */
const layouts: readonly BankLayout[] = [
  {
    format: 'kb',
    sheet: '다계좌이체',
    hasHeader: true,
    maxReference: passbookBytes,
    columns: [
      bank('은행코드'),
      account('계좌번호'),
      amount('이체금액'),
      sender('받는분통장표시', passbookBytes),
      reference('내통장메모'),
    ],
  },
  {
    format: 'shinhan',
    sheet: '입력정보',
    hasHeader: true,
    maxReference: passbookBytes,
    columns: [
      bank('*입금은행'),
      account('*입금계좌'),
      holder('고객관리성명'),
      amount('*입금액'),
      reference('출금통장표시내용'),
      sender('입금통장표시내용', passbookBytes),
      blank('입금인코드'),
      blank('비고'),
      reference('업체사용key'),
    ],
  },
  {
    format: 'woori',
    sheet: '다계좌이체',
    hasHeader: false,
    maxReference: passbookBytes,
    columns: [
      bank('입금은행'),
      account('입금계좌번호'),
      amount('이체금액'),
      reference('보내는분 통장표시'),
      sender('받는분 통장표시', passbookBytes),
      blank('CMS번호'),
    ],
  },
  {
    format: 'ibk',
    sheet: '대량이체',
    hasHeader: true,
    maxReference: longPassbookBytes,
    columns: [
      bank('입금은행'),
      account('입금계좌번호'),
      amount('이체금액'),
      reference('내통장인쇄내용'),
      sender('받는분통장인쇄내용', longPassbookBytes),
      blank('CMS코드'),
    ],
  },
]

/** Banks take more at once, but a person has to look through the list. */
const maxRows = 1_000

const createWriter = ({ format, sheet, hasHeader, maxReference, columns }: BankLayout): BankFileWriter => ({
  format,
  type: spreadsheetType,
  extension: 'xlsx',
  maxRows,
  maxReference,
  check({ payee }) {
    if (payee.method !== 'bank') return 'method'
    if (payee.bankCode === null) return 'bank_code'
    if (!/^\d{7,16}$/.test(payee.account)) return 'account'
    return isBankText(payee.name) ? undefined : 'holder'
  },
  write(transfers, texts) {
    const rows = transfers.map((transfer) => columns.map(({ getCell }) => getCell(transfer, texts)))
    const header = columns.map(({ title }) => title)
    return writeSpreadsheet(hasHeader ? [header, ...rows] : rows, {
      name: sheet,
      widths: columns.map(({ width }) => width),
    })
  },
})

export const koreanBankWriters = layouts.map(createWriter)
