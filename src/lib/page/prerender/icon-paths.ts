import { screenIcons } from 'virtual:screens'

/** SVG paths in a 20×20 box. Pages contain them as symbols, so scripts do not. */
export const iconPaths: Readonly<Record<string, string>> = {
  ...screenIcons,
  keyboard: 'M2.5 5.5h15v9.5h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 12h7',
  logout: 'M8 3.5H3.5v13H8M8 10h8.5M13.5 7l3 3-3 3',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  warning: 'M10 3 1.8 16.5h16.4zM10 8v4.2M10 14.2v.4',
}
