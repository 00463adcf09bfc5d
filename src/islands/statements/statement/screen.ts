import { readStatement } from '#contract/statements.ts'
import { type FirstLoad, request, type Screen } from '#islands/ui/manifest.ts'

export const screen: Screen = {
  name: 'statement',
  paths: ['/statements/*'],
  parent: 'statements',
  audience: 'account',
  namespaces: ['statements'],
  load: async () => (await import('#islands/statements/StatementView.tsx')).StatementView,
}

export const firstLoad = (): FirstLoad => ({ requests: [request(readStatement, { aliases: { id: '*' } })] })
