import type { ManualKind } from '#contract/settlement/statement-detail.ts'
import type { WithholdingLine } from '#contract/settlement/statements.ts'

/** `{name}` is replaced by a value. */
export interface StatementTexts {
  /** `{month}` */
  title: string
  facts: {
    number: string
    payee: string
    account: string
    closedOn: string
    paidOn: string
    reference: string
  }
  network: string
  removedAccount: string
  answer: {
    payable: string
    /** `{minimum}`, `{closing}` */
    belowMinimum: string
    nothing: string
    /** `{closing}` */
    nothingButBalance: string
    awaiting: string
    /** `{day}`, `{reference}` */
    paid: string
    detailsRequired: string
    /** Nothing is payable before the next statement. */
    detailsRequiredNext: string
    /** `{day}`, `{reference}`, `{outstanding}` */
    partlyPaid: string
    returned: string
    forfeited: string
  }
  summary: {
    heading: string
    /** `{steps}` */
    alt: string
  }
  details: string
  item: string
  amount: string
  opening: string
  income: string
  adjustments: string
  tax: string
  fee: string
  /** Labels the members' fees on the statement of the network. */
  feeOfMembers: string
  corrections: string
  manual: string
  manualKinds: Record<ManualKind, string>
  net: string
  payments: string
  withholding: string
  closing: string
  payable: string
  /** `{rate}`; of local income tax, of the income tax. */
  withholdingLines: Record<WithholdingLine['name'], string>
  unknownChannel: string
  /** `{count}` */
  omitted: string
  /** `{rate}` */
  feeRate: string
  /** `{month}`, `{what}` */
  correction: string
  /** `{number}` */
  corrects: string
  /** The corrected month's file came later: no statement has what is corrected. */
  correctsNothing: string
  comparison: {
    heading: string
    month: string
    estimated: string
    final: string
    difference: string
    /** `{covered}`, `{days}` */
    covered: string
  }
  recentPayments: {
    heading: string
    day: string
    number: string
    reference: string
    amount: string
    /** `{day}`, `{reason}` */
    returned: string
  }
  notes: {
    heading: string
    /** `{rate}` */
    rate: string
    /** `{minimum}` */
    minimum: string
    rounding: string
    final: string
    /** `{number}`, `{contact}` */
    contact: string
    /** `{number}`, `{site}` */
    ask: string
    /** `{fingerprint}` */
    fingerprint: string
  }
  /** `{number}`, `{site}` */
  footer: string
  /** `{page}`, `{pages}` */
  page: string
  /** Placeholder: `{number}` */
  fileName: string
}
