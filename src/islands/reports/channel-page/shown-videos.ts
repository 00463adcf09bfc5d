/** The link to all videos continues after these rows, on its own page. */
export const shownVideos = 10
export const shownVideosMobile = 5
