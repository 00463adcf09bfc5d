import type { Currency } from '#contract/platform/currency.ts'

/** What a column of a result file says. */
export const resultRoles = [
  'reference',
  'amount',
  'state',
  'currency',
  'day',
  'reason',
  'bankReference',
] as const
export type ResultRole = (typeof resultRoles)[number]

export const requiredRoles = ['reference', 'amount', 'state'] as const

export interface ResultLayout {
  name: string
  currency: Currency
  /** Normalized headers by role, the best first: banks name their columns differently, and rename them. */
  headers: Readonly<Record<ResultRole, readonly string[]>>
  /** Normalized words of the state column. */
  paid: readonly string[]
  returned: readonly string[]
  pending: readonly string[]
}

/** Without spaces, signs and capitals: "* 업체사용 KEY" becomes "업체사용key". */
export const normalizeHeader = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[\s*()[\]_.:/-]+/g, '')

export const resultLayouts: readonly ResultLayout[] = [
  {
    name: 'Korean bank',
    currency: 'KRW',
    headers: {
      reference: [
        '업체사용key',
        '내통장메모',
        '내통장인쇄내용',
        '내통장표시',
        '내통장표시내용',
        '출금통장표시',
        '출금통장표시내용',
        '보내는분통장표시',
        '보내는분통장표시내용',
        '메모',
        '적요',
      ],
      amount: ['이체금액', '입금액', '입금금액', '처리금액', '금액'],
      state: ['처리결과', '이체결과', '처리상태', '이체상태', '진행상태', '정상여부', '결과', '상태'],
      currency: [],
      day: [
        '이체일자',
        '이체일',
        '이체일시',
        '처리일자',
        '처리일',
        '처리일시',
        '거래일자',
        '거래일시',
        '입금일',
      ],
      reason: ['오류내용', '오류사유', '실패사유', '불능사유', '오류메시지', '처리내용', '결과내용', '비고'],
      bankReference: ['거래번호', '이체번호', '접수번호', '거래고유번호', '처리번호'],
    },
    paid: ['정상', '정상처리', '정상완료', '이체완료', '처리완료', '입금완료', '완료', '성공', 'y'],
    returned: [
      '오류',
      '실패',
      '불능',
      '이체불능',
      '이체실패',
      '처리불가',
      '오류처리',
      '반송',
      '취소',
      '미처리',
      'n',
    ],
    pending: ['처리중', '대기', '이체대기', '승인대기', '예약', '예약중', '진행중'],
  },
  {
    name: 'PayPal',
    currency: 'USD',
    headers: {
      reference: [
        'customerid',
        'uniqueid',
        'customeruniqueid',
        'senderitemid',
        'recipientuniqueid',
        'customnumber',
        'invoicenumber',
      ],
      amount: ['amount', 'paymentamount', 'payoutamount', 'grossamount', 'gross'],
      state: ['transactionstatus', 'payoutstatus', 'paymentstatus', 'status'],
      currency: ['currency', 'paymentcurrency'],
      day: ['dateprocessed', 'timeprocessed', 'transactiondate', 'payoutdate', 'date'],
      reason: ['reason', 'reasoncode', 'errormessage', 'error', 'errorcode', 'errorname'],
      bankReference: ['transactionid', 'payoutitemid'],
    },
    paid: ['completed', 'complete', 'success', 'succeeded', 'claimed'],
    returned: ['failed', 'denied', 'returned', 'refunded', 'reversed', 'blocked', 'canceled', 'cancelled'],
    pending: ['unclaimed', 'pending', 'onhold', 'processing', 'new'],
  },
  {
    name: 'Wise',
    currency: 'USD',
    headers: {
      reference: ['paymentreference', 'reference'],
      amount: ['targetamount', 'targetamountafterfees', 'amount'],
      state: ['transferstatus', 'status'],
      currency: ['targetcurrency', 'amountcurrencycode'],
      day: ['completedon', 'finishedon', 'createdon', 'date'],
      reason: ['failurereason', 'errors', 'error', 'note'],
      bankReference: ['transferid', 'id'],
    },
    paid: ['completed', 'sent', 'outgoingpaymentsent'],
    returned: ['cancelled', 'canceled', 'refunded', 'fundsrefunded', 'bouncedback', 'chargedback', 'failed'],
    pending: ['processing', 'fundsconverted', 'incomingpaymentwaiting', 'pending'],
  },
]
