import * as z from 'zod/mini'

/** The longest text that a search takes, in characters. */
export const maxSearchLength = 100

/** The largest key of a table: PostgreSQL's `integer`. */
export const maxId = 2 ** 31 - 1

/** Integer parameter; bounds inclusive. */
export const intParam = ({ min, max = Number.MAX_SAFE_INTEGER }: { min: number; max?: number }) =>
  z.pipe(z.coerce.number(), z.int().check(z.minimum(min), z.maximum(max)))

/** Id parameter. Ids beyond `integer` are valid and simply not found. */
export const idParam = () => intParam({ min: 1 })

/** Id in a body. */
export const Id = z.int().check(z.minimum(1), z.maximum(maxId))

/** The number of a page, from 0, and its rows. */
export const pageParams = ({ size, maxSize = 100 }: { size: number; maxSize?: number }) => ({
  page: z._default(intParam({ min: 0, max: 1_000_000 }), 0),
  size: z._default(intParam({ min: 1, max: maxSize }), size),
})

/** Words to search for; '' searches for nothing. */
export const searchParam = () => z._default(z.string().check(z.trim(), z.maxLength(maxSearchLength)), '')
