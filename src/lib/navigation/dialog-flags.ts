import { dialogFlags } from 'virtual:screens'

/** `menu` and `logout` are dialogs of the shell, which every screen has. */
const flagPattern = new RegExp(`[?&](menu|logout|${dialogFlags.join('|')})(=[^&]*)?(?=&|$)`, 'g')

/** The query without flags of open dialogs, which are not restored on load. */
export const removeDialogFlags = (search: string): string =>
  search.replace(flagPattern, '').replace(/^&/, '?')
