import * as z from 'zod/mini'
import { currencies } from './currency.ts'

export const Currency = z.enum(currencies)
export type Currency = z.infer<typeof Currency>

/** Characters. */
export const maxSearchLength = 100

/** The maximum of PostgreSQL's `integer`. */
export const maxId = 2 ** 31 - 1

/** Inclusive bounds. */
export const intParam = ({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) =>
  z.pipe(z.coerce.number(), z.int().check(z.minimum(min), z.maximum(max)))

/** Ids beyond `integer` are valid and simply not found. */
export const idParam = () => intParam({ min: 1 })

export const Id = z.int().check(z.minimum(1), z.maximum(maxId))

/** Zero-based. */
export const pageParams = ({ size, maxSize = 100 }: { size: number; maxSize?: number }) => ({
  page: z._default(intParam({ min: 0, max: 1_000_000 }), 0),
  size: z._default(intParam({ min: 1, max: maxSize }), size),
})

export const searchParam = () => z._default(z.string().check(z.trim(), z.maxLength(maxSearchLength)), '')

/** `YYYY-MM` */
export const Month = z.string().check(z.regex(/^\d{4}-(0[1-9]|1[0-2])$/))
