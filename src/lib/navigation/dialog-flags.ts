import { dialogFlags } from 'virtual:screens'

/** Dialogs of the shell, which every screen has. */
const shellFlags = ['menu', 'logout']

const flagPattern = new RegExp(`[?&](?:${[...shellFlags, ...dialogFlags].join('|')})(?:=[^&]*)?(?=&|$)`, 'g')

/** The query without flags of open dialogs, which are not restored on load; undefined when it has none. */
export function removeDialogFlags(search: string): string | undefined {
  const rest = search.replace(flagPattern, '')
  return rest === search ? undefined : rest.replace(/^&/, '?')
}
