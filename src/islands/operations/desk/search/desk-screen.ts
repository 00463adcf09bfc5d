import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'search',
  paths: ['/desk/search'],
  navigation: {
    group: 'work',
    order: 5,
    icon: 'M8.800 3.500a5.300 5.300 0 1 0 0 10.600 5.300 5.300 0 0 0 0-10.600M12.800 12.800l4 4',
  },
  audience: 'desk.read',
  namespaces: ['desk-search', 'channel-states', 'lists', 'roles', 'settlement'],
  load: async () => (await import('./SearchView.tsx')).SearchView,
}
