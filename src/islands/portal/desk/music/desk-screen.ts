import type { DeskScreen } from '#islands/kit/screen/manifest.ts'

export const screen: DeskScreen = {
  name: 'music',
  paths: ['/desk/music'],
  navigation: {
    group: 'appearance',
    order: 3,
    icon: 'M7.500 14.800V4.800l8.300-1.600v10M7.500 14.800a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0M15.800 13.200a2.200 2.200 0 1 1-4.400 0 2.200 2.200 0 0 1 4.400 0',
  },
  audience: 'desk.read',
  namespaces: ['desk-music', 'lists'],
  lazyNamespaces: ['csv-upload'],
  load: async () => (await import('./CatalogView.tsx')).CatalogView,
}
