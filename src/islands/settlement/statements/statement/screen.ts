import { readStatement } from '#contract/settlement/statements.ts'
import { type FirstLoad, request, type Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'statement',
  paths: ['/statements/*'],
  parent: 'statements',
  audience: 'account',
  namespaces: ['statements', 'settlement'],
  load: async () => (await import('./StatementView.tsx')).StatementView,
}

export const firstLoad = (): FirstLoad => ({ requests: [request(readStatement, { aliases: { id: '*' } })] })
