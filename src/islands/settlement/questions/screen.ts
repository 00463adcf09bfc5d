import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'questions',
  navigation: {
    group: 'settings',
    order: 7,
    icon: 'M3 4h14v9.5H9l-3.7 3v-3H3zM6.3 7.3h7.4M6.3 10.2h4.5',
  },
  audience: 'account',
  namespaces: ['questions', 'statements', 'settlement', 'lists'],
  load: async () => (await import('./QuestionsView.tsx')).QuestionsView,
}
