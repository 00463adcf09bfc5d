import { computed } from 'nanostores'
import { searchWithoutFlags } from '#lib/flags.ts'
import { $params, setParams } from '#lib/router.ts'

const withoutFlags = (search: string) => searchWithoutFlags(search) ?? search

/** Opens and closes the dialogs of a view by their flags in the address: closing goes back where opening came from. */
export function dialogAddress(flags: readonly string[]) {
  const none = Object.fromEntries(flags.map((name) => [name, undefined]))
  /** The query that opening made: the entry of the history before it is where closing leads. */
  let pushed: string | undefined

  function open(flag: Record<string, string>): void {
    setParams({ ...none, ...flag })
    pushed = location.search
  }

  function close(): void {
    const back = location.search === pushed
    pushed = undefined
    if (back) history.back()
    else setParams(none, { replace: true })
  }

  /**
   * Changes the address without leaving the entry of the history that the open dialog has. Where more than the dialog
   * changes, what closes it does not go back to how it was.
   */
  function replace(patch: Record<string, string | undefined>): void {
    const { search } = location
    setParams({ ...none, ...patch }, { replace: true })
    const kept = search === pushed && withoutFlags(search) === withoutFlags(location.search)
    pushed = kept ? location.search : undefined
    // No dialog comes after it: the entry before is the same already.
    if (kept && flags.every((name) => $params.get()[name] === undefined)) close()
  }

  return { open, close, replace }
}

const isId = (text = '') => /^[1-9]\d{0,8}$/.test(text)

/** The dialogs of a list: one that adds, and those about one of its items, by the flag `add` and by their names. */
export function itemDialogs<Name extends string>(add: string, names: readonly Name[]) {
  const { open, close, replace } = dialogAddress([add, ...names])
  /** Which dialog the address names: at most one. */
  const $opened = computed($params, (params): { name: 'add' } | { name: Name; id: number } | null => {
    if (params[add]) return { name: 'add' }
    const name = names.find((one) => isId(params[one]))
    return name ? { name, id: Number(params[name]) } : null
  })
  return {
    $opened,
    openAdd: () => open({ [add]: '1' }),
    openDialog: (name: Name, id: number) => open({ [name]: String(id) }),
    replaceDialog: replace,
    closeDialog: close,
  }
}
