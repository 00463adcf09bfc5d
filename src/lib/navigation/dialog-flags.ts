import { dialogFlags } from 'virtual:screens'

/** `menu` and `logout` are dialogs of the shell, on every screen. */
const flagPattern = new RegExp(`[?&](menu|logout|${dialogFlags.join('|')})(=[^&]*)?(?=&|$)`, 'g')

export const removeDialogFlags = (search: string): string =>
  search.replace(flagPattern, '').replace(/^&/, '?')
