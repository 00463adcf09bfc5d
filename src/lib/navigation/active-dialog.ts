import { computed } from 'nanostores'
import { listDialogFlags, removeDialogFlags } from './dialog-flags.ts'
import { $params, setParams } from './router.ts'

interface ActiveDialog {
  readonly flag: string
  /** The item's id, or 1. */
  readonly value: string
}

const getClosedFlags = () => Object.fromEntries(listDialogFlags().map((flag) => [flag, undefined]))

export const $activeDialog = computed($params, (params): ActiveDialog | null => {
  const flag = listDialogFlags().find((name) => params[name])
  const value = flag && params[flag]
  return flag && value ? { flag, value } : null
})

export const $dialogItemId = computed($activeDialog, (dialog) =>
  dialog && !dialog.flag.startsWith('add') && /^[1-9]\d{0,8}$/.test(dialog.value)
    ? Number(dialog.value)
    : null,
)

/** The query after opening a dialog. If closing finds it unchanged, it goes back in the history. */
let pushedSearch: string | undefined

export function openDialog(flag: string, value: string | number = 1): void {
  setParams({ ...getClosedFlags(), [flag]: String(value) })
  pushedSearch = location.search
}

export function closeDialog(): void {
  const canGoBack = location.search === pushedSearch
  pushedSearch = undefined
  if (canGoBack) history.back()
  else setParams(getClosedFlags(), { replace: true })
}

/**
 * Closes the dialog and patches the query in the same history entry; the patch can open the next dialog. If it
 * changes anything else, closing that dialog does not go back.
 */
export function replaceDialog(patch: Readonly<Record<string, string | undefined>>): void {
  const { search } = location
  setParams({ ...getClosedFlags(), ...patch }, { replace: true })
  const isSamePage =
    search === pushedSearch && removeDialogFlags(search) === removeDialogFlags(location.search)
  pushedSearch = isSamePage ? location.search : undefined
  // If no dialog follows, the previous history entry is the same page.
  if (isSamePage && $activeDialog.get() === null) closeDialog()
}
