import { maxSearchLength } from '#contract/params.ts'
/** What the address of the members' list says. */
export interface MembersFilter {
  search: string
  /** From 0; the address counts from 1. */
  page: number
}

type Params = Readonly<Record<string, string | undefined>>

const isNumber = (text: string) => /^[1-9]\d{0,8}$/.test(text)

export const parseFilter = ({ search = '', page = '' }: Params): MembersFilter => ({
  search: search.trim().slice(0, maxSearchLength),
  page: isNumber(page) ? Number(page) - 1 : 0,
})

/** A patch of the address; another search begins at the first page. */
export const toParams = ({ page = 0, ...others }: Partial<MembersFilter>) => ({
  ...others,
  page: page > 0 ? String(page + 1) : undefined,
})
