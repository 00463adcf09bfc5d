/** Rows before all of them are a page of their own. */
export const shownVideos = 10
export const shownVideosMobile = 5
