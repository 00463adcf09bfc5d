import { readMonth, readMonths } from '#contract/months.ts'
import { dialogs, lazyNamespaces } from '#islands/months/dialogs/dialogs.ts'
import { type FirstLoad, request, type Screen } from '#islands/ui/manifest.ts'

export const screen: Screen = {
  name: 'month',
  paths: ['/months/*'],
  parent: 'months',
  audience: 'manager',
  namespaces: ['months'],
  lazyNamespaces,
  load: async () => (await import('#islands/months/MonthView.tsx')).MonthView,
  dialogs,
}

export const firstLoad = (): FirstLoad => ({
  requests: [request(readMonths), request(readMonth, { aliases: { month: '*', krwMicros: 'rate' } })],
})
