import { dialogFlags } from 'virtual:screens'

/** `menu`, `logout` and `shortcuts` are dialogs of the shell, on every screen. */
const flagPattern = new RegExp(`[?&](menu|logout|shortcuts|${dialogFlags.join('|')})(=[^&]*)?(?=&|$)`, 'g')

export const removeDialogFlags = (search: string): string =>
  search.replace(flagPattern, '').replace(/^&/, '?')
