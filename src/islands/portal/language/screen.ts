import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'language',
  navigation: {
    group: 'account',
    order: 2,
    icon: 'M10 2.8a7.2 7.2 0 1 0 0 14.4 7.2 7.2 0 0 0 0-14.4zM2.8 10h14.4M10 2.8c2.6 2.4 2.6 12 0 14.4M10 2.8c-2.6 2.4-2.6 12 0 14.4',
  },
  audience: 'account',
  namespaces: ['language'],
  load: async () => (await import('./LanguageView.tsx')).LanguageView,
}
