/** SVG paths in a 20×20 box. */
export const icons = {
  plus: 'M10 3v14M3 10h14',
  close: 'M4 4l12 12M16 4L4 16',
  chevronLeft: 'M13 3l-7 7 7 7',
  chevronRight: 'M7 4l6 6-6 6',
  chevronDown: 'M4 7l6 6 6-6',
  arrowLeft: 'M17 10H3M9 4l-6 6 6 6',
  arrowRight: 'M3 10h14M11 4l6 6-6 6',
  search: 'M9 3a6 6 0 1 0 0 12A6 6 0 0 0 9 3M13.5 13.5L18 18',
  note: 'M7.5 15V4.5L17 2.5V13M7.5 15a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0M17 13a2.5 2.5 0 1 1-5 0 2.5 2.5 0 0 1 5 0',
  pencil: 'M3 17l1-4L14 3l3 3L7 16z',
  check: 'M3 11l5 5L17 5',
  home: 'M3 9l7-6 7 6v8h-5v-5H8v5H3z',
  person: 'M10 10a3.7 3.7 0 1 0 0-7.4 3.7 3.7 0 0 0 0 7.4M3 18c0-4 3-5.5 7-5.5s7 1.5 7 5.5',
  short: 'M6 2h8a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V4a2 2 0 0 1 2-2M8.5 7l4.5 3-4.5 3z',
  stack: 'M3 9h14v8H3zM5 5.5h10M7 2h6',
  adjust: 'M3 8v4M7 4.5v11M11 7v6M15 3v14M18.5 8v4',
  copy: 'M7 7h10v10H7zM13 7V3H3v10h4',
  lock: 'M5 9h10v8H5zM7 9V6a3 3 0 0 1 6 0v3',
  speaker: 'M3 8v4h3l4 4V4L6 8zM13.5 7a4 4 0 0 1 0 6M16 4.5a8 8 0 0 1 0 11',
  upload: 'M10 14V3M5 8l5-5 5 5M3 17h14',
  clock: 'M10 2.5a7.5 7.5 0 1 0 0 15 7.5 7.5 0 0 0 0-15M10 6v4.5l3 2',
  turn: 'M4 8a6.5 6.5 0 0 1 12-1M16 3v4h-4M16 12a6.5 6.5 0 0 1-12 1M4 17v-4h4',
  grid: 'M3 3h5v5H3zM12 3h5v5h-5zM3 12h5v5H3zM12 12h5v5h-5z',
  picture: 'M3 4h14v12H3zM3 14l4.5-4 3 2.5L14 9l3 3',
} as const

export type IconName = keyof typeof icons
