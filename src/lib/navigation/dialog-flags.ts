import { dialogFlags as portalFlags } from 'virtual:screens'

let flags = portalFlags

/** Dialogs of the page's screens, by their flags in the address. */
export const listDialogFlags = (): readonly string[] => flags

/** Called by the island of the desk before it renders. */
export function setDialogFlags(list: readonly string[]): void {
  flags = list
}

/** `menu`, `logout` and `shortcuts` are dialogs of the shell, on every screen. */
const buildPattern = () => new RegExp(`[?&](menu|logout|shortcuts|${flags.join('|')})(=[^&]*)?(?=&|$)`, 'g')

export const removeDialogFlags = (search: string): string =>
  search.replace(buildPattern(), '').replace(/^&/, '?')
