import type { Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'statement',
  paths: ['/statements/*'],
  parent: 'statements',
  audience: 'account',
  namespaces: ['statements', 'settlement', 'payout', 'lists'],
  lazyNamespaces: ['questions', 'line-videos'],
  load: async () => (await import('./StatementView.tsx')).StatementView,
}
