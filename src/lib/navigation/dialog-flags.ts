/** Open modals as flags of the query: they are for moving back and forth, not for coming in by. */
const dialogFlags =
  /[?&](menu|delete|logout|videoDetail|addChannel|verify|review|(?:un)?assign|addMember|password|withdraw|fee)(=[^&]*)?(?=&|$)/g

/** The query without the flags, undefined when it has none. */
export function removeDialogFlags(search: string): string | undefined {
  const rest = search.replace(dialogFlags, '')
  return rest === search ? undefined : rest.replace(/^&/, '?')
}
