/** Returns the canonical path of a page, as links have it: without `index.html`, `.html` and trailing slashes. */
export const toPagePath = (path: string): string =>
  path.replace(/(\/index)?\.html$/, '').replace(/\/+$/, '') || '/'
