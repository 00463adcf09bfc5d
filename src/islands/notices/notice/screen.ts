import { readNotice } from '#contract/notices.ts'
import { type FirstLoad, request, type Screen } from '#islands/ui/manifest.ts'

export const screen: Screen = {
  name: 'notice',
  paths: ['/notices/*'],
  parent: 'notices',
  audience: 'account',
  namespaces: ['notices'],
  load: async () => (await import('#islands/notices/NoticeView.tsx')).NoticeView,
}

export const firstLoad = (): FirstLoad => ({ requests: [request(readNotice, { aliases: { id: '*' } })] })
