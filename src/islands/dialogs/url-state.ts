import { computed } from 'nanostores'
import { removeDialogFlags } from '#lib/navigation/dialog-flags.ts'
import { $params, setParams } from '#lib/navigation/router.ts'

const stripDialogFlags = (search: string) => removeDialogFlags(search) ?? search

/** Opens and closes the dialogs of a view by their flags in the address: closing goes back where opening came from. */
export function createDialogUrlState(flags: readonly string[]) {
  const clearedFlags = Object.fromEntries(flags.map((name) => [name, undefined]))
  /** The query that opening made: the entry of the history before it is where closing leads. */
  let pushedSearch: string | undefined

  function open(flag: Record<string, string>): void {
    setParams({ ...clearedFlags, ...flag })
    pushedSearch = location.search
  }

  function close(): void {
    const cameFromOpen = location.search === pushedSearch
    pushedSearch = undefined
    if (cameFromOpen) history.back()
    else setParams(clearedFlags, { replace: true })
  }

  /**
   * Changes the address without leaving the entry of the history that the open dialog has. Where more than the dialog
   * changes, what closes it does not go back to how it was.
   */
  function replace(patch: Record<string, string | undefined>): void {
    const { search } = location
    setParams({ ...clearedFlags, ...patch }, { replace: true })
    const isSamePage =
      search === pushedSearch && stripDialogFlags(search) === stripDialogFlags(location.search)
    pushedSearch = isSamePage ? location.search : undefined
    // No dialog comes after it: the entry before is the same already.
    if (isSamePage && flags.every((name) => $params.get()[name] === undefined)) close()
  }

  return { open, close, replace }
}

const isId = (text = '') => /^[1-9]\d{0,8}$/.test(text)

/** The dialogs of a list: one that adds, and those about one of its items, by the flag `add` and by their names. */
export function createItemDialogs<Name extends string>(add: string, names: readonly Name[]) {
  const { open, close, replace } = createDialogUrlState([add, ...names])
  /** Which dialog the address names: at most one. */
  const $activeDialog = computed($params, (params): { name: 'add' } | { name: Name; id: number } | null => {
    if (params[add]) return { name: 'add' }
    const name = names.find((one) => isId(params[one]))
    return name ? { name, id: Number(params[name]) } : null
  })
  return {
    $opened: $activeDialog,
    openAdd: () => open({ [add]: '1' }),
    openDialog: (name: Name, id: number) => open({ [name]: String(id) }),
    replaceDialog: replace,
    closeDialog: close,
  }
}
