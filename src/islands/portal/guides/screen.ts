import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'guides',
  paths: ['/guides', '/guides/*'],
  navigation: {
    group: 'use',
    order: 2,
    icon: 'M10 5.2C8.3 4 6 3.6 3 3.6v11.6c3 0 5.3.4 7 1.6 1.7-1.2 4-1.6 7-1.6V3.6c-3 0-5.3.4-7 1.6zM10 5.2v11.6',
  },
  audience: 'all',
}
