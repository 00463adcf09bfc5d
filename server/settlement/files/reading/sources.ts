import { type MonthSource, monthSources } from '#contract/settlement/statements.ts'

/** Kinds of files, in the order in which they are listed. */
export const sources = monthSources
export type Source = MonthSource

export const sourceNames: Readonly<Record<Source, string>> = {
  ads: 'ads',
  ads_adjustments: 'ads adjustments',
  premium: 'premium, not music',
  premium_music: 'premium, music',
  shorts_ads: 'Shorts ads',
  shorts_subscription: 'Shorts subscription',
  paid_features: 'paid features',
  channel_adjustments: 'channel adjustments',
  tax: 'tax',
  tax_refund: 'tax refunds',
  payment_summary: 'payment summary',
}

/** Null: there are none. */
export const nameSources = (own: readonly Source[]): string | null =>
  own.map((source) => sourceNames[source]).join('; ') || null
