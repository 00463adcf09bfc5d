/** Replaces path and query of the address before anything reads it. */
export const restoreAddress = (path: string, search: string): void =>
  // A path can begin with the name of another host.
  history.replaceState(history.state, '', location.origin + path + search + location.hash)
