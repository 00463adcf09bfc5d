import { screenIcons as deskIcons } from 'virtual:desk-screens'
import { navigation, screenIcons } from 'virtual:screens'

const shellIcons = {
  desk: 'M2.5 5h15v8.5h-15zM7 17h6M10 13.5V17M6.500 9.200l2 2 3.800-3.800',
  keyboard: 'M2.5 5.5h15v9.5h-15zM5.5 8.5h.01M8.5 8.5h.01M11.5 8.5h.01M14.5 8.5h.01M6.5 12h7',
  logout: 'M8 3.5H3.5v13H8M8 10h8.5M13.5 7l3 3-3 3',
  menu: 'M3 5.5h14M3 10h14M3 14.5h14',
  warning: 'M10 3 1.8 16.5h16.4zM10 8v4.2M10 14.2v.4',
}

/** SVG paths in a 20×20 box. Pages contain them as symbols, so scripts do not. */
export const iconPaths: Readonly<Record<string, string>> = { ...screenIcons, ...shellIcons }

/** The account menu is the portal's. */
const accountScreens = navigation.find(({ group }) => group === 'account')?.items ?? []

export const deskIconPaths: Readonly<Record<string, string>> = {
  ...Object.fromEntries(accountScreens.map(({ name }) => [name, screenIcons[name] ?? ''])),
  ...deskIcons,
  ...shellIcons,
  portal: 'M11.5 4.500H16v4.500M16 4.500 9.500 11M8 5.500H4V16h10.500v-4',
}
