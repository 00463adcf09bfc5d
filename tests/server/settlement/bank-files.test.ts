import { describe, expect, test } from 'vitest'
import type { BankFileFormat } from '#contract/settlement/filing/bank-files.ts'
import type { PayeeDetails } from '#contract/settlement/payees.ts'
import { Refusal } from '#server/platform/refusal.ts'
import { readBankResults } from '#server/settlement/bank-files/result-reading.ts'
import { readSpreadsheet, writeSpreadsheet } from '#server/settlement/bank-files/spreadsheet.ts'
import type { Transfer } from '#server/settlement/bank-files/transfers.ts'
import { writeBankFile } from '#server/settlement/bank-files/writing.ts'

const kim: PayeeDetails = {
  kind: 'individual',
  name: '김하늘',
  method: 'bank',
  bank: 'KB국민은행',
  bankCode: '004',
  account: '011222333444',
  swift: null,
  country: null,
}
const paypal: PayeeDetails = {
  ...kim,
  name: 'Sky Kim',
  method: 'paypal',
  bank: 'PayPal',
  bankCode: null,
  account: 'sky@example.com',
  country: 'US',
}
const iban: PayeeDetails = {
  ...paypal,
  kind: 'business',
  name: 'Sky Ltd.',
  method: 'iban',
  bank: 'Barclays',
  account: 'GB82WEST12345698765432',
  swift: 'BARCGB22',
  country: 'GB',
}

const won = (change: Partial<Transfer> = {}): Transfer => ({
  reference: '202608-000012',
  amount: 1_234_500_000,
  currency: 'KRW',
  payee: kim,
  ...change,
})
const dollars = (change: Partial<Transfer> = {}): Transfer => ({
  ...won(),
  amount: 1_234_500_000,
  currency: 'USD',
  payee: paypal,
  ...change,
})
const write = (format: BankFileFormat, transfers: Transfer[], sender = '주식회사 훅라인') =>
  writeBankFile(format, transfers, { sender })
const readText = (bytes: Uint8Array) => Buffer.from(bytes).toString()

describe('a file for a bank', () => {
  test.each([
    [
      'kb',
      [
        ['은행코드', '계좌번호', '이체금액', '받는분통장표시', '내통장메모'],
        ['004', '011222333444', '1234500', '훅라인', '202608-000012'],
      ],
    ],
    [
      'shinhan',
      [
        [
          ...['*입금은행', '*입금계좌', '고객관리성명', '*입금액', '출금통장표시내용', '입금통장표시내용'],
          ...['입금인코드', '비고', '업체사용key'],
        ],
        [
          ...['004', '011222333444', '김하늘', '1234500', '202608-000012', '훅라인'],
          ...['', '', '202608-000012'],
        ],
      ],
    ],
    ['woori', [['004', '011222333444', '1234500', '202608-000012', '훅라인', '']]],
    [
      'ibk',
      [
        ['입금은행', '입금계좌번호', '이체금액', '내통장인쇄내용', '받는분통장인쇄내용', 'CMS코드'],
        ['004', '011222333444', '1234500', '202608-000012', '주식회사 훅라인', ''],
      ],
    ],
  ] as const)('%s has its columns, and account numbers as text', async (format, rows) => {
    const file = await write(format, [won()])
    expect(file).toMatchObject({ extension: 'xlsx', written: ['202608-000012'], unwritable: [] })
    const width = rows[0].length
    const read = await readSpreadsheet(file.bytes)
    expect(read.map((row) => [...row, ...Array(width).fill('')].slice(0, width))).toEqual(rows)
  })

  test.each([
    ['주식회사 훅라', '주식회사 훅라'],
    ['주식회사 훅라인', '훅라인'],
    ['훅라인스튜디오(주)', '훅라인스튜디오'],
    ['㈜훅라인뮤직앤미디어', '훅라인뮤직앤미'],
    ['Hookline Music Korea', 'Hookline Music'],
    ['Café 训练 훅라인', 'Caf 훅라인'],
  ])('a passbook names the sender %s as %s', async (name, expected) => {
    const { bytes } = await write('kb', [won()], name)
    expect((await readSpreadsheet(bytes))[1]?.[3]).toBe(expected)
  })

  test('takes a name with any syllable of the code page', async () => {
    const { written } = await write('kb', [won({ payee: { ...kim, name: '박뷁 ㈜똠방각하 €' } })])
    expect(written).toEqual(['202608-000012'])
  })

  test.each([
    ['a bank that could be several', won({ payee: { ...kim, bank: '농협', bankCode: null } }), 'bank_code'],
    ['a name that the bank cannot store', won({ payee: { ...kim, name: '简体' } }), 'holder'],
    ['a part of a won', won({ amount: 1_234_567 }), 'amount'],
    ['no amount', won({ amount: 0 }), 'amount'],
    ['dollars', dollars(), 'currency'],
    ['another way to pay', won({ payee: paypal }), 'method'],
    ['a reference that is too long', won({ reference: '202608-000012-000001' }), 'reference'],
    ['a reference that is not ASCII', won({ reference: '정산-12' }), 'reference'],
  ])('leaves out %s', async (_, transfer, reason) => {
    const { written, unwritable } = await write('kb', [transfer])
    expect({ written, unwritable }).toEqual({
      written: [],
      unwritable: [{ reference: transfer.reference, reason }],
    })
  })

  test('has each reference once', async () => {
    const file = await write('kb', [won(), won({ amount: 1_000 })])
    expect(file.unwritable).toEqual([{ reference: '202608-000012', reason: 'reference' }])
  })
})

describe('a file for PayPal', () => {
  test('has its columns, without a header', async () => {
    const { bytes, unwritable } = await write('paypal', [dollars(), dollars({ amount: 1 })], 'Hookline, Inc.')
    expect(readText(bytes)).toBe(
      'sky@example.com,1234.50,USD,202608-000012,"Hookline, Inc. 202608-000012",PAYPAL\r\n',
    )
    expect(unwritable).toEqual([{ reference: '202608-000012', reason: 'amount' }])
  })

  test('ends after 5,000 rows', async () => {
    const transfers = Array.from({ length: 5_001 }, (_, at) =>
      dollars({ reference: `202608-${100_000 + at}` }),
    )
    const { written, unwritable } = await write('paypal', transfers)
    expect(written).toHaveLength(5_000)
    expect(unwritable).toEqual([{ reference: '202608-105000', reason: 'row_limit' }])
  })
})

test('a file for Wise has a row for accounts with and without IBAN', async () => {
  const account = {
    ...iban,
    name: 'Łukasz',
    kind: 'individual',
    method: 'account',
    account: '12345',
  } as const
  const { bytes, unwritable } = await write('wise', [
    dollars({ payee: iban }),
    dollars({ reference: '202608-000013', payee: account }),
    dollars({ reference: '202608-000014', payee: { ...account, swift: null } }),
    dollars({ reference: '202608-000015' }),
    dollars({ reference: '202608-000016', payee: { ...iban, name: '김하늘' } }),
  ])
  expect(readText(bytes).split('\r\n')).toEqual([
    'name,recipientEmail,paymentReference,receiverType,amountCurrency,amount,sourceCurrency,targetCurrency,IBAN,swiftCode,accountNumber,addressCountryCode',
    'Sky Ltd.,,202608-000012,INSTITUTION,target,1234.50,USD,USD,GB82WEST12345698765432,BARCGB22,,GB',
    'Łukasz,,202608-000013,PERSON,target,1234.50,USD,USD,,BARCGB22,12345,GB',
    '',
  ])
  expect(unwritable.map(({ reason }) => reason)).toEqual(['swift', 'method', 'holder'])
})

const encodeKorean = (parts: readonly (string | number[])[]) =>
  Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part) : Uint8Array.from(part))))
const readCodes = async (bytes: Uint8Array) => {
  const error = await readBankResults(bytes).catch((refusal: unknown) => refusal)
  if (!(error instanceof Refusal)) throw new Error('The file was not refused.')
  return error.fields
}

describe('results of a bank', () => {
  const header = ['업체사용 KEY', '입금액', '처리결과', '오류내용', '처리일시', '거래번호']

  test('are read from a spreadsheet, with lines above and below', async () => {
    const bytes = await writeSpreadsheet(
      [
        ['이체결과 내역'],
        header,
        ['202608-000012', 1_234_500, '정상', '', '2026-08-25 10:11:12', 'T1'],
        ['정산 202608-000013', '10,000', '불능', '계좌번호 오류', '2026.08.25', 'T2'],
        ['202608-000014', '10,000', '처리중', '', '', ''],
        ['합계', '1,254,500', '', '', '', ''],
      ],
      { name: '결과', widths: [] },
    )
    expect(await readBankResults(bytes)).toEqual({
      results: [
        {
          reference: '202608-000012',
          amount: 1_234_500_000,
          currency: 'KRW',
          outcome: 'paid',
          day: '2026-08-25',
          bankReference: 'T1',
          reason: null,
        },
        {
          reference: '202608-000013',
          amount: 10_000_000,
          currency: 'KRW',
          outcome: 'returned',
          day: '2026-08-25',
          bankReference: 'T2',
          reason: '계좌번호 오류',
        },
      ],
      pending: ['202608-000014'],
    })
  })

  test('are read from CSV in the code page of Korean systems', async () => {
    // 내통장메모,금액,결과 and 성공
    const bytes = encodeKorean([
      [0xb3, 0xbb, 0xc5, 0xeb, 0xc0, 0xe5, 0xb8, 0xde, 0xb8, 0xf0],
      ',',
      [0xb1, 0xdd, 0xbe, 0xd7],
      ',',
      [0xb0, 0xe1, 0xb0, 0xfa],
      '\n202608-000012,500,',
      [0xbc, 0xba, 0xb0, 0xf8],
      '\n',
    ])
    expect((await readBankResults(bytes)).results).toMatchObject([
      { reference: '202608-000012', amount: 500_000, outcome: 'paid', day: null, bankReference: null },
    ])
  })

  test('may name people with syllables that only the code page has', async () => {
    // 메모,금액,결과,비고 and 불능
    const write = (reason: number[]) =>
      encodeKorean([
        [0xb8, 0xde, 0xb8, 0xf0],
        ',',
        [0xb1, 0xdd, 0xbe, 0xd7],
        ',',
        [0xb0, 0xe1, 0xb0, 0xfa],
        ',',
        [0xba, 0xf1, 0xb0, 0xed],
        '\n202608-000012,500,',
        [0xba, 0xd2, 0xb4, 0xc9],
        ',',
        reason,
        '\n',
      ])
    const syllables = write([0x94, 0xee, 0x8c, 0x63, 0xc6, 0x52])
    expect((await readBankResults(syllables)).results).toMatchObject([{ reason: '뷁똠힣' }])
    expect(await readCodes(write([0xc6, 0x53]))).toEqual({ file: 'result_file' })
  })

  test('of a spreadsheet that inflates to too much are refused', async () => {
    const row = (at: number) => [`${at}${'x'.repeat(30_000)}`]
    const bytes = await writeSpreadsheet(
      Array.from({ length: 1_000 }, (_, at) => row(at)),
      { name: 'a', widths: [10] },
    )
    expect(bytes.length).toBeLessThan(1_000_000)
    await expect(readBankResults(bytes)).rejects.toMatchObject({ fields: { file: 'result_file' } })
  })

  test('are all refused when a line is unknown, incomplete or there twice', async () => {
    const lines = [
      header.join('\t'),
      '202608-000012\t500\t정상\t\t2026-08-25\t',
      '202608-000012\t500\t정상\t\t2026-08-25\t',
      '김하늘\t500\t정상\t\t2026-08-25\t',
      '202608-000014\t\t정상\t\t2026-08-25\t',
      '202608-000015\t500\t글쎄\t\t2026-08-25\t',
      '202608-000016\t5.000,00\t정상\t\t2026-08-25\t',
      '202608-000017\t500\t정상\t\t2026-13-25\t',
    ]
    expect(await readCodes(Buffer.from(lines.join('\n')))).toEqual({
      'lines.3': 'result_repeated',
      'lines.4': 'result_reference',
      'lines.5': 'result_amount',
      'lines.6': 'result_state',
      'lines.7': 'result_amount',
      'lines.8': 'result_day',
    })
  })

  test.each([
    ['result_xls', Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1])],
    ['result_xls', Buffer.from('<html><table>')],
    ['result_file', Buffer.from('PK damaged')],
    ['result_columns', Buffer.from('은행,계좌\n004,1\n')],
    ['result_empty', Buffer.from('내통장메모,금액,결과\n')],
  ])('are refused as %s', async (code, bytes) => {
    expect(await readCodes(bytes)).toEqual({ file: code })
  })
})

test('results of PayPal are read, also of payments that nobody has claimed yet', async () => {
  const csv = `\uFEFFRecipient,Customer ID,Amount,Currency,Status,Reason code,Date,Transaction ID
sky@example.com,202608-000012,"-1,234.50",USD,Completed,,8/25/2026,9AB
kim@example.com,202608-000013,20.00,USD,Returned,RECEIVER_UNREGISTERED,3/4/2026,9AC
lee@example.com,202608-000014,20.00,USD,Unclaimed,,,
`
  expect(await readBankResults(Buffer.from(csv))).toEqual({
    results: [
      {
        reference: '202608-000012',
        amount: 1_234_500_000,
        currency: 'USD',
        outcome: 'paid',
        day: '2026-08-25',
        bankReference: '9AB',
        reason: null,
      },
      {
        reference: '202608-000013',
        amount: 20_000_000,
        currency: 'USD',
        outcome: 'returned',
        day: null,
        bankReference: '9AC',
        reason: 'RECEIVER_UNREGISTERED',
      },
    ],
    pending: ['202608-000014'],
  })
  expect(await readCodes(Buffer.from(csv.replace('USD,Completed', 'EUR,Completed')))).toEqual({
    'lines.2': 'result_currency',
  })
})

test('results of Wise are read', async () => {
  const csv =
    'paymentReference,amount,status\n202608-000012,10.00,outgoing_payment_sent\n202608-000013,5,bounced_back\n'
  expect((await readBankResults(Buffer.from(csv))).results).toMatchObject([
    { reference: '202608-000012', outcome: 'paid', amount: 10_000_000 },
    { reference: '202608-000013', outcome: 'returned' },
  ])
})
