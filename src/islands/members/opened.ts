import { computed } from 'nanostores'
import { $params, setParams } from '#lib/router.ts'

/** The dialogs that are about one member, by their flags in the address. */
export const memberDialogs = ['password', 'fee', 'delete'] as const
export type MemberDialog = (typeof memberDialogs)[number]

type Opened = { name: 'add' } | { name: MemberDialog; id: number }

const isId = (text = '') => /^[1-9]\d{0,8}$/.test(text)

/** Which dialog the address names: at most one. */
export const $opened = computed($params, (params): Opened | null => {
  if (params.addMember) return { name: 'add' }
  const name = memberDialogs.find((one) => isId(params[one]))
  return name ? { name, id: Number(params[name]) } : null
})

/** The query that opening made: the entry of the history before it is where closing leads. */
let pushed: string | undefined

const noFlags = {
  addMember: undefined,
  ...Object.fromEntries(memberDialogs.map((name) => [name, undefined])),
}

function openFlag(flag: Record<string, string>): void {
  setParams({ ...noFlags, ...flag })
  pushed = location.search
}

export const openAdd = () => openFlag({ addMember: '1' })

export const openDialog = (name: MemberDialog, id: number) => openFlag({ [name]: String(id) })

export function closeDialog(): void {
  const back = location.search === pushed
  pushed = undefined
  if (back) history.back()
  else setParams(noFlags, { replace: true })
}
