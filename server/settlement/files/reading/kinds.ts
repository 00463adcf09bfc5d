import type { Column } from './columns.ts'
import { deductionLines, type LineFormat, purchaseLines, videoLines } from './line-formats.ts'
import type { Source } from './sources.ts'
import { paymentLines, refundLines, taxLines } from './sum-formats.ts'

/** One version of a file, identified by its columns. */
export interface Layout {
  readonly columns: readonly Column[]
  /** Columns that only other layouts, kinds or reports have. */
  readonly foreignColumns: readonly Column[]
}

/** A kind of file, as Studio offers it for download and the Reporting API as a report: the same lines in both. */
export interface FileKind {
  readonly source: Source
  /** A part of Studio's names that tells it from the other kinds. */
  readonly example: string
  /** Studio's names, in lower case with `_` for hyphens and spaces. */
  readonly namePattern: RegExp
  /** Types of the reports of the Reporting API. */
  readonly reportTypes: RegExp
  /** The one that refusals name comes first. */
  readonly layouts: readonly [Layout, ...Layout[]]
  readonly format: LineFormat
  /** Lines may be of months before the file's, which its name says. */
  readonly hasEarlierMonths?: true
}

const adsLayout: Layout = {
  columns: ['adjustment', 'video', 'channel', 'revenue'],
  foreignColumns: ['day', 'country', 'claimType'],
}

export const adsKind: FileKind = {
  source: 'ads',
  example: 'video_summary',
  namePattern: /(?<!adj_|adjustment_month_|shorts_ads_|shorts_non_music_ads_|subscription_)video_summary/,
  reportTypes: /^content_owner_ad_revenue_summary_a\d+$/,
  layouts: [adsLayout],
  format: videoLines({ amount: 'revenue', units: ['ownedViews'] }),
}

export const adjustmentsKind: FileKind = {
  ...adsKind,
  source: 'ads_adjustments',
  example: 'ADJ_video_summary',
  namePattern: /adj_video_summary|adjustment_month_video_summary/,
  reportTypes: /^content_owner_ad_adjustment_revenue_summary_a\d+$/,
}

export const premiumKind: FileKind = {
  source: 'premium',
  example: 'red_rawdata_video',
  namePattern: /red_rawdata_video|subscription_video_non_music/,
  reportTypes: /^content_owner_non_music_red_revenue_raw_a\d+$/,
  layouts: [
    {
      columns: ['day', 'country', 'video', 'channel', 'claimType', 'revenue'],
      foreignColumns: ['revenueInAuctions', 'videoChannel'],
    },
  ],
  format: videoLines({ amount: 'revenue', units: ['ownedViews'] }),
}

export const premiumMusicKind: FileKind = {
  ...premiumKind,
  source: 'premium_music',
  example: 'red_music_rawdata_video',
  namePattern: /red_music_rawdata_video|red_month_subscription_video(?!_non_music)/,
  reportTypes: /^content_owner_music_red_revenue_raw_a\d+$/,
}

/** Of a label's content owner, which has no other file of its premium: lines of recordings, with the video's channel. */
export const labelKind: FileKind = {
  source: 'premium_music',
  example: 'red_label_rawdata_video',
  namePattern: /red_label_rawdata_video/,
  reportTypes: /^music_content_owner_red_revenue_raw_a\d+$/,
  layouts: [
    {
      columns: ['day', 'country', 'video', 'videoChannel', 'assetId', 'revenue'],
      foreignColumns: ['channel'],
    },
  ],
  format: videoLines({ amount: 'revenue', units: ['ownedViews'], channel: 'videoChannel' }),
}

export const fileKinds: readonly FileKind[] = [
  adsKind,
  adjustmentsKind,
  premiumKind,
  premiumMusicKind,
  labelKind,
  {
    source: 'shorts_ads',
    example: 'shorts_ads_video_summary',
    namePattern: /shorts_(?:non_music_)?ads_video_summary/,
    reportTypes: /^content_owner_shorts_ad_revenue_summary_a\d+$/,
    layouts: [{ columns: ['video', 'channel', 'shortsRevenue'], foreignColumns: ['day', 'country'] }],
    format: videoLines({ amount: 'shortsRevenue', units: ['engagedViews'] }),
  },
  {
    source: 'shorts_subscription',
    example: 'shorts_non_music_subscription_video_summary',
    namePattern: /shorts_(?:non_music_)?subscription_(?:revenue_month_|video_summary)/,
    reportTypes: /^content_owner_shorts_red_revenue_(?:video_)?summary_a\d+$/,
    layouts: [
      {
        columns: ['day', 'country', 'video', 'channel', 'revenue', 'subscriptionViews'],
        foreignColumns: ['claimType', 'revenueInAuctions', 'assetId'],
      },
      {
        columns: ['country', 'video', 'channel', 'revenue'],
        foreignColumns: ['day', 'claimType', 'revenueInAuctions', 'assetId'],
      },
    ],
    format: videoLines({ amount: 'revenue', units: ['subscriptionViews', 'ownedViews'] }),
  },
  {
    source: 'paid_features',
    example: 'Ecommerce_paid_features',
    namePattern: /paid_features/,
    reportTypes: /^content_owner_transactions_paid_features_revenue_a\d+$/,
    layouts: [
      { columns: ['date', 'purchaseType', 'channel', 'earnings'], foreignColumns: [] },
      { columns: ['product', 'channel', 'earnings'], foreignColumns: [] },
    ],
    format: purchaseLines,
  },
  {
    source: 'channel_adjustments',
    example: 'channel_adjustments_summary',
    namePattern: /channel_adjustments/,
    reportTypes: /^content_owner_channel_adjustments_summary_a\d+$/,
    layouts: [{ columns: ['channel', 'adjustment', 'deduction'], foreignColumns: [] }],
    format: deductionLines,
  },
  {
    source: 'tax',
    example: 'affiliate_payment_summary',
    namePattern: /affiliate_payment_summary/,
    reportTypes: /^content_owner_tax_withholding_a\d+$/,
    layouts: [
      { columns: ['channel', 'revenueSource', 'usRevenue', 'taxRate', 'taxWithheld'], foreignColumns: [] },
    ],
    format: taxLines,
  },
  {
    source: 'tax_refund',
    example: 'affiliate_tax_refund_summary',
    namePattern: /tax_refund/,
    reportTypes: /^content_owner_(?:affiliate_)?tax_refund_summary_a\d+$/,
    layouts: [{ columns: ['channel', 'taxRefund'], foreignColumns: ['taxWithheld'] }],
    format: refundLines,
    hasEarlierMonths: true,
  },
  {
    source: 'payment_summary',
    example: 'payment_summary',
    namePattern: /(?<!affiliate_)payment_summary/,
    reportTypes: /^content_owner_payments?_summary_a\d+$/,
    layouts: [{ columns: ['revenueType', 'revenueInDollars'], foreignColumns: [] }],
    format: paymentLines,
  },
]

/** Returns the source that a report type of the API contains, in whatever version; undefined: it is none of these. */
export const getReportedSource = (reportTypeId: string): Source | undefined =>
  fileKinds.find(({ reportTypes }) => reportTypes.test(reportTypeId))?.source
