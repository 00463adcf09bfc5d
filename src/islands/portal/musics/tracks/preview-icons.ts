/** SVG paths of 20 by 20. */
export const previewIcons = { play: 'M7 4.8v10.4l8.4-5.2z', pause: 'M6 5h2.6v10H6zM11.4 5H14v10h-2.6z' }
