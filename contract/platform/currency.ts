// Scripts of static pages import this file, so it has no schema.

export const currencies = ['KRW', 'USD'] as const
export type Currency = (typeof currencies)[number]

export const getSiteCurrency = (isPlaylist: boolean): Currency => (isPlaylist ? 'USD' : 'KRW')

/**
 * Amount units per won and dollar. Both are about a millionth of a dollar: no loss of YouTube's precision, and sums of
 * the largest networks stay far below 2^53.
 */
export const amountUnits: Record<Currency, number> = { KRW: 1_000, USD: 1_000_000 }

/** Won per dollar × 1,000,000; below 9,000 won the exact products of SQL's conversion stay within a bigint. */
export const maxKrwMicros = 8_999_999_999

/** 10 billion won or 10 million dollars, in `amountUnits`: more than anybody enters by hand. */
export const maxEnteredAmount = 10_000_000_000_000
