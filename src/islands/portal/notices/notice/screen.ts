import { readNotice } from '#contract/portal/notices.ts'
import { type FirstLoad, request, type Screen } from '#islands/kit/screen/manifest.ts'

export const screen: Screen = {
  name: 'notice',
  paths: ['/notices/*'],
  parent: 'notices',
  audience: 'account',
  namespaces: ['notices'],
  load: async () => (await import('#islands/portal/notices/NoticeView.tsx')).NoticeView,
}

export const firstLoad = (): FirstLoad => ({ requests: [request(readNotice, { aliases: { id: '*' } })] })
